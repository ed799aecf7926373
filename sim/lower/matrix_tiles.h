#pragma once

#include "sim/core/machine.h"
#include "sim/ir/work.h"
#include "sim/lower/layer_context.h"
#include "sim/lower/matrix_view.h"
#include "sim/lower/tiling.h"

#include <cstdint>

namespace systole::lower {

// `value` as a size in a node's work. An invariant: tilings hold nothing that does not fit.
std::uint32_t narrow(std::uint64_t value);

// One MATMUL, by the numbers of what it uses.
struct Step {
    std::uint32_t problem, m, n;  // tiles
    std::uint32_t chunk, part;    // of the reduction
    std::uint32_t chunk_a, chunk_b;
    std::uint32_t tile_a, tile_b;  // in the tiers beside the array
    std::uint32_t sums;
    bool first, last;  // of its output tile
};

// Where the tiles of a product lie, in its maps and matrices and in DDR, and how large they are.
class MatrixTiles {
 public:
    MatrixTiles(const MatrixView& view,
                const Tiling& tiling,
                const LayerContext& context,
                const config::CubeConfig& cube);

    struct Size {
        std::uint64_t images, h, w, n;

        std::uint64_t positions() const { return images * h * w; }
    };
    Size size(const Step& step) const;
    std::uint64_t reduction(const Step& step) const;

    // Transfers over DDR: what a step's tiles or chunks are read from or written to; of an input
    // chunk, at the first step of it.
    ir::Work input_region(const Step& step) const;
    ir::Work weight_region(const Step& step) const;
    ir::Work output_region(const Step& step) const;
    // A transfer between scratchpads.
    ir::Work move(Operand operand, std::uint64_t rows, Bytes row_bytes) const;

 private:
    struct Corner {
        std::uint64_t image, h, w;  // of an output tile
    };

    Corner corner(std::uint64_t m) const;
    std::uint64_t channels_of(std::uint64_t chunk) const;
    std::uint64_t filters_of(std::uint64_t n) const;
    ir::Work ddr(Operand operand,
                 std::uint64_t address,
                 std::uint64_t rows,
                 Bytes row_bytes,
                 Bytes stride) const;

    const MatrixView& view_;
    const Tiling& tiling_;
    const LayerContext& context_;
    TileCounts counts_;
    std::uint64_t map_rows_, map_columns_;  // those that windows read
    const config::CubeConfig& cube_;
    Bytes element_;
};

}  // namespace systole::lower
