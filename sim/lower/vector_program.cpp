#include "sim/lower/vector_program.h"

#include "arch/vector/vector_timing.h"
#include "sim/lower/tiling.h"
#include "sim/lower/vector_tiles.h"
#include "sim/model/op_cycles.h"

#include <deque>
#include <vector>

namespace systole::lower {
namespace {

class Emitter {
 public:
    Emitter(const ir::Layer& layer,
            const VectorTiling& tiling,
            const config::ArchConfig& config,
            const LayerContext& context,
            ProgramEmitter& program)
        : layer_(layer),
          tiling_(tiling),
          config_(config),
          context_(context),
          program_(program),
          element_(element_bytes(config.cube.element)) {
        const VectorTileBytes bytes = vector_tile_bytes(layer, tiling, element_);
        in_units_ = static_cast<std::uint32_t>(ceil_div(bytes.input, config.bytes_per_unit));
        out_units_ = static_cast<std::uint32_t>(ceil_div(bytes.output, config.bytes_per_unit));
    }

    void emit() {
        const std::uint64_t early = config_.tiling.buffers - 1;
        std::uint64_t loaded = 0;
        for (std::uint64_t i = 0; i < tiling_.tiles; ++i) {
            for (; loaded < tiling_.tiles && loaded <= i + early; ++loaded) {
                load(loaded);
            }
            work_on(i);
        }
    }

 private:
    VectorTile tile(std::uint64_t i) const {
        return vector_tile(layer_, tiling_, context_, element_, i);
    }
    Cycles cycles_of(Pipe pipe, model::Place from, model::Place to, const ir::Work& work) const {
        return model::move_cycles(config_, pipe, from, to, {work.m, work.n});
    }

    void load(std::uint64_t i) {
        const Bytes whole = context_.work->bytes[Operand::kActivations] / layer_.inputs;
        ir::Work work = tile(i).in;
        for (std::uint64_t input = 0; input < layer_.inputs; ++input) {
            const BufId buf = program_.alloc(Tier::kUB, in_units_);
            const NodeId node = program_.produce(program_.copy_in,
                                                 Pipe::kMTE2,
                                                 cycles_of(Pipe::kMTE2, {}, Tier::kUB, work),
                                                 {buf},
                                                 work);
            if (context_.inputs_ready != NodeId::kNone) {
                program_.edge(context_.inputs_ready, node);
            }
            loaded_.push_back(buf);
            work.address += whole;
        }
        results_.push_back(program_.alloc(Tier::kUB, out_units_));
    }

    void work_on(std::uint64_t i) {
        const VectorTile t = tile(i);
        ir::Work work;
        work.kind = ir::WorkKind::kVector;
        work.layer = context_.layer;
        work.m = static_cast<std::uint32_t>(t.elements);
        work.n = 1;
        work.k = static_cast<std::uint32_t>(vector_operations(layer_));
        bufs_.assign(1, results_.front());
        results_.pop_front();
        for (std::uint64_t input = 0; input < layer_.inputs; ++input) {
            bufs_.push_back(loaded_.front());
            loaded_.pop_front();
        }
        program_.produce(program_.vector,
                         Pipe::kVector,
                         arch::vector_cycles(work.m, work.k, config_.cube.element, config_.vector),
                         bufs_,
                         work);
        for (std::size_t b = 1; b < bufs_.size(); ++b) {
            program_.free(bufs_[b]);
        }
        const BufId result = bufs_[0];
        context_.copy_outs->push_back(program_.consume(program_.copy_out,
                                                       Pipe::kMTE3,
                                                       cycles_of(Pipe::kMTE3, Tier::kUB, {}, t.out),
                                                       result,
                                                       t.out));
        // Its place was not the next one's: that has been allocated already.
        program_.free(result);
    }

    const ir::Layer& layer_;
    const VectorTiling& tiling_;
    const config::ArchConfig& config_;
    const LayerContext& context_;
    ProgramEmitter& program_;
    Bytes element_;
    std::uint32_t in_units_ = 0;
    std::uint32_t out_units_ = 0;
    std::deque<BufId> loaded_;   // inputs, tile after tile
    std::deque<BufId> results_;  // outputs that are open
    std::vector<BufId> bufs_;
};

}  // namespace

void emit_vector_layer(const ir::Layer& layer,
                       const VectorTiling& tiling,
                       const config::ArchConfig& config,
                       const LayerContext& context,
                       ProgramEmitter& program) {
    Emitter(layer, tiling, config, context, program).emit();
}

}  // namespace systole::lower
