#include "sim/lower/tiling.h"

#include "sim/ir/program.h"

#include <algorithm>

namespace systole::lower {

TileCounts tile_counts(const MatrixView& view, const Tiling& tiling) {
    TileCounts counts{};
    counts.h = ceil_div(view.out_h(), tiling.tile_h);
    counts.w = ceil_div(view.out_w(), tiling.tile_w);
    counts.m = ceil_div(view.images, tiling.tile_images) * counts.h * counts.w;
    counts.m_chunks = ceil_div(view.images, tiling.tile_images) *
                      ceil_div(view.out_h(), tiling.chunk_h()) * counts.w;
    counts.n = ceil_div(view.n, tiling.tile_n);
    counts.chunks = ceil_div(view.channels, tiling.channels);
    const bool activations = tiling.outer == Operand::kActivations;
    counts.outer = activations ? counts.m : counts.n;
    counts.inner = activations ? counts.n : counts.m;
    counts.blocks = ceil_div(counts.outer, tiling.block);
    return counts;
}

Tiling rolled(const MatrixView& view, Tiling tiling) {
    tiling.tile_k = std::min(tiling.channels, view.channels) * view.taps();
    return tiling;
}

Footprint footprint(const MatrixView& view,
                    const Tiling& t,
                    const DataPaths& paths,
                    const config::CubeConfig& cube) {
    const TileCounts counts = tile_counts(view, t);
    const std::uint64_t positions = t.positions();
    const Bytes size = element_bytes(cube.element);
    // A depthwise tile holds as many input channels as filters, each with a reduction of its own.
    const std::uint64_t lanes = view.depthwise ? t.tile_n : 1;

    const std::uint64_t rows = view.rows.compact_span(std::min(t.chunk_h(), view.out_h()));
    const std::uint64_t columns = view.columns.compact_span(t.tile_w);
    const Bytes chunk_a = t.tile_images * rows * columns * t.channels * lanes * size;
    const Bytes chunk_b = view.b_bytes(t.channels * view.taps() * t.tile_n, cube);

    // Chunks alive: a held block and what is fetched early; else the streamed ones.
    const std::uint64_t early = t.buffers - 1;
    const std::uint64_t panel = t.block * counts.chunks;
    const std::uint64_t outer = t.held ? panel + (t.ahead ? panel : early) : t.buffers;
    const bool stays = t.block > 1 || t.chunk_tiles > 1;
    const std::uint64_t inner = (stays ? counts.chunks : 1) + early;
    const bool activations_outer = t.outer == Operand::kActivations;
    const std::uint64_t all_a =
        view.problems * counts.m_chunks * (view.depthwise ? counts.n : counts.chunks);
    const std::uint64_t all_b = view.problems * counts.n * counts.chunks;
    const std::uint64_t live_a = t.held ? std::min(activations_outer ? outer : inner, all_a)
                                        : (activations_outer ? outer : inner);
    const std::uint64_t live_b = t.held ? std::min(activations_outer ? inner : outer, all_b)
                                        : (activations_outer ? inner : outer);

    // Steps until the next output tile begins; with few, more tiles are open at the same time.
    const std::uint64_t reduction = std::min(t.channels, view.channels) * view.taps();
    const std::uint64_t steps = counts.chunks * ceil_div(reduction, t.tile_k);
    const std::uint64_t sums = early == 0 ? 1 : ceil_div(early, steps) + 1;

    Footprint f{};
    f[kChunkA] = {"input chunks", paths.activations.first, chunk_a, live_a};
    f[kChunkB] = {"weight chunks", paths.weights.first, chunk_b, live_b};
    if (paths.activations.second) {
        f[kTileA] = {"activation tiles",
                     *paths.activations.second,
                     positions * t.window_k * lanes * size,
                     t.buffers};
    }
    if (paths.weights.second) {
        f[kTileB] = {"weight tiles",
                     *paths.weights.second,
                     view.b_bytes(t.window_k * t.tile_n, cube),
                     t.buffers};
    }
    f[kSums] = {"partial sums",
                paths.accumulators,
                positions * t.tile_n * cube.sum_bytes(cube.element),
                sums};
    if (paths.staging) {
        f[kStaged] = {"outputs", *paths.staging, positions * t.tile_n * size, t.buffers};
    }
    return f;
}

Units units_needed(const Footprint& footprint, Tier tier, std::uint64_t bytes_per_unit) {
    Units sum = 0;
    Units largest = 0;
    bool differ = false;
    for (const BufferClass& c : footprint) {
        if (c.count == 0 || c.tier != tier) {
            continue;
        }
        const Units size = ceil_div(c.bytes, bytes_per_unit);
        differ = differ || (largest != 0 && size != largest);
        largest = std::max(largest, size);
        sum += size * c.count;
    }
    return differ ? sum + largest : sum;
}

bool fits(const Footprint& footprint, const config::ArchConfig& config) {
    const bool nodes_hold = std::all_of(footprint.begin(), footprint.end(), [](const auto& c) {
        return c.bytes <= ir::kMaxNodeValue;
    });
    return nodes_hold && std::all_of(kTiers.begin(), kTiers.end(), [&](Tier tier) {
               return units_needed(footprint, tier, config.bytes_per_unit) <=
                      config.tiers[tier].capacity;
           });
}

}  // namespace systole::lower
