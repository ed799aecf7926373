#include "sim/plan/place/best_fit_placer.h"

#include "sim/core/error.h"
#include "sim/plan/place/buffer_cost.h"
#include "sim/plan/place/fit_check.h"
#include "sim/plan/place/tier_state.h"
#include "sim/plan/place/victim_pool.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace systole::place {
namespace {

using ir::NodeKind;
using ir::Program;
class Placer {
 public:
    Placer(const Program& program,
           const ir::Order& order,
           const config::ArchConfig& config,
           const VictimRule& rule,
           SpillLog* log)
        : program_(program),
          order_(order),
          config_(config),
          rule_(rule),
          log_(log),
          cost_(buffer_costs(program, config)),
          state_(program.buffers()) {
        const bool asks_who = log != nullptr || rule.search == VictimSearch::kWindow;
        for (const Tier t : kTiers) {
            tiers_[t] = TierState(static_cast<std::uint32_t>(config.tiers[t].capacity),
                                  asks_who ? TierState::Keep::kBoth : TierState::Keep::kGaps);
        }
        find_uses();
        if (rule.search == VictimSearch::kDistance) {
            find_cost_classes();
        }
        if (rule.search == VictimSearch::kWindow) {
            find_next_operations();
        }
    }

    ir::Plan place() {
        plan_.offset.resize(program_.buffers());
        plan_.order.reserve(order_.size());
        for (std::uint32_t pos = 0; pos < order_.size(); ++pos) {
            const NodeId v = order_[pos];
            now_ = pos;
            const Span<BufId> bufs = program_.bufs[index(v)];
            switch (program_.kind[index(v)]) {
                case NodeKind::kAlloc: {
                    const BufId b = bufs[0];
                    State& s = state_[index(b)];
                    hold(b, room_for_alloc(b));
                    s.resident = true;
                    s.last_use = pos;
                    plan_.offset[index(b)] = s.offset;
                    offer(b);
                    break;
                }
                case NodeKind::kFree: {
                    const BufId b = bufs[0];
                    bring_back(bufs);
                    state_[index(b)].resident = false;
                    release(b);
                    break;
                }
                case NodeKind::kOperation:
                    bring_back(bufs);
                    for (const BufId b : bufs) {
                        note_use(b, pos);
                    }
                    break;
            }
            plan_.order.push_back(v);
        }
        return std::move(plan_);
    }

 private:
    struct State {
        std::uint32_t offset = 0;
        std::uint32_t last_use = 0;
        std::uint32_t next = 0;   // index of its next use in uses_.values
        std::uint32_t spill = 0;  // number of its latest spill
        std::uint32_t stamp = 0;  // of its valid entry in the victim queue
        bool resident = false;
        bool pinned = false;
    };
    const BufferCost& cost(BufId b) const { return cost_[index(b)]; }
    Tier tier(BufId b) const { return cost(b).tier; }
    std::uint32_t size(BufId b) const { return cost(b).size; }

    // Positions at which each buffer is used, its FREE last.
    void find_uses() {
        uses_ = ir::group_by_row<std::uint32_t>(program_.buffers(), [&](auto add) {
            for (std::uint32_t pos = 0; pos < order_.size(); ++pos) {
                const std::uint32_t v = index(order_[pos]);
                if (program_.kind[v] != NodeKind::kAlloc) {
                    for (const BufId b : program_.bufs[v]) {
                        add(index(b), pos);
                    }
                }
            }
        });
        for (std::size_t b = 0; b < program_.buffers(); ++b) {
            state_[b].next = uses_.offsets[b];
        }
    }

