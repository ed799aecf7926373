#include "sim/lower/matrix_steps.h"

#include <algorithm>
#include <utility>

namespace systole::lower {
namespace {

class Planner {
 public:
    Planner(const MatrixView& view, const Tiling& tiling, const DataPaths& paths)
        : view_(view), tiling_(tiling), counts_(tile_counts(view, tiling)) {
        plan_.a.operand = Operand::kActivations;
        plan_.a.path = paths.activations;
        plan_.b.operand = Operand::kWeights;
        plan_.b.path = paths.weights;
    }

    MatrixSteps run();

 private:
    std::uint64_t parts_of_chunk(std::uint64_t chunk) const {
        const std::uint64_t channels =
            std::min(tiling_.channels, view_.channels - chunk * tiling_.channels);
        return ceil_div(channels * view_.taps(), tiling_.tile_k);
    }
    // Whether an inner tile needs other chunks than the one before it.
    bool begins_chunk(std::uint64_t inner) const {
        return tiling_.chunk_tiles == 1 ||
               inner % (counts_.h * counts_.w) % tiling_.chunk_tiles == 0;
    }
    void add_product(std::uint64_t problem,
                     std::uint64_t outer,
                     std::uint64_t inner,
                     std::vector<std::uint32_t>& outer_table,
                     std::size_t outer_slot,
                     std::vector<std::uint32_t>& inner_table);
    void plan_tiles(Stream& stream, std::uint32_t Step::*chunk, std::uint32_t Step::*tile);
    void plan_issues(Stream& stream, const std::vector<std::uint32_t>& block_starts);

    const MatrixView& view_;
    const Tiling& tiling_;
    TileCounts counts_;
    MatrixSteps plan_;
};

MatrixSteps Planner::run() {
    std::uint64_t parts = 0;
    for (std::uint64_t c = 0; c < counts_.chunks; ++c) {
        parts += parts_of_chunk(c);
    }
    const std::uint64_t steps = view_.problems * counts_.m * counts_.n * parts;
    plan_.steps.reserve(steps);
    const std::uint64_t block = tiling_.block;
    std::vector<std::uint32_t> outer_table(block * counts_.chunks);
    std::vector<std::uint32_t> inner_table(counts_.chunks);
    std::vector<std::uint32_t> block_starts;
    for (std::uint64_t p = 0; p < view_.problems; ++p) {
        for (std::uint64_t start = 0; start < counts_.outer; start += block) {
            block_starts.push_back(narrow(plan_.steps.size()));
            std::fill(outer_table.begin(), outer_table.end(), kNotYet);
            for (std::uint64_t inner = 0; inner < counts_.inner; ++inner) {
                if (begins_chunk(inner)) {
                    std::fill(inner_table.begin(), inner_table.end(), kNotYet);
                }
                if (!tiling_.held) {
                    std::fill(outer_table.begin(), outer_table.end(), kNotYet);
                }
                for (std::uint64_t o = start; o < std::min(start + block, counts_.outer); ++o) {
                    add_product(p, o, inner, outer_table, o - start, inner_table);
                }
            }
        }
    }
    plan_tiles(plan_.a, &Step::chunk_a, &Step::tile_a);
    plan_tiles(plan_.b, &Step::chunk_b, &Step::tile_b);
    if (tiling_.ahead) {
        plan_issues(tiling_.outer == Operand::kActivations ? plan_.a : plan_.b, block_starts);
    }
    return std::move(plan_);
}

// All steps of one output tile. The tables hold the chunks that are on chip.
void Planner::add_product(std::uint64_t problem,
                          std::uint64_t outer,
                          std::uint64_t inner,
                          std::vector<std::uint32_t>& outer_table,
                          std::size_t outer_slot,
                          std::vector<std::uint32_t>& inner_table) {
    const bool a_outer = tiling_.outer == Operand::kActivations;
    const auto piece = [&](Stream& stream, std::uint32_t& slot) {
        if (slot == kNotYet) {
            slot = narrow(stream.chunks.size());
            stream.chunks.push_back({narrow(plan_.steps.size()), 0, kNotYet});
        }
        return slot;
    };
    Step step{};
    step.problem = narrow(problem);
    step.m = narrow(a_outer ? outer : inner);
    step.n = narrow(a_outer ? inner : outer);
    step.sums = narrow(plan_.outputs++);
    for (std::uint64_t c = 0; c < counts_.chunks; ++c) {
        std::uint32_t& outer_chunk = outer_table[outer_slot * counts_.chunks + c];
        std::uint32_t& inner_chunk = inner_table[c];
        step.chunk = narrow(c);
        step.chunk_a = a_outer ? piece(plan_.a, outer_chunk) : piece(plan_.a, inner_chunk);
        step.chunk_b = a_outer ? piece(plan_.b, inner_chunk) : piece(plan_.b, outer_chunk);
        const std::uint64_t parts = parts_of_chunk(c);
        for (std::uint64_t part = 0; part < parts; ++part) {
            step.part = narrow(part);
            step.first = c == 0 && part == 0;
            step.last = c + 1 == counts_.chunks && part + 1 == parts;
            plan_.a.chunks[step.chunk_a].last_step = narrow(plan_.steps.size());
            plan_.b.chunks[step.chunk_b].last_step = narrow(plan_.steps.size());
            plan_.steps.push_back(step);
        }
    }
}

// Tiles beside the array: consecutive steps that use the same one share it, unless it streamed by.
void Planner::plan_tiles(Stream& stream, std::uint32_t Step::*chunk, std::uint32_t Step::*tile) {
    if (!stream.path.second) {
        return;
    }
    stream.last_tile_of.resize(stream.chunks.size());
    const bool activations = stream.operand == Operand::kActivations;
    for (std::size_t s = 0; s < plan_.steps.size(); ++s) {
        Step& step = plan_.steps[s];
        const bool same = tiling_.window_k == tiling_.tile_k && s > 0 &&
                          plan_.steps[s - 1].*chunk == step.*chunk &&
                          plan_.steps[s - 1].part == step.part &&
                          (!activations || plan_.steps[s - 1].m == step.m);
        if (!same) {
            stream.tiles.push_back({narrow(s), 0, kNotYet});
        }
        step.*tile = narrow(stream.tiles.size() - 1);
        stream.tiles.back().last_step = narrow(s);
        stream.last_tile_of[step.*chunk] = step.*tile;
    }
}

// Loads of a block are spread evenly over the block before it; those of the first come as they are
// needed, buffers - 1 early.
void Planner::plan_issues(Stream& stream, const std::vector<std::uint32_t>& block_starts) {
    stream.ahead = true;
    const std::size_t early = tiling_.buffers - 1;
    std::vector<Piece>& chunks = stream.chunks;
    std::size_t block = 0;
    for (std::size_t first = 0; first < chunks.size(); ++block) {
        std::size_t end = first;
        while (end < chunks.size() && (block + 1 == block_starts.size() ||
                                       chunks[end].first_step < block_starts[block + 1])) {
            ++end;
        }
        for (std::size_t j = first; j < end; ++j) {
            if (block == 0) {
                chunks[j].issue = j < early ? 0 : chunks[j - early].first_step;
            } else {
                const std::uint64_t begin = block_starts[block - 1];
                const std::uint64_t length = block_starts[block] - begin;
                chunks[j].issue = narrow(begin + length * (j - first) / (end - first));
            }
        }
        first = end;
    }
}

}  // namespace

MatrixSteps plan_steps(const MatrixView& view, const Tiling& tiling, const DataPaths& paths) {
    return Planner(view, tiling, paths).run();
}

}  // namespace systole::lower
