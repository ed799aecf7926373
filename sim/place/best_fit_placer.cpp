#include "sim/place/best_fit_placer.h"

#include "sim/core/error.h"
#include "sim/place/tier_space.h"

#include <fmt/format.h>

#include <algorithm>
#include <queue>
#include <string>
#include <vector>

namespace systole::place {
namespace {

using ir::NodeKind;
using ir::Trace;

// Every operation's buffers must fit their tiers together, and every buffer its own.
void check_fits(const Trace& trace, const config::ArchConfig& config) {
    const auto refuse = [&](std::size_t v, Tier tier, Units need, const std::string& what) {
        const std::uint64_t capacity = config.tiers[tier].capacity;
        throw_refused("place.does-not-fit",
                      {trace.file, trace.line_of(NodeId{static_cast<std::uint32_t>(v)}), v},
                      fmt::format("{} {} units of {}, which has {}: {} units do not fit",
                                  what,
                                  need,
                                  name(tier),
                                  capacity,
                                  need - capacity));
    };
    for (std::size_t b = 0; b < trace.buffers(); ++b) {
        if (trace.size[b] > config.tiers[trace.tier[b]].capacity) {
            refuse(index(trace.alloc[b]),
                   trace.tier[b],
                   trace.size[b],
                   fmt::format("buffer {} needs", trace.buffer_label[b]));
        }
    }
    for (std::size_t v = 0; v < trace.nodes(); ++v) {
        if (trace.kind[v] != NodeKind::kOperation) {
            continue;
        }
        PerTier<Units> need{};
        const Span<BufId> bufs = trace.bufs[v];
        for (std::size_t i = 0; i < bufs.size(); ++i) {
            if (std::find(bufs.begin(), bufs.begin() + i, bufs[i]) == bufs.begin() + i) {
                need[trace.tier[index(bufs[i])]] += trace.size[index(bufs[i])];
            }
        }
        for (const Tier t : kTiers) {
            if (need[t] > config.tiers[t].capacity) {
                refuse(v, t, need[t], "the operation's buffers need together");
            }
        }
    }
}

class Placer {
 public:
    Placer(const Trace& trace,
           const ir::Order& order,
           const config::ArchConfig& config,
           const VictimRule& rule)
        : trace_(trace),
          order_(order),
          rule_(rule),
          state_(trace.buffers()),
          spaces_{{TierSpace(capacity(config, Tier::kL1)),
                   TierSpace(capacity(config, Tier::kUB)),
                   TierSpace(capacity(config, Tier::kL0A)),
                   TierSpace(capacity(config, Tier::kL0B)),
                   TierSpace(capacity(config, Tier::kL0C))}} {}

