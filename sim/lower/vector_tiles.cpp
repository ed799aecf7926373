#include "sim/lower/vector_tiles.h"

#include "sim/ir/window.h"
#include "sim/lower/tiling.h"

#include <algorithm>

namespace systole::lower {
namespace {

ir::Work transfer(const LayerContext& context,
                  Operand operand,
                  std::uint64_t address,
                  Bytes bytes) {
    ir::Work work;
    work.kind = ir::WorkKind::kMove;
    work.operand = operand;
    work.layer = context.layer;
    work.m = 1;
    work.n = static_cast<std::uint32_t>(bytes);
    work.stride = work.n;
    work.address = address;
    return work;
}

// Output rows of a block of channels of one image.
VectorTile pool_tile(const ir::Layer& layer,
                     const VectorTiling& tiling,
                     const LayerContext& context,
                     Bytes element,
                     std::uint64_t i) {
    const std::uint64_t blocks = ceil_div(layer.channels, tiling.channels);
    const std::uint64_t strips = ceil_div(layer.out_h, tiling.rows);
    const std::uint64_t image = i / (blocks * strips);
    const std::uint64_t first_channel = i / strips % blocks * tiling.channels;
    const std::uint64_t first_row = i % strips * tiling.rows;
    const std::uint64_t channels = std::min(tiling.channels, layer.channels - first_channel);
    const std::uint64_t rows = std::min(tiling.rows, layer.out_h - first_row);
    const ir::Range in = ir::window_rows(layer).compact(first_row, rows);
    const std::uint64_t columns = ir::window_columns(layer).compact(0, layer.out_w).size();
    const Bytes pixel = channels * element;
    const std::uint64_t before = image * layer.channels + first_channel;
    const std::uint64_t elements = rows * layer.out_w * channels;
    return {elements,
            transfer(context,
                     Operand::kActivations,
                     context.inputs + before * layer.in_h * layer.in_w * element +
                         in.first * columns * pixel,
                     in.size() * columns * pixel),
            transfer(context,
                     Operand::kOutputs,
                     context.outputs + before * layer.out_h * layer.out_w * element +
                         first_row * layer.out_w * pixel,
                     elements * element)};
}

VectorTile row_tile(const ir::Layer& layer,
                    const VectorTiling& tiling,
                    const LayerContext& context,
                    Bytes element,
                    std::uint64_t i) {
    const VectorRows rows = vector_rows(layer);
    const std::uint64_t first = i * tiling.rows;
    const std::uint64_t elements = std::min(tiling.rows, rows.rows - first) * rows.length;
    const Bytes offset = first * rows.length * element;
    return {elements,
            transfer(context, Operand::kActivations, context.inputs + offset, elements * element),
            transfer(context, Operand::kOutputs, context.outputs + offset, elements * element)};
}

}  // namespace

VectorTile vector_tile(const ir::Layer& layer,
                       const VectorTiling& tiling,
                       const LayerContext& context,
                       Bytes element,
                       std::uint64_t i) {
    return layer.kind == ir::LayerKind::kPool ? pool_tile(layer, tiling, context, element, i)
                                              : row_tile(layer, tiling, context, element, i);
}

}  // namespace systole::lower
