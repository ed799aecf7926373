#include "sim/lower/tiling_search.h"

#include "arch/cube/systolic_timing.h"
#include "sim/config/energy_actions.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

namespace systole::lower {
namespace {

constexpr std::size_t kChunkSizes = 6;  // chunk sizes tried for a pair of tile sizes

std::vector<std::uint64_t> descending(std::vector<std::uint64_t> sizes) {
    std::sort(sizes.begin(), sizes.end(), std::greater<>());
    sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
    return sizes;
}

// Multiples of `align` that cut `total` well: equal halves, thirds and quarters rounded up, powers
// of two, and everything.
std::vector<std::uint64_t> aligned_sizes(std::uint64_t total, std::uint64_t align) {
    std::vector<std::uint64_t> sizes;
    const auto add = [&](std::uint64_t size) {
        sizes.push_back(std::min(total, ceil_div(size, align) * align));
    };
    for (std::uint64_t parts = 1; parts <= 4; ++parts) {
        add(ceil_div(total, parts));
    }
    for (std::uint64_t size = align; size < total; size *= 2) {
        add(size);
    }
    return descending(std::move(sizes));
}

// The same for an array of half the side too, so that a larger one has every choice of a smaller.
std::vector<std::uint64_t> tile_sizes(std::uint64_t total, std::uint64_t align) {
    std::vector<std::uint64_t> sizes = aligned_sizes(total, align);
    if (align > 1) {
        const auto finer = aligned_sizes(total, ceil_div(align, 2));
        sizes.insert(sizes.end(), finer.begin(), finer.end());
    }
    return descending(std::move(sizes));
}

// The alignments of m, n and k that fill the array.
struct Alignment {
    std::uint64_t m, n, k;
};
Alignment alignment(const arch::Array& array) {
    switch (array.dataflow) {
        case Dataflow::kOutputStationary:
            return {array.rows, array.cols, array.depth};
        case Dataflow::kInputStationary:
            return {array.cols, array.cols, array.rows * array.depth};
        case Dataflow::kWeightStationary:
            return {array.rows, array.cols, array.rows * array.depth};
        case Dataflow::kBlock:
            return {array.rows, array.cols, array.depth};
        case Dataflow::kRowStationary:
            break;
    }
    return {1, 1, 1};
}

class Search {
 public:
    Search(const MatrixView& view,
           const ir::LayerWork& work,
           const config::ArchConfig& config,
           const DataPaths& paths)
        : view_(view),
          config_(config),
          paths_(paths),
          align_(alignment(arch::array_of(config.cube))),
          cost_(view, work, config, paths) {}

    // All legal candidates.
    std::vector<ChosenTiling> run() {
        try_sizes(align_);
        if (found_.empty()) {
            try_sizes({1, 1, 1});
        }
        return std::move(found_);
    }

 private:
    struct Plane {
        std::uint64_t h, w;
        std::uint64_t images = 1;
    };

    std::vector<Plane> planes(std::uint64_t align) const {
        std::vector<Plane> planes;
        if (view_.out_w() == 1) {
            for (const std::uint64_t h : tile_sizes(view_.out_h(), align)) {
                planes.push_back({h, 1});
            }
            return planes;
        }
        // A row-stationary array makes its output rows of one map.
        if (config_.cube.dataflow != Dataflow::kRowStationary) {
            for (const std::uint64_t images : tile_sizes(view_.images, 1)) {
                if (images > 1) {
                    planes.push_back({view_.out_h(), view_.out_w(), images});
                }
            }
        }
        for (const std::uint64_t h : tile_sizes(view_.out_h(), 1)) {
            planes.push_back({h, view_.out_w()});
        }
        for (const std::uint64_t w : tile_sizes(view_.out_w(), std::min(align, view_.out_w()))) {
            if (w < view_.out_w()) {
                planes.push_back({1, w});
            }
        }
        return planes;
    }

