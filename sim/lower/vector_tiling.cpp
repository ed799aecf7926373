#include "sim/lower/vector_tiling.h"

#include "sim/config/hop.h"
#include "sim/ir/window.h"
#include "sim/lower/tiling.h"

#include <fmt/format.h>

#include <algorithm>

namespace systole::lower {
namespace {

constexpr std::uint64_t kSoftmaxOperations = 5;
constexpr std::uint64_t kLayerNormOperations = 7;
constexpr std::uint64_t kTilesWanted = 4;
constexpr std::uint64_t kMaxRowBytes = 0x7FFFFFFF;

Units units_needed(const ir::Layer& layer,
                   const VectorTiling& t,
                   const config::ArchConfig& config) {
    const VectorTileBytes bytes = vector_tile_bytes(layer, t, element_bytes(config.cube.element));
    const Units in = ceil_div(bytes.input, config.bytes_per_unit);
    const Units out = ceil_div(bytes.output, config.bytes_per_unit);
    const Units all = config.tiling.buffers * (in * layer.inputs + out);
    return in == out ? all : all + std::max(in, out);
}

std::uint64_t count_tiles(const ir::Layer& layer, const VectorTiling& t) {
    if (layer.kind == ir::LayerKind::kPool) {
        return layer.batch * ceil_div(layer.out_h, t.rows) * ceil_div(layer.channels, t.channels);
    }
    return ceil_div(vector_rows(layer).rows, t.rows);
}

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
        const VectorTileBytes bytes =
            vector_tile_bytes(layer, t, element_bytes(config.cube.element));
        return std::max(bytes.input, bytes.output);
    };
    VectorTiling t;
    t.rows = pool ? layer.out_h : vector_rows(layer).rows;
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
                        "{} too few; enlarge tiers.ub.capacity or lower tiling.buffers, which is "
                        "{}",
                        layer.name,
                        need,
                        have * config.bytes_per_unit,
                        need - have * config.bytes_per_unit,
                        config.tiling.buffers));
    }
    return t;
}

double vector_nodes(const ir::Layer& layer, const VectorTiling& tiling) {
    // An input is opened, loaded and closed; so is the output, which is computed and copied out.
    return static_cast<double>(tiling.tiles) * static_cast<double>(3 * layer.inputs + 4);
}

VectorRows vector_rows(const ir::Layer& layer) {
    if (layer.kind == ir::LayerKind::kElementwise) {
        return {layer.batch * layer.m * layer.k, 1};
    }
    return {layer.batch * layer.m, layer.k};
}

VectorTileBytes vector_tile_bytes(const ir::Layer& layer, const VectorTiling& t, Bytes element) {
    if (layer.kind == ir::LayerKind::kPool) {
        const std::uint64_t rows = ir::window_rows(layer).compact_span(t.rows);
        const std::uint64_t columns = ir::window_columns(layer).compact_span(layer.out_w);
        return {rows * columns * t.channels * element, t.rows * layer.out_w * t.channels * element};
    }
    const Bytes bytes = t.rows * vector_rows(layer).length * element;
    return {bytes, bytes};
}

}  // namespace systole::lower
