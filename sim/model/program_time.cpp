#include "sim/model/program_time.h"

#include "sim/ir/csr.h"
#include "sim/model/bus_time.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace systole::model {
namespace {

// The free addresses of a scratchpad, in rising order, each stretch with the FREE that gave it up.
class Gaps {
 public:
    explicit Gaps(Units capacity) : gaps_{{0, capacity, NodeId::kNone}} {}

    // Takes `size` units out of the smallest run of gaps that holds them, and appends who gave them
    // up. False: there is none.
    bool take(Units size, Units& at, std::vector<NodeId>& freed_by) {
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
            return false;
        }
        at = gaps_[best].lo;
        cut(best, at + size, freed_by);
        return true;
    }

    void give(Units lo, Units hi, NodeId freed_by) {
        const auto after = std::lower_bound(
            gaps_.begin(), gaps_.end(), lo, [](const Gap& g, Units value) { return g.lo < value; });
        gaps_.insert(after, {lo, hi, freed_by});
    }

 private:
    struct Gap {
        Units lo, hi;
        NodeId freed_by;
    };

    // Removes [gaps_[first].lo, end).
    void cut(std::size_t first, Units end, std::vector<NodeId>& freed_by) {
        std::size_t last = first;
        for (; last < gaps_.size() && gaps_[last].lo < end; ++last) {
            if (gaps_[last].freed_by != NodeId::kNone) {
                freed_by.push_back(gaps_[last].freed_by);
            }
            if (gaps_[last].hi > end) {
                gaps_[last].lo = end;
                break;
            }
        }
        gaps_.erase(gaps_.begin() + static_cast<std::ptrdiff_t>(first),
                    gaps_.begin() + static_cast<std::ptrdiff_t>(last));
    }

    std::vector<Gap> gaps_;
};

// Per node, whose addresses it takes; nothing when a buffer finds no gap.
std::optional<ir::Csr<NodeId>> address_waits(const ir::Program& program,
                                             const config::ArchConfig& config) {
    std::vector<Gaps> tiers;
    for (const Tier t : kTiers) {
        tiers.emplace_back(config.tiers[t].capacity);
    }
    std::vector<Units> address(program.buffers(), 0);
    ir::Csr<NodeId> waits;
    for (std::uint32_t v = 0; v < program.nodes(); ++v) {
        if (program.kind[v] != ir::NodeKind::kOperation) {
            const std::uint32_t buf = index(program.bufs[v][0]);
            Gaps& gaps = tiers[index(program.tier[buf])];
            if (program.kind[v] == ir::NodeKind::kFree) {
                gaps.give(address[buf], address[buf] + program.size[buf], NodeId{v});
            } else if (!gaps.take(program.size[buf], address[buf], waits.values)) {
                return std::nullopt;
            }
        }
        waits.close_row();
    }
    return waits;
}

// With every node in its own cycles, in program order.
Cycles own_time(const ir::Program& program, const ir::Csr<NodeId>& waits) {
    std::vector<Cycles> end(program.nodes(), 0);
    PerPipe<Cycles> pipe_free{};
    Cycles makespan = 0;
    for (std::uint32_t v = 0; v < program.nodes(); ++v) {
        Cycles start = 0;
        for (const Span<NodeId> before : {program.pred[v], waits[v]}) {
            for (const NodeId b : before) {
                start = std::max(start, end[index(b)]);
            }
        }
        if (program.kind[v] == ir::NodeKind::kOperation) {
            Cycles& free_at = pipe_free[program.pipe[v]];
            start = std::max(start, free_at);
            free_at = start + program.cycles[v];
        }
        end[v] = start + program.cycles[v];
        makespan = std::max(makespan, end[v]);
    }
    return makespan;
}

}  // namespace

std::optional<Cycles> program_time(const ir::Program& program, const config::ArchConfig& config) {
    const auto waits = address_waits(program, config);
    if (!waits) {
        return std::nullopt;
    }
    return config.contention ? bus_time(program, *waits, config) : own_time(program, *waits);
}

}  // namespace systole::model
