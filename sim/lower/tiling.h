#pragma once

#include "sim/config/arch_config.h"
#include "sim/core/hardware.h"
#include "sim/core/ids.h"
#include "sim/core/machine.h"
#include "sim/lower/data_paths.h"
#include "sim/lower/matrix_view.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace systole::lower {

constexpr std::uint64_t ceil_div(std::uint64_t a, std::uint64_t b) {
    return a / b + (a % b != 0 ? 1 : 0);
}

// How a product is cut and in which order its tiles run.
//
// The output is cut into tiles of tile_h x tile_w positions by tile_n filters (of whole maps, also
// of tile_images of them), whose sums stay in the accumulators while the reduction goes by. The
// reduction is cut twice: into chunks of `channels` channels (what one COPY_IN brings of an input)
// and those into steps of tile_k (what one MATMUL takes).
//
// `outer` is the operand whose tiles the outer loop walks. With `held`, all chunks of `block` of
// its tiles stay on chip while the other operand goes by once, tile after tile:
//     for a block of outer tiles: for every inner tile: for every outer tile of the block: reduce
// Without, every product of two tiles loads its chunks anew (block is 1). `ahead`: the whole next
// block is loaded under the present one, instead of buffers - 1 chunks of it.
struct Tiling {
    std::uint64_t tile_h = 1, tile_w = 1;
    std::uint64_t tile_images = 1;  // more than 1 only with tiles of whole maps
    // How many tiles, one below the other, have their input rows in one chunk, so that rows which
    // two of them read come once. More than 1 only with `outer` kWeights and tiles as wide as the
    // map.
    std::uint64_t chunk_tiles = 1;
    std::uint64_t tile_n = 1;
    std::uint64_t channels = 1;
    std::uint64_t tile_k = 1;
    // What the tiers beside the array hold of a reduction. Less than tile_k in a rolled tiling: one
    // MOVE and one MATMUL then stand for all steps of a chunk, which stream through that window.
    std::uint64_t window_k = 1;
    Operand outer = Operand::kWeights;  // or kActivations
    bool held = true;
    std::uint64_t block = 1;
    bool ahead = false;
    std::uint64_t buffers = 1;

    std::uint64_t positions() const { return tile_images * tile_h * tile_w; }
    std::uint64_t chunk_h() const { return chunk_tiles * tile_h; }
};

// Numbers of tiles of a product (one problem) under a tiling.
struct TileCounts {
    std::uint64_t h, w;      // along the output map
    std::uint64_t m;         // images * h * w
    std::uint64_t m_chunks;  // of the output, each with the input rows of chunk_tiles tiles
    std::uint64_t n;
    std::uint64_t chunks;  // of the reduction
    std::uint64_t outer, inner, blocks;
};
TileCounts tile_counts(const MatrixView& view, const Tiling& tiling);

// Buffers of one kind: all have one size, that of a full tile, so that whatever is freed fits
// whatever comes next.
struct BufferClass {
    std::string_view what;
    Tier tier = Tier::kL1;
    Bytes bytes = 0;
    std::uint64_t count = 0;  // alive at the same time
};
enum BufferRole : std::size_t { kChunkA, kChunkB, kTileA, kTileB, kSums, kStaged, kBufferRoles };
using Footprint = std::array<BufferClass, kBufferRoles>;  // count 0: not used

// The tiling with one MATMUL for each chunk, for layers of so many steps that their traces would be
// too large.
Tiling rolled(const MatrixView& view, Tiling tiling);

Footprint footprint(const MatrixView& view,
                    const Tiling& tiling,
                    const DataPaths& paths,
                    const config::CubeConfig& cube);

// Units of a scratchpad that a footprint needs so that best-fit placement in program order always
// finds room: its buffers and, where sizes differ, a gap of the largest.
Units units_needed(const Footprint& footprint, Tier tier, std::uint64_t bytes_per_unit);
// Whether the scratchpads hold it, and a node each of its buffers.
bool fits(const Footprint& footprint, const config::ArchConfig& config);

}  // namespace systole::lower
