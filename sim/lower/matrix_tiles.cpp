#include "sim/lower/matrix_tiles.h"

#include "sim/core/error.h"
#include "sim/ir/program.h"

#include <algorithm>

namespace systole::lower {

std::uint32_t narrow(std::uint64_t value) {
    SYSTOLE_INVARIANT(value <= 0xFFFFFFFFu, "a tile's size is beyond 32 bits");
    return static_cast<std::uint32_t>(value);
}

MatrixTiles::MatrixTiles(const MatrixView& view,
                         const Tiling& tiling,
                         const LayerContext& context,
                         const config::CubeConfig& cube)
    : view_(view),
      tiling_(tiling),
      context_(context),
      counts_(tile_counts(view, tiling)),
      map_rows_(view.rows.compact(0, view.out_h()).end),
      map_columns_(view.columns.compact(0, view.out_w()).end),
      cube_(cube),
      element_(element_bytes(cube.element)) {}

MatrixTiles::Corner MatrixTiles::corner(std::uint64_t m) const {
    const std::uint64_t per_image = counts_.h * counts_.w;
    const std::uint64_t in_image = m % per_image;
    return {m / per_image * tiling_.tile_images,
            in_image / counts_.w * tiling_.tile_h,
            in_image % counts_.w * tiling_.tile_w};
}

std::uint64_t MatrixTiles::channels_of(std::uint64_t chunk) const {
    return std::min(tiling_.channels, view_.channels - chunk * tiling_.channels);
}

std::uint64_t MatrixTiles::filters_of(std::uint64_t n) const {
    return std::min(tiling_.tile_n, view_.n - n * tiling_.tile_n);
}

MatrixTiles::Size MatrixTiles::size(const Step& step) const {
    const Corner c = corner(step.m);
    return {std::min(tiling_.tile_images, view_.images - c.image),
            std::min(tiling_.tile_h, view_.out_h() - c.h),
            std::min(tiling_.tile_w, view_.out_w() - c.w),
            filters_of(step.n)};
}

std::uint64_t MatrixTiles::reduction(const Step& step) const {
    const std::uint64_t all = channels_of(step.chunk) * view_.taps();
    return std::min(tiling_.tile_k, all - step.part * tiling_.tile_k);
}

ir::Work MatrixTiles::move(Operand operand, std::uint64_t rows, Bytes row_bytes) const {
    ir::Work work;
    work.kind = ir::WorkKind::kMove;
    work.operand = operand;
    work.layer = context_.layer;
    work.m = narrow(rows);
    work.n = narrow(row_bytes);
    return work;
}

// Rows that touch become one. So do rows further apart than a node's stride reaches: layouts are
// lowering's choice, and these lie side by side.
ir::Work MatrixTiles::ddr(Operand operand,
                          std::uint64_t address,
                          std::uint64_t rows,
                          Bytes row_bytes,
                          Bytes stride) const {
    const bool one = rows == 1 || stride == row_bytes || stride > ir::kMaxNodeValue;
    ir::Work work = move(operand, one ? 1 : rows, one ? rows * row_bytes : row_bytes);
    work.address = address;
    work.stride = narrow(one ? Bytes{work.n} : stride);
    return work;
}

ir::Work MatrixTiles::input_region(const Step& step) const {
    const Corner at = corner(step.m);
    const Size tile = size(step);
    if (view_.row_major) {
        const std::uint64_t row = view_.channels * element_;
        const std::uint64_t address = context_.inputs +
                                      (step.problem * view_.out_h() + at.h) * row +
                                      step.chunk * tiling_.channels * element_;
        return ddr(Operand::kActivations, address, tile.h, channels_of(step.chunk) * element_, row);
    }
    // The map lies in DDR chunk by chunk: [image][chunk][row][column][channel of the chunk]; rows
    // and columns that no window reads lie behind all others.
    const std::uint64_t lanes = view_.depthwise ? filters_of(step.n) : channels_of(step.chunk);
    const std::uint64_t before =
        view_.depthwise ? step.n * tiling_.tile_n
                        : step.problem * view_.channels + step.chunk * tiling_.channels;
    const std::uint64_t all = view_.depthwise ? view_.n : view_.problems * view_.channels;
    const auto rows = view_.rows.compact(at.h, std::min(tiling_.chunk_h(), view_.out_h() - at.h));
    const auto columns = view_.columns.compact(at.w, tile.w);
    const std::uint64_t pixel = lanes * element_;
    const std::uint64_t address = context_.inputs +
                                  (at.image * all + before) * map_rows_ * map_columns_ * element_ +
                                  (rows.first * map_columns_ + columns.first) * pixel;
    if (tile.images > 1) {
        const Bytes map = map_rows_ * map_columns_;
        return ddr(Operand::kActivations, address, tile.images, map * pixel, all * map * element_);
    }
    return ddr(
        Operand::kActivations, address, rows.size(), columns.size() * pixel, map_columns_ * pixel);
}

// Weights lie in DDR chunk by chunk, in the order of n tiles, then of the reduction.
ir::Work MatrixTiles::weight_region(const Step& step) const {
    const std::uint64_t filters = filters_of(step.n);
    const std::uint64_t reduction = channels_of(step.chunk) * view_.taps();
    const std::uint64_t before = step.problem * view_.n * view_.k() +
                                 step.n * tiling_.tile_n * view_.k() +
                                 step.chunk * tiling_.channels * view_.taps() * filters;
    const Bytes bytes = view_.b_bytes(filters * reduction, cube_);
    return ddr(context_.b, context_.weights + view_.b_bytes(before, cube_), 1, bytes, bytes);
}

ir::Work MatrixTiles::output_region(const Step& step) const {
    const Corner at = corner(step.m);
    const Size tile = size(step);
    if (view_.row_major) {
        const std::uint64_t row = view_.n * element_;
        const std::uint64_t address = context_.outputs +
                                      (step.problem * view_.out_h() + at.h) * row +
                                      step.n * tiling_.tile_n * element_;
        return ddr(Operand::kOutputs, address, tile.h, tile.n * element_, row);
    }
    const std::uint64_t all = view_.problems * view_.n;
    const std::uint64_t before = step.problem * view_.n + step.n * tiling_.tile_n;
    const std::uint64_t plane = view_.out_h() * view_.out_w();
    const std::uint64_t pixel = tile.n * element_;
    const std::uint64_t address = context_.outputs + (at.image * all + before) * plane * element_ +
                                  (at.h * view_.out_w() + at.w) * pixel;
    if (tile.images > 1) {
        return ddr(Operand::kOutputs, address, tile.images, plane * pixel, all * plane * element_);
    }
    return ddr(Operand::kOutputs, address, tile.h, tile.w * pixel, view_.out_w() * pixel);
}

}  // namespace systole::lower