    // Chunks of the reduction: all of it, halves, quarters and so on, rounded up so that the array
    // is full, or an array of a half or a quarter of the side.
    std::vector<std::uint64_t> chunk_sizes(std::uint64_t align) const {
        std::vector<std::uint64_t> sizes;
        for (const std::uint64_t unit : {align, ceil_div(align, 2), ceil_div(align, 4)}) {
            for (std::uint64_t parts = 1; parts < 2 * view_.channels; parts *= 2) {
                sizes.push_back(std::min(view_.channels,
                                         ceil_div(ceil_div(view_.channels, parts), unit) * unit));
            }
        }
        return descending(std::move(sizes));
    }

    void try_sizes(const Alignment& align) {
        const std::vector<std::uint64_t> filters = tile_sizes(view_.n, align.n);
        const std::uint64_t align_channels =
            std::max<std::uint64_t>(1, align.k / std::max<std::uint64_t>(1, view_.taps()));
        const std::vector<std::uint64_t> channels = chunk_sizes(align_channels);
        for (const Plane& plane : planes(align.m)) {
            for (const std::uint64_t n : filters) {
                std::size_t fitting = 0;
                for (std::size_t c = 0; c < channels.size() && fitting < kChunkSizes; ++c) {
                    Tiling t;
                    t.buffers = config_.tiling.buffers;
                    t.tile_h = plane.h;
                    t.tile_w = plane.w;
                    t.tile_images = plane.images;
                    t.tile_n = n;
                    t.channels = channels[c];
                    t.tile_k = step_of(t, align.k);
                    t.window_k = t.tile_k;
                    fitting += t.tile_k > 0 && try_orders(t) ? 1 : 0;
                }
            }
        }
    }

    // The longest reduction of one MATMUL that the tiers beside the array hold, in equal steps; 0
    // when not even one element fits.
    std::uint64_t step_of(const Tiling& t, std::uint64_t align) const {
        const std::uint64_t reduction = t.channels * view_.taps();
        const std::uint64_t bits = 8 * element_bytes(config_.cube.element);
        const std::uint64_t b_bits =
            view_.b_written ? bits : config_.cube.bits_of_weight(config_.cube.element);
        const std::uint64_t lanes = view_.depthwise ? t.tile_n : 1;
        std::uint64_t longest = reduction;
        const auto limit = [&](const std::optional<Tier>& tier, std::uint64_t bits_of_one) {
            if (tier) {
                const Bytes room =
                    config_.tiers[*tier].capacity / t.buffers * config_.bytes_per_unit;
                longest = std::min(longest, 8 * room / bits_of_one);
            }
        };
        limit(paths_.activations.second, t.positions() * lanes * bits);
        limit(paths_.weights.second, t.tile_n * b_bits);
        if (longest == 0 || longest == reduction) {
            return longest;
        }
        if (view_.depthwise) {
            return 0;  // a channel's taps are not split
        }
        const std::uint64_t unit =
            config_.cube.dataflow == Dataflow::kRowStationary ? view_.taps() : align;
        const std::uint64_t equal =
            ceil_div(ceil_div(reduction, ceil_div(reduction, longest)), unit) * unit;
        if (equal <= longest) {
            return equal;
        }
        if (config_.cube.dataflow == Dataflow::kRowStationary) {
            return longest / unit * unit;
        }
        return longest >= unit ? longest / unit * unit : longest;
    }

    // Input rows that tiles below each other share come once where a chunk holds those of several:
    // of all, half, a quarter and so on.
    void try_shared_rows(Tiling t) {
        const TileCounts counts = tile_counts(view_, t);
        if (counts.w > 1 || counts.h == 1 || t.tile_images > 1 || t.channels < view_.channels ||
            view_.rows.span() <= view_.rows.stride) {
            return;
        }
        t.outer = Operand::kWeights;
        for (std::uint64_t parts = 1; parts < counts.h; parts *= 2) {
            t.chunk_tiles = ceil_div(counts.h, parts);
            sized_ = false;
            if (t.chunk_tiles > 1) {
                try_blocks(t);
            }
        }
    }