    // The divisor of equation 30 for every (size, backed) there is in L1 and UB.
    void find_cost_classes() {
        constexpr double kEpsilon = 1e-9;
        class_.resize(program_.buffers());
        for (const Tier t : {Tier::kL1, Tier::kUB}) {
            std::map<std::pair<std::uint32_t, bool>, std::uint32_t> classes;
            std::vector<double> costs;
            for (std::size_t b = 0; b < program_.buffers(); ++b) {
                const BufferCost& c = cost_[b];
                if (c.tier != t) {
                    continue;
                }
                const auto [at, is_new] = classes.emplace(std::make_pair(c.size, c.backed),
                                                          static_cast<std::uint32_t>(costs.size()));
                class_[b] = at->second;
                if (is_new) {
                    costs.push_back(static_cast<double>(config_.schedule.dlr_lambda_byte) *
                                        static_cast<double>(c.traffic) +
                                    static_cast<double>(config_.schedule.dlr_lambda_cycle) *
                                        static_cast<double>(c.out + c.in) +
                                    kEpsilon);
                }
            }
            pools_[t] = VictimPool(std::move(costs));
        }
    }

    // For every position the operation at or behind it, so that an ALLOC does not push out what the
    // operation it stands before needs.
    void find_next_operations() {
        next_operation_.resize(order_.size(), NodeId::kNone);
        NodeId next = NodeId::kNone;
        for (std::size_t pos = order_.size(); pos-- > 0;) {
            if (program_.kind[index(order_[pos])] == NodeKind::kOperation) {
                next = order_[pos];
            }
            next_operation_[pos] = next;
        }
    }

    std::uint64_t key_of(BufId b) const {
        const State& s = state_[index(b)];
        return rule_.key({s.last_use, uses_.values[s.next]});
    }

    // Puts `b` among its tier's victims with its current key; an older entry becomes invalid.
    void offer(BufId b) {
        if (rule_.search != VictimSearch::kWindow) {
            const std::uint32_t stamp = ++state_[index(b)].stamp;
            pools_[tier(b)].offer(b, key_of(b), stamp, cost_class(b));
        }
    }

    std::size_t cost_class(BufId b) const { return class_.empty() ? 0 : class_[index(b)]; }

    void hold(BufId b, std::uint32_t offset) {
        state_[index(b)].offset = offset;
        tiers_[tier(b)].enter(b, offset, size(b));
    }

    void release(BufId b) { tiers_[tier(b)].leave(state_[index(b)].offset, size(b)); }

    void note_use(BufId b, std::uint32_t pos) {
        State& s = state_[index(b)];
        s.last_use = pos;
        ++s.next;
        offer(b);
    }

    // The offset of a gap for `b`, made by spilling victims if need be; nothing when even that
    // fails because pinned buffers stand in the way.
    std::optional<std::uint32_t> try_to_make_room(BufId b) {
        std::optional<std::uint32_t> offset = tiers_[tier(b)].best_fit(size(b));
        if (offset) {
            return offset;
        }
        return rule_.search == VictimSearch::kWindow ? empty_window(b, false) : spill_one_by_one(b);
    }

    VictimPool::State state_of(BufId b, std::uint32_t stamp) const {
        const State& s = state_[index(b)];
        return !s.resident || s.stamp != stamp ? VictimPool::State::kStale
               : s.pinned                      ? VictimPool::State::kPinned
                                               : VictimPool::State::kFree;
    }

    std::optional<std::uint32_t> spill_one_by_one(BufId b) {
        VictimPool& pool = pools_[tier(b)];
        std::optional<std::uint32_t> offset;
        const bool prune = rule_.search == VictimSearch::kDistance;
        victims_.clear();
        while (!offset) {
            const BufId victim = pool.take(
                now_, [&](BufId other, std::uint32_t stamp) { return state_of(other, stamp); });
            if (victim == BufId::kNone) {
                break;
            }
            if (prune) {
                victims_.push_back(victim);
                release(victim);
            } else {
                note_choice(b, [&](BufId other) { return other == victim; });
                spill_out(victim);
            }
            offset = tiers_[tier(b)].best_fit(size(b));
        }
        pool.restore();
        if (prune) {
            spill_those_inside(b, offset);
        }
        return offset;
    }

