#include "sim/lower/vector_program.h"

#include "arch/vector/vector_timing.h"
#include "sim/config/hop.h"
#include "sim/lower/tiling.h"
#include "sim/model/op_cycles.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <string_view>
#include <vector>

namespace systole::lower {
namespace {

constexpr std::uint64_t kSoftmaxOperations = 5;
constexpr std::uint64_t kLayerNormOperations = 7;
constexpr std::uint64_t kTilesWanted = 4;
constexpr std::uint64_t kMaxRowBytes = 0x7FFFFFFF;

// A layer as rows of elements that may not be split, `inputs` of them per output row.
struct Rows {
    std::uint64_t rows;
    std::uint64_t length;  // elements
};
Rows rows_of(const ir::Layer& layer) {
    if (layer.kind == ir::LayerKind::kElementwise) {
        return {layer.batch * layer.m * layer.k, 1};
    }
    return {layer.batch * layer.m, layer.k};
}

std::uint64_t pool_input_rows(const ir::Layer& layer, std::uint64_t rows) {
    return std::min(layer.in_h,
                    (rows - 1) * layer.stride_h + (layer.filter_h - 1) * layer.dilation_h + 1);
}

// Bytes of one tile: of each of its inputs, and of its output.
struct TileBytes {
    Bytes input, output;
};
TileBytes tile_bytes(const ir::Layer& layer, const VectorTiling& t, Bytes element) {
    if (layer.kind == ir::LayerKind::kPool) {
        return {pool_input_rows(layer, t.rows) * layer.in_w * t.channels * element,
                t.rows * layer.out_w * t.channels * element};
    }
    const Bytes bytes = t.rows * rows_of(layer).length * element;
    return {bytes, bytes};
}

Units units_needed(const ir::Layer& layer,
                   const VectorTiling& t,
                   const config::ArchConfig& config) {
    const TileBytes bytes = tile_bytes(layer, t, element_bytes(config.cube.element));
    const Units in = ceil_div(bytes.input, config.bytes_per_unit);
    const Units out = ceil_div(bytes.output, config.bytes_per_unit);
    const Units all = config.tiling.buffers * (in * layer.inputs + out);
    return in == out ? all : all + std::max(in, out);
}

std::uint64_t count_tiles(const ir::Layer& layer, const VectorTiling& t) {
    if (layer.kind == ir::LayerKind::kPool) {
        return layer.batch * ceil_div(layer.out_h, t.rows) * ceil_div(layer.channels, t.channels);
    }
    return ceil_div(rows_of(layer).rows, t.rows);
}

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
        const TileBytes bytes = tile_bytes(layer, tiling, element_);
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
    // What tile i reads and writes.
    struct Tile {
        std::uint64_t elements;  // of its output
        ir::Work in, out;
    };

    ir::Work transfer(Operand operand, std::uint64_t address, Bytes bytes) const {
        ir::Work work;
        work.kind = ir::WorkKind::kMove;
        work.operand = operand;
        work.layer = context_.layer;
        work.m = 1;
        work.n = static_cast<std::uint32_t>(bytes);
        work.stride = work.n;
        work.address = address;
        return work;
    }

    Tile tile(std::uint64_t i) const {
        if (layer_.kind == ir::LayerKind::kPool) {
            return pool_tile(i);
        }
        const Rows rows = rows_of(layer_);
        const std::uint64_t first = i * tiling_.rows;
        const std::uint64_t elements = std::min(tiling_.rows, rows.rows - first) * rows.length;
        const Bytes offset = first * rows.length * element_;
        return {elements,
                transfer(Operand::kActivations, context_.inputs + offset, elements * element_),
                transfer(Operand::kOutputs, context_.outputs + offset, elements * element_)};
    }

