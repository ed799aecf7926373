#include "sim/model/program_time.h"

#include "arch/ddr/ddr_timing.h"
#include "sim/model/bounds.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace systole::model {
namespace {

// The free addresses of a scratchpad, in rising order, each stretch with the time of its last use.
class Gaps {
 public:
    explicit Gaps(Units capacity) : gaps_{{0, capacity, 0}} {}

    // Takes `size` units out of the smallest run of gaps that holds them; returns when all of them
    // are free, or nothing.
    std::optional<Cycles> take(Units size, Units& at) {
        std::size_t best = gaps_.size();
        Units best_length = 0;
        for (std::size_t first = 0; first < gaps_.size();) {
            std::size_t end = first + 1;
            while (end < gaps_.size() && gaps_[end].lo == gaps_[end - 1].hi) {
                ++end;
            }
            const Units length = gaps_[end - 1].hi - gaps_[first].lo;
            if (length >= size && (best == gaps_.size() || length < best_length)) {
                best = first;
                best_length = length;
            }
            first = end;
        }
        if (best == gaps_.size()) {
            return std::nullopt;
        }
        at = gaps_[best].lo;
        return cut(best, at + size);
    }

    void give(Units lo, Units hi, Cycles free_at) {
        const auto after = std::lower_bound(
            gaps_.begin(), gaps_.end(), lo, [](const Gap& g, Units value) { return g.lo < value; });
        gaps_.insert(after, {lo, hi, free_at});
    }

 private:
    struct Gap {
        Units lo, hi;
        Cycles free_at;
    };

    // Removes [gaps_[first].lo, end).
    Cycles cut(std::size_t first, Units end) {
        Cycles free_at = 0;
        std::size_t last = first;
        for (; last < gaps_.size() && gaps_[last].lo < end; ++last) {
            free_at = std::max(free_at, gaps_[last].free_at);
            if (gaps_[last].hi > end) {
                gaps_[last].lo = end;
                break;
            }
        }
        gaps_.erase(gaps_.begin() + static_cast<std::ptrdiff_t>(first),
                    gaps_.begin() + static_cast<std::ptrdiff_t>(last));
        return free_at;
    }

    std::vector<Gap> gaps_;
};

}  // namespace

std::optional<Cycles> program_time(const ir::Program& program, const config::ArchConfig& config) {
    std::vector<Gaps> tiers;
    for (const Tier t : kTiers) {
        tiers.emplace_back(config.tiers[t].capacity);
    }
    std::vector<Units> address(program.buffers(), 0);
    std::vector<Cycles> end(program.nodes(), 0);
    PerPipe<Cycles> pipe_free{};
    Cycles makespan = 0;
    for (std::uint32_t v = 0; v < program.nodes(); ++v) {
        Cycles start = 0;
        for (const NodeId before : program.pred[v]) {
            start = std::max(start, end[index(before)]);
        }
        if (program.kind[v] == ir::NodeKind::kOperation) {
            Cycles& free_at = pipe_free[program.pipe[v]];
            end[v] = std::max(start, free_at) + program.cycles[v];
            free_at = end[v];
            makespan = std::max(makespan, end[v]);
            continue;
        }
        const std::uint32_t buf = index(program.bufs[v][0]);
        Gaps& gaps = tiers[index(program.tier[buf])];
        end[v] = start;
        if (program.kind[v] == ir::NodeKind::kFree) {
            gaps.give(address[buf], address[buf] + program.size[buf], start);
            continue;
        }
        const std::optional<Cycles> free_at = gaps.take(program.size[buf], address[buf]);
        if (!free_at) {
            return std::nullopt;
        }
        end[v] = std::max(start, *free_at);
    }
    if (config.contention) {
        makespan = std::max(
            makespan,
            arch::least_bus_cycles(
                compulsory_traffic(program, config).over_bus, config.ddr, config.clock_mhz));
    }
    return makespan;
}

}  // namespace systole::model