    // Of `victims_`, who have left, those spill that stood where `b` goes; the others come back to
    // their places. All spill when no gap came of it.
    void spill_those_inside(BufId b, std::optional<std::uint32_t> offset) {
        const auto inside = [&](BufId victim) {
            const std::uint32_t lo = state_[index(victim)].offset;
            return !offset || (lo < *offset + size(b) && *offset < lo + size(victim));
        };
        for (const BufId victim : victims_) {
            hold(victim, state_[index(victim)].offset);
        }
        const auto stays = std::stable_partition(victims_.begin(), victims_.end(), inside);
        helpless_.assign(stays, victims_.end());
        victims_.erase(stays, victims_.end());
        for (const BufId other : helpless_) {
            offer(other);
        }
        for (const BufId victim : victims_) {
            note_choice(b, [&](BufId other) { return other == victim; });
            spill_out(victim);
        }
        helpless_.clear();
    }

    // With `move`, residents that the operation at hand uses may be written out too; they join the
    // missing ones. Addresses held for missing ones stay.
    std::optional<std::uint32_t> empty_window(BufId b, bool move) {
        const Tier t = tier(b);
        const std::optional<Window> window =
            tiers_[t].cheapest_window(size(b), [&](BufId other) -> WindowCost {
                const State& s = state_[index(other)];
                return {
                    s.pinned && !(move && s.resident), cost(other).traffic, uses_.values[s.next]};
            });
        if (!window) {
            return std::nullopt;
        }
        victims_.clear();
        for (std::size_t i = window->first; i < window->last; ++i) {
            victims_.push_back(tiers_[t].residents()[i].buf);
        }
        note_choice(b, [&](BufId other) {
            return std::find(victims_.begin(), victims_.end(), other) != victims_.end();
        });
        for (const BufId victim : victims_) {
            spill_out(victim);
            if (state_[index(victim)].pinned) {
                missing_.push_back(victim);
            }
        }
        return tiers_[t].best_fit(size(b));
    }

    template <class Chosen>
    void note_choice(BufId needed, Chosen chosen) {
        if (log_ == nullptr) {
            return;
        }
        const Tier t = tier(needed);
        SpillChoice choice{order_[now_], now_, needed, t, {}};
        for (const Resident& item : tiers_[t].residents()) {
            const State& s = state_[index(item.buf)];
            const BufferCost& c = cost(item.buf);
            const double score =
                rule_.search == VictimSearch::kWindow
                    ? -static_cast<double>(c.traffic)
                    : pools_[t].score(key_of(item.buf), now_, cost_class(item.buf));
            choice.candidates.push_back(
                {item.buf,
                 item.lo,
                 c.size,
                 s.last_use,
                 uses_.values[s.next],
                 c.traffic,
                 c.out + c.in,
                 score,
                 chosen(item.buf),
                 s.pinned,
                 std::find(helpless_.begin(), helpless_.end(), item.buf) != helpless_.end()});
        }
        log_->choices.push_back(std::move(choice));
    }

    std::uint32_t room_for_alloc(BufId b) {
        std::optional<std::uint32_t> offset;
        if (!next_operation_.empty() && next_operation_[now_] != NodeId::kNone) {
            const Span<BufId> bufs = program_.bufs[index(next_operation_[now_])];
            for (const BufId other : bufs) {
                state_[index(other)].pinned = true;
            }
            offset = try_to_make_room(b);
            for (const BufId other : bufs) {
                state_[index(other)].pinned = false;
            }
        }
        if (!offset) {
            offset = try_to_make_room(b);
        }
        SYSTOLE_INVARIANT(offset.has_value(),
                          "an empty tier has no room for a buffer that fits it");
        return *offset;
    }

    void spill_out(BufId b) {
        State& s = state_[index(b)];
        s.spill = static_cast<std::uint32_t>(plan_.spills.size());
        plan_.spills.push_back({b, 0});
        plan_.order.push_back(ir::spill_out_id(program_.nodes(), s.spill));
        s.resident = false;
        release(b);
    }

