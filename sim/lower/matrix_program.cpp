#include "sim/lower/matrix_program.h"

#include "sim/lower/matrix_steps.h"
#include "sim/lower/matrix_tiles.h"
#include "sim/model/op_cycles.h"

#include <algorithm>
#include <deque>

namespace systole::lower {
namespace {

class Emitter {
 public:
    Emitter(const MatrixView& view,
            const Tiling& tiling,
            const config::ArchConfig& config,
            const DataPaths& paths,
            const LayerContext& context,
            ProgramEmitter& program)
        : view_(view),
          tiling_(tiling),
          config_(config),
          paths_(paths),
          context_(context),
          program_(program),
          tiles_(view, tiling, context, config.cube),
          footprint_(footprint(view, tiling, paths, config.cube)),
          element_(element_bytes(config.cube.element)),
          plan_(plan_steps(view, tiling, paths)),
          sums_(plan_.outputs, BufId::kNone) {}

    void emit() {
        const std::size_t early = tiling_.buffers - 1;
        std::size_t prepared = 0;
        for (std::size_t s = 0; s < plan_.steps.size(); ++s) {
            for (; prepared < plan_.steps.size() && prepared <= s + early; ++prepared) {
                prepare(prepared);
            }
            issue_ahead(plan_.b, s);
            issue_ahead(plan_.a, s);
            direct_loads(s);
            compute(s);
        }
        flush_staged(0);
    }

 private:
    std::uint32_t units(BufferRole role) const {
        return narrow(ceil_div(footprint_[role].bytes, config_.bytes_per_unit));
    }
    void prepare(std::size_t s);
    void direct_loads(std::size_t s);
    void need_chunk(Stream& stream, std::size_t s, std::size_t more);
    void load_next(Stream& stream);
    void issue_ahead(Stream& stream, std::size_t s);
    void move_tile(Stream& stream, std::size_t s);
    void compute(std::size_t s);
    void release(Stream& stream, std::size_t s);
    void drain(const Step& step, BufId sums);
    void flush_staged(std::size_t keep);

    Cycles cycles_of(Pipe pipe, model::Place from, model::Place to, const ir::Work& work) const {
        return model::move_cycles(config_, pipe, from, to, {work.m, work.n});
    }

    const MatrixView& view_;
    const Tiling& tiling_;
    const config::ArchConfig& config_;
    const DataPaths& paths_;
    const LayerContext& context_;
    ProgramEmitter& program_;
    MatrixTiles tiles_;
    Footprint footprint_;
    Bytes element_;