    bool try_orders(Tiling t) {
        try_shared_rows(t);
        sized_ = false;
        bool any = false;
        if (view_.depthwise) {
            t.outer = Operand::kWeights;
            return try_order(t);
        }
        for (const Operand outer : {Operand::kActivations, Operand::kWeights}) {
            t.outer = outer;
            any = try_blocks(t) || any;
        }
        t.held = false;
        t.block = 1;
        t.ahead = false;
        return (t.channels < view_.channels && try_order(t)) || any;
    }

    // With more and more tiles of the outer operand on chip.
    bool try_blocks(Tiling t) {
        bool any = false;
        t.held = true;
        const std::uint64_t tiles = view_.depthwise ? 1 : tile_counts(view_, t).outer;
        for (std::uint64_t block = 1;; block = std::min(block * 2, tiles)) {
            t.block = block;
            t.ahead = false;
            if (!try_order(t)) {
                return any;
            }
            any = true;
            t.ahead = true;
            if (t.buffers > 1 && !view_.depthwise && (block < tiles || view_.problems > 1)) {
                try_order(t);
            }
            if (block == tiles) {
                return any;
            }
        }
    }

    bool try_order(const Tiling& t) {
        if (!fits(footprint(view_, t, paths_, config_.cube), config_)) {
            return false;
        }
        if (!sized_) {
            cost_.sizes(t);
            sized_ = true;
        }
        found_.push_back({t, cost_.order(t), 0});
        return true;
    }

    const MatrixView& view_;
    const config::ArchConfig& config_;
    const DataPaths& paths_;
    Alignment align_;
    CostModel cost_;
    bool sized_ = false;
    std::vector<ChosenTiling> found_;
};

[[noreturn]] void refuse(const MatrixView& view,
                         const ir::LayerWork& work,
                         const config::ArchConfig& config,
                         const DataPaths& paths,
                         const SourceRef& where) {
    Tiling smallest;
    smallest.buffers = config.tiling.buffers;
    smallest.held = false;
    if (view.depthwise || config.cube.dataflow == Dataflow::kRowStationary) {
        smallest.tile_k = view.taps();
        smallest.window_k = view.taps();
    }
    const Footprint f = footprint(view, smallest, paths, config.cube);
    Tier tier = kTiers[0];
    for (const Tier t : kTiers) {
        if (units_needed(f, t, config.bytes_per_unit) > config.tiers[t].capacity) {
            tier = t;
        }
    }
    std::string parts;
    for (const BufferClass& c : f) {
        if (c.count > 0 && c.tier == tier) {
            parts += fmt::format("{}{} {} of {} bytes",
                                 parts.empty() ? "" : ", ",
                                 c.count,
                                 c.what,
                                 ceil_div(c.bytes, config.bytes_per_unit) * config.bytes_per_unit);
        }
    }
    const Bytes need = units_needed(f, tier, config.bytes_per_unit) * config.bytes_per_unit;
    const Bytes have = config.tiers[tier].capacity * config.bytes_per_unit;
    throw_refused("lower.does-not-fit",
                  where,
                  fmt::format("layer {} does not fit {}: its smallest tile needs {} bytes ({}), {} "
                              "are there, {} too few; enlarge tiers.{}.capacity or lower "
                              "tiling.buffers, which is {}",
                              work.name,
                              name(tier),
                              need,
                              parts,
                              have,
                              need > have ? need - have : 0,
                              config::tier_key(tier),
                              config.tiling.buffers));
}

}  // namespace

ChosenTiling search_tiling(const MatrixView& view,
                           const ir::LayerWork& work,
                           const config::ArchConfig& config,
                           const DataPaths& paths,
                           const SourceRef& where) {
    std::vector<ChosenTiling> found = Search(view, work, config, paths).run();
    if (found.empty()) {
        refuse(view, work, config, paths, where);
    }
    return choose_tiling(found, view, work, config, paths);
}

}  // namespace systole::lower