    void spill_in(BufId b) {
        State& s = state_[index(b)];
        plan_.spills[s.spill].new_offset = s.offset;
        plan_.order.push_back(ir::spill_in_id(program_.nodes(), s.spill));
        s.resident = true;
        offer(b);
    }

    // Makes every one of `bufs` resident. Addresses are found for all before the first SPILL_IN, so
    // that nothing is reloaded only to be moved again.
    void bring_back(Span<BufId> bufs) {
        missing_.clear();
        for (const BufId b : bufs) {
            State& s = state_[index(b)];
            if (!s.resident && !s.pinned) {
                missing_.push_back(b);
            }
            s.pinned = true;
        }
        for (std::size_t i = 0; i < missing_.size(); ++i) {
            const BufId b = missing_[i];
            std::optional<std::uint32_t> offset = try_to_make_room(b);
            if (!offset && rule_.search == VictimSearch::kWindow) {
                offset = empty_window(b, true);
            }
            if (offset) {
                hold(b, *offset);
            } else {
                lay_side_by_side(bufs, tier(b), i);
            }
        }
        for (const BufId b : missing_) {
            spill_in(b);
        }
        for (const BufId b : bufs) {
            state_[index(b)].pinned = false;
        }
    }

    // The i-th missing buffer has no gap, whatever other buffers are spilled: empties the
    // tier and places the operation's buffers one after the other. Those found resident join the
    // missing ones.
    void lay_side_by_side(Span<BufId> bufs, Tier t, std::size_t i) {
        for (std::size_t j = 0; j < i; ++j) {
            if (tier(missing_[j]) == t) {
                release(missing_[j]);
            }
        }
        if (rule_.search == VictimSearch::kWindow) {
            spill_strangers(bufs, t);
        }
        for (const BufId b : bufs) {
            if (tier(b) == t && state_[index(b)].resident) {
                spill_out(b);
                missing_.push_back(b);
            }
        }
        // The ones after the i-th get their turn in bring_back's loop, from an unbroken gap.
        for (std::size_t j = 0; j <= i; ++j) {
            if (tier(missing_[j]) == t) {
                const auto offset = tiers_[t].best_fit(size(missing_[j]));
                SYSTOLE_INVARIANT(offset.has_value(), "an emptied tier is not empty");
                hold(missing_[j], *offset);
            }
        }
    }

    // Writes out every resident of the tier that is not among `bufs`.
    void spill_strangers(Span<BufId> bufs, Tier t) {
        victims_.clear();
        for (const Resident& item : tiers_[t].residents()) {
            if (std::find(bufs.begin(), bufs.end(), item.buf) == bufs.end()) {
                victims_.push_back(item.buf);
            }
        }
        for (const BufId victim : victims_) {
            spill_out(victim);
        }
    }

    const Program& program_;
    const ir::Order& order_;
    const config::ArchConfig& config_;
    const VictimRule& rule_;
    SpillLog* const log_;
    ir::Plan plan_;
    std::uint32_t now_ = 0;  // the position at hand
    ir::Csr<std::uint32_t> uses_;
    const std::vector<BufferCost> cost_;
    std::vector<State> state_;
    PerTier<TierState> tiers_;
    PerTier<VictimPool> pools_;
    std::vector<std::uint32_t> class_;    // per buffer, under kDistance: its cost class
    std::vector<NodeId> next_operation_;  // per position, under kWindow
    std::vector<BufId> victims_;
    std::vector<BufId> helpless_;  // whose turn came without need
    std::vector<BufId> missing_;
};

}  // namespace

ir::Plan place_best_fit(const Program& program,
                        const ir::Order& order,
                        const config::ArchConfig& config,
                        const VictimRule& rule,
                        SpillLog* log) {
    check_fits(program, config);
    return Placer(program, order, config, rule, log).place();
}

}  // namespace systole::place