    MatrixSteps plan_;
    std::vector<BufId> sums_;   // per output tile
    std::deque<BufId> staged_;  // copied out, not freed yet
};

void Emitter::load_next(Stream& stream) {
    Piece& piece = stream.chunks[stream.loaded++];
    const Step& step = plan_.steps[piece.first_step];
    const bool activations = stream.operand == Operand::kActivations;
    const ir::Work work = activations ? tiles_.input_region(step) : tiles_.weight_region(step);
    piece.buffer = program_.alloc(stream.path.first, units(activations ? kChunkA : kChunkB));
    const NodeId load = program_.produce(program_.copy_in,
                                         Pipe::kMTE2,
                                         cycles_of(Pipe::kMTE2, {}, stream.path.first, work),
                                         {piece.buffer},
                                         work);
    const NodeId ready = activations ? context_.inputs_ready : context_.b_ready;
    if (ready != NodeId::kNone) {
        program_.edge(ready, load);
    }
}

void Emitter::issue_ahead(Stream& stream, std::size_t s) {
    while (stream.ahead && stream.loaded < stream.chunks.size() &&
           stream.chunks[stream.loaded].issue <= s) {
        load_next(stream);
    }
}

// Issues the loads up to the chunk that step `s` reads and `more` after it.
void Emitter::need_chunk(Stream& stream, std::size_t s, std::size_t more) {
    const std::uint32_t chunk =
        stream.operand == Operand::kActivations ? plan_.steps[s].chunk_a : plan_.steps[s].chunk_b;
    if (stream.chunks[chunk].first_step != s) {
        return;
    }
    const std::size_t until = std::min<std::size_t>(
        stream.chunks.size(), std::size_t{chunk} + 1 + (stream.ahead ? 0 : more));
    while (stream.loaded < until) {
        load_next(stream);
    }
}

void Emitter::move_tile(Stream& stream, std::size_t s) {
    const Step& step = plan_.steps[s];
    const bool activations = stream.operand == Operand::kActivations;
    const std::uint32_t t = activations ? step.tile_a : step.tile_b;
    Piece& tile = stream.tiles[t];
    if (tile.first_step != s) {
        return;
    }
    const std::uint32_t chunk = activations ? step.chunk_a : step.chunk_b;
    const MatrixTiles::Size size = tiles_.size(step);
    const std::uint64_t k = tiles_.reduction(step);
    const std::uint64_t lanes = view_.depthwise ? size.n : 1;
    // Inputs of a convolution become rows of the im2col matrix on the way.
    const ir::Work work =
        activations ? tiles_.move(stream.operand, size.positions(), k * lanes * element_)
                    : tiles_.move(stream.operand, 1, view_.b_bytes(k * size.n, config_.cube));
    const Tier to = *stream.path.second;
    tile.buffer = program_.alloc(to, units(activations ? kTileA : kTileB));
    program_.produce(program_.move,
                     Pipe::kMTE1,
                     cycles_of(Pipe::kMTE1, stream.path.first, to, work),
                     {tile.buffer, stream.chunks[chunk].buffer},
                     work);
    if (stream.last_tile_of[chunk] == t) {
        program_.free(stream.chunks[chunk].buffer);
    }
}

// Everything a step needs that may be fetched while earlier steps compute. Weights first: they do
// not wait for the layer before.
void Emitter::prepare(std::size_t s) {
    const Step& step = plan_.steps[s];
    const std::size_t early = tiling_.buffers - 1;
    if (step.first) {
        sums_[step.sums] = program_.alloc(paths_.accumulators, units(kSums));
    }
    for (const std::size_t more : {std::size_t{0}, early}) {
        for (Stream* stream : {&plan_.b, &plan_.a}) {
            if (stream->path.second) {
                need_chunk(*stream, s, more);
            }
        }
        if (early == 0) {
            break;
        }
    }
    for (Stream* stream : {&plan_.b, &plan_.a}) {
        if (stream->path.second) {
            move_tile(*stream, s);
        }
    }
}

// Chunks that the array reads where they arrive.
void Emitter::direct_loads(std::size_t s) {
    for (const std::size_t more : {std::size_t{0}, tiling_.buffers - 1}) {
        for (Stream* stream : {&plan_.b, &plan_.a}) {
            if (!stream->path.second) {
                need_chunk(*stream, s, more);
            }
        }
    }
}

void Emitter::compute(std::size_t s) {
    const Step& step = plan_.steps[s];
    const MatrixTiles::Size size = tiles_.size(step);
    const std::uint64_t k = tiles_.reduction(step);
    ir::Work work;
    work.kind = ir::WorkKind::kMatmul;
    work.layer = context_.layer;
    work.m = narrow(size.positions());
    work.n = narrow(size.n);
    work.k = narrow(k);
    const auto read = [&](const Stream& stream) {
        const bool activations = stream.operand == Operand::kActivations;
        return stream.path.second ? stream.tiles[activations ? step.tile_a : step.tile_b].buffer
                                  : stream.chunks[activations ? step.chunk_a : step.chunk_b].buffer;
    };
    const Cycles cycles =
        model::matmul_cycles(config_,
                             config_.cube.element,
                             *context_.work,
                             size.positions(),
                             size.n,
                             k,
                             step.last ? model::Sums::kComplete : model::Sums::kGoOn);
    program_.produce(program_.matmul,
                     Pipe::kCube,
                     cycles,
                     {sums_[step.sums], read(plan_.b), read(plan_.a)},
                     work);
    release(plan_.b, s);
    release(plan_.a, s);
    if (step.last) {
        drain(step, sums_[step.sums]);
    }
}

void Emitter::release(Stream& stream, std::size_t s) {
    const Step& step = plan_.steps[s];
    const bool activations = stream.operand == Operand::kActivations;
    const Piece& piece = stream.path.second
                             ? stream.tiles[activations ? step.tile_a : step.tile_b]
                             : stream.chunks[activations ? step.chunk_a : step.chunk_b];
    if (piece.last_step == s) {
        program_.free(piece.buffer);
    }
}

// An output tile is complete: on its way to DDR it is narrowed to the operands' type.
void Emitter::drain(const Step& step, BufId sums) {
    const ir::Work out = tiles_.output_region(step);
    BufId from = sums;
    if (paths_.staging) {
        const MatrixTiles::Size size = tiles_.size(step);
        const ir::Work work = tiles_.move(Operand::kOutputs, size.positions(), size.n * element_);
        from = program_.alloc(*paths_.staging, units(kStaged));
        program_.produce(program_.move,
                         Pipe::kFixp,
                         cycles_of(Pipe::kFixp, paths_.accumulators, *paths_.staging, work),
                         {from, sums},
                         work);
        program_.free(sums);
    }
    const NodeId node = program_.consume(program_.copy_out,
                                         paths_.copy_out,
                                         cycles_of(paths_.copy_out, paths_.out_of(), {}, out),
                                         from,
                                         out);
    context_.copy_outs->push_back(node);
    if (paths_.staging) {
        // Freed only once the next tile has its place, or that would be this one.
        staged_.push_back(from);
        flush_staged(tiling_.buffers - 1);
    } else {
        program_.free(sums);
    }
}

void Emitter::flush_staged(std::size_t keep) {
    while (staged_.size() > keep) {
        program_.free(staged_.front());
        staged_.pop_front();
    }
}

}  // namespace

void emit_matrix_layer(const MatrixView& view,
                       const Tiling& tiling,
                       const config::ArchConfig& config,
                       const DataPaths& paths,
                       const LayerContext& context,
                       ProgramEmitter& program) {
    Emitter(view, tiling, config, paths, context, program).emit();
}

}  // namespace systole::lower