    ir::Plan place() {
        find_uses();
        plan_.offset.resize(trace_.buffers());
        plan_.order.reserve(order_.size());
        for (std::uint32_t pos = 0; pos < order_.size(); ++pos) {
            const NodeId v = order_[pos];
            const Span<BufId> bufs = trace_.bufs[index(v)];
            switch (trace_.kind[index(v)]) {
                case NodeKind::kAlloc: {
                    const BufId b = bufs[0];
                    State& s = state_[index(b)];
                    s.offset = make_room(b);
                    s.resident = true;
                    s.last_use = pos;
                    plan_.offset[index(b)] = s.offset;
                    offer(b);
                    break;
                }
                case NodeKind::kFree: {
                    const BufId b = bufs[0];
                    bring_back(bufs);
                    State& s = state_[index(b)];
                    spaces_[tier(b)].give_back(s.offset, size(b));
                    s.resident = false;
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
    struct Candidate {
        std::uint64_t key;
        BufId buf;
        std::uint32_t stamp;
        bool operator<(const Candidate& other) const {
            return key != other.key ? key < other.key : index(buf) > index(other.buf);
        }
    };

    static std::uint32_t capacity(const config::ArchConfig& config, Tier t) {
        return static_cast<std::uint32_t>(config.tiers[t].capacity);
    }
    Tier tier(BufId b) const { return trace_.tier[index(b)]; }
    std::uint32_t size(BufId b) const { return trace_.size[index(b)]; }

    // Positions at which each buffer is used, its FREE last.
    void find_uses() {
        uses_ = ir::group_by_row<std::uint32_t>(trace_.buffers(), [&](auto add) {
            for (std::uint32_t pos = 0; pos < order_.size(); ++pos) {
                const std::uint32_t v = index(order_[pos]);
                if (trace_.kind[v] != NodeKind::kAlloc) {
                    for (const BufId b : trace_.bufs[v]) {
                        add(index(b), pos);
                    }
                }
            }
        });
        for (std::size_t b = 0; b < trace_.buffers(); ++b) {
            state_[b].next = uses_.offsets[b];
        }
    }

    // Puts `b` into its tier's victim queue with its current key; an older entry becomes invalid.
    void offer(BufId b) {
        State& s = state_[index(b)];
        ++s.stamp;
        const VictimView view{s.last_use, uses_.values[s.next]};
        queues_[tier(b)].push({rule_.key(view), b, s.stamp});
    }

    void note_use(BufId b, std::uint32_t pos) {
        State& s = state_[index(b)];
        s.last_use = pos;
        ++s.next;
        offer(b);
    }

    // The offset of a gap for `b`, made by spilling victims if need be; nothing when even that
    // fails because pinned buffers stand in the way.
    std::optional<std::uint32_t> try_to_make_room(BufId b) {
        TierSpace& space = spaces_[tier(b)];
        std::optional<std::uint32_t> offset = space.take_best_fit(size(b));
        auto& queue = queues_[tier(b)];
        set_aside_.clear();
        while (!offset && !queue.empty()) {
            const Candidate c = queue.top();
            queue.pop();
            const State& s = state_[index(c.buf)];
            if (!s.resident || s.stamp != c.stamp) {
                continue;
            }
            if (s.pinned) {
                set_aside_.push_back(c);
                continue;
            }
            spill_out(c.buf);
            offset = space.take_best_fit(size(b));
        }
        for (const Candidate& c : set_aside_) {
            queue.push(c);
        }
        return offset;
    }

    std::uint32_t make_room(BufId b) {
        const std::optional<std::uint32_t> offset = try_to_make_room(b);
        SYSTOLE_INVARIANT(offset.has_value(),
                          "an empty tier has no room for a buffer that fits it");
        return *offset;
    }

    void spill_out(BufId b) {
        State& s = state_[index(b)];
        s.spill = static_cast<std::uint32_t>(plan_.spills.size());
        s.resident = false;
        plan_.spills.push_back({b, 0});
        plan_.order.push_back(ir::spill_out_id(trace_.nodes(), s.spill));
        spaces_[tier(b)].give_back(s.offset, size(b));
    }

    void spill_in(BufId b) {
        State& s = state_[index(b)];
        plan_.spills[s.spill].new_offset = s.offset;
        plan_.order.push_back(ir::spill_in_id(trace_.nodes(), s.spill));
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
            const std::optional<std::uint32_t> offset = try_to_make_room(missing_[i]);
            if (offset) {
                state_[index(missing_[i])].offset = *offset;
            } else {
                lay_side_by_side(bufs, tier(missing_[i]), i);
            }
        }
        for (const BufId b : missing_) {
            spill_in(b);
        }
        for (const BufId b : bufs) {
            state_[index(b)].pinned = false;
        }
    }

    // Only pinned buffers are left in the tier and the i-th missing one has no gap: empties the
    // tier and places the operation's buffers one after the other. Those found resident join the
    // missing ones.
    void lay_side_by_side(Span<BufId> bufs, Tier t, std::size_t i) {
        for (std::size_t j = 0; j < i; ++j) {
            if (tier(missing_[j]) == t) {
                spaces_[t].give_back(state_[index(missing_[j])].offset, size(missing_[j]));
            }
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
                const auto offset = spaces_[t].take_best_fit(size(missing_[j]));
                SYSTOLE_INVARIANT(offset.has_value(), "an emptied tier is not empty");
                state_[index(missing_[j])].offset = *offset;
            }
        }
    }

    const Trace& trace_;
    const ir::Order& order_;
    const VictimRule& rule_;
    ir::Plan plan_;
    ir::Csr<std::uint32_t> uses_;
    std::vector<State> state_;
    PerTier<TierSpace> spaces_;
    PerTier<std::priority_queue<Candidate>> queues_;
    std::vector<Candidate> set_aside_;
    std::vector<BufId> missing_;
};

}  // namespace

ir::Plan place_best_fit(const Trace& trace,
                        const ir::Order& order,
                        const config::ArchConfig& config,
                        const VictimRule& rule) {
    check_fits(trace, config);
    return Placer(trace, order, config, rule).place();
}

}  // namespace systole::place