    Tile pool_tile(std::uint64_t i) const {
        const std::uint64_t blocks = ceil_div(layer_.channels, tiling_.channels);
        const std::uint64_t strips = ceil_div(layer_.out_h, tiling_.rows);
        const std::uint64_t image = i / (blocks * strips);
        const std::uint64_t first_channel = i / strips % blocks * tiling_.channels;
        const std::uint64_t first_row = i % strips * tiling_.rows;
        const std::uint64_t channels = std::min(tiling_.channels, layer_.channels - first_channel);
        const std::uint64_t rows = std::min(tiling_.rows, layer_.out_h - first_row);
        const std::uint64_t from = first_row * layer_.stride_h;
        const std::uint64_t in_first =
            std::min(from > layer_.pad_top ? from - layer_.pad_top : 0, layer_.in_h - 1);
        const std::uint64_t end = from + pool_window(rows);
        const std::uint64_t in_end = std::min(
            layer_.in_h, std::max(in_first + 1, end > layer_.pad_top ? end - layer_.pad_top : 0));
        const std::uint64_t in_rows = in_end - in_first;
        const Bytes in_pixel = channels * element_;
        const std::uint64_t in_plane = layer_.in_h * layer_.in_w;
        const std::uint64_t out_plane = layer_.out_h * layer_.out_w;
        const std::uint64_t before = image * layer_.channels + first_channel;
        const std::uint64_t elements = rows * layer_.out_w * channels;
        return {elements,
                transfer(Operand::kActivations,
                         context_.inputs + before * in_plane * element_ +
                             in_first * layer_.in_w * in_pixel,
                         in_rows * layer_.in_w * in_pixel),
                transfer(Operand::kOutputs,
                         context_.outputs + before * out_plane * element_ +
                             first_row * layer_.out_w * in_pixel,
                         elements * element_)};
    }
    std::uint64_t pool_window(std::uint64_t rows) const {
        return (rows - 1) * layer_.stride_h + (layer_.filter_h - 1) * layer_.dilation_h + 1;
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
        const Tile t = tile(i);
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

std::uint64_t vector_operations(const ir::Layer& layer) {
    switch (layer.kind) {
        case ir::LayerKind::kPool:
            return layer.filter_h * layer.filter_w;
        case ir::LayerKind::kSoftmax:
            return kSoftmaxOperations;
        case ir::LayerKind::kLayerNorm:
            return kLayerNormOperations;
        default:
            return std::max<std::uint64_t>(1, layer.inputs - 1);
    }
}

VectorTiling vector_tiling(const ir::Layer& layer,
                           const config::ArchConfig& config,
                           const SourceRef& where) {
    const bool reachable = config::hop_bandwidth(config.bandwidth, {}, Tier::kUB) > 0 &&
                           config::hop_bandwidth(config.bandwidth, Tier::kUB, {}) > 0;
    if (!reachable) {
        throw_refused("lower.path",
                      where,
                      fmt::format("layer {} runs on the vector unit, but {} has no data path "
                                  "between DDR and UB (bandwidth.ddr_to_ub, bandwidth.ub_to_ddr)",
                                  layer.name,
                                  config.name));
    }
    const bool pool = layer.kind == ir::LayerKind::kPool;
    const Units have = config.tiers[Tier::kUB].capacity;
    const auto row_bytes = [&](const VectorTiling& t) {
        const TileBytes bytes = tile_bytes(layer, t, element_bytes(config.cube.element));
        return std::max(bytes.input, bytes.output);
    };
    VectorTiling t;
    t.rows = pool ? layer.out_h : rows_of(layer).rows;
    t.channels = pool ? layer.channels : 1;
    t.tiles = count_tiles(layer, t);
    while (units_needed(layer, t, config) > have || t.tiles < kTilesWanted ||
           row_bytes(t) > kMaxRowBytes) {
        if (t.channels > 1) {
            t.channels = ceil_div(t.channels, 2);
        } else if (t.rows > 1) {
            t.rows = ceil_div(t.rows, 2);
        } else {
            break;
        }
        t.tiles = count_tiles(layer, t);
    }
    if (units_needed(layer, t, config) > have) {
        const Bytes need = units_needed(layer, t, config) * config.bytes_per_unit;
        throw_refused(
            "lower.does-not-fit",
            where,
            fmt::format("layer {} does not fit UB: its smallest tile needs {} bytes, {} are there, "
                        "{} too few; enlarge tiers.UB or lower tiling.buffers, which is {}",
                        layer.name,
                        need,
                        have * config.bytes_per_unit,
                        need - have * config.bytes_per_unit,
                        config.tiling.buffers));
    }
    return t;
}

void emit_vector_layer(const ir::Layer& layer,
                       const VectorTiling& tiling,
                       const config::ArchConfig& config,
                       const LayerContext& context,
                       ProgramEmitter& program) {
    Emitter(layer, tiling, config, context, program).emit();
}

}  // namespace systole::lower
