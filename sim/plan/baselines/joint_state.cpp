#include "sim/plan/baselines/joint_state.h"

#include "sim/core/error.h"
#include "sim/plan/baselines/set_hash.h"

#include <algorithm>
#include <optional>

namespace systole::baselines {
namespace {

constexpr std::uint8_t kDoneChange = 0;
constexpr std::uint8_t kPlaceChange = 1;
constexpr std::uint8_t kLeftChange = 2;

}  // namespace

JointState::JointState(const OpGraph& graph, const config::ArchConfig& config)
    : graph_(graph),
      cost_(std::make_shared<std::vector<place::BufferCost>>(
          place::buffer_costs(graph.program(), config))),
      done_(graph.size(), false),
      place_(graph.program().buffers(), Place::kUnborn),
      left_(graph.program().buffers()) {
    for (std::uint32_t b = 0; b < left_.size(); ++b) {
        left_[b] = graph.holders(BufId{b});
    }
    for (const Tier t : kTiers) {
        tiers_[t] = place::TierState(static_cast<std::uint32_t>(config.tiers[t].capacity));
    }
}

std::uint64_t JointState::pressure() const {
    std::uint64_t most = 0;
    for (const Tier t : kTiers) {
        most = std::max(most, (units_[t] << 20) / std::max<std::uint64_t>(1, tiers_[t].capacity()));
    }
    return most;
}

std::pair<Units, Units> JointState::outlook(Op op) const {
    Units missing = 0;
    Units ending = 0;
    const Span<BufId> own = graph_.needs(op);
    const auto count = [&](Op o) {
        for (const BufId b : graph_.needs(o)) {
            const bool counted = o != op && std::find(own.begin(), own.end(), b) != own.end();
            missing += counted || place_[index(b)] == Place::kResident
                           ? 0
                           : graph_.program().size[index(b)];
        }
        for (const BufId b : graph_.holds(o)) {
            ending += left_[index(b)] == 1 && place_[index(b)] == Place::kResident
                          ? graph_.program().size[index(b)]
                          : 0;
        }
    };
    count(op);
    for (const Op p : graph_.pred(op)) {
        if (graph_.is_feeder(p) && !done_[p]) {
            count(p);
        }
    }
    return {missing, ending};
}

void JointState::remember() {
    changes_.clear();
    for (const Tier t : kTiers) {
        old_tiers_[t].become(tiers_[t]);
    }
    old_units_ = units_;
    old_traffic_ = traffic_;
    old_hash_ = hash_;
}

void JointState::back() {
    for (auto c = changes_.rbegin(); c != changes_.rend(); ++c) {
        switch (c->kind) {
            case kDoneChange:
                done_[c->what] = false;
                break;
            case kPlaceChange:
                place_[c->what] = c->was;
                break;
            default:
                ++left_[c->what];
                break;
        }
    }
    changes_.clear();
    std::swap(tiers_, old_tiers_);
    units_ = old_units_;
    traffic_ = old_traffic_;
    hash_ = old_hash_;
}

void JointState::set(BufId b, Place place) {
    changes_.push_back({index(b), kPlaceChange, place_[index(b)]});
    const bool was = place_[index(b)] == Place::kResident;
    const bool is = place == Place::kResident;
    if (was != is) {
        hash_ ^= set_hash(graph_.size() + index(b));
    }
    place_[index(b)] = place;
}

void JointState::remove(BufId b) {
    const place::BufferCost& cost = (*cost_)[index(b)];
    const Span<place::Resident> all = tiers_[cost.tier].residents();
    const auto at =
        std::find_if(all.begin(), all.end(), [&](const place::Resident& r) { return r.buf == b; });
    SYSTOLE_INVARIANT(at != all.end(), "a resident buffer has no address");
    units_[cost.tier] -= cost.size;
    tiers_[cost.tier].leave(at->lo, cost.size);
}

void JointState::evict(BufId b) {
    remove(b);
    traffic_ += (*cost_)[index(b)].traffic;
    set(b, Place::kSpilled);
}

// Best fit, else the cheapest window that holds nothing pinned. False where there is none.
bool JointState::place(BufId b) {
    const auto [size, t] = std::make_pair((*cost_)[index(b)].size, (*cost_)[index(b)].tier);
    place::TierState& tier = tiers_[t];
    std::optional<std::uint32_t> offset = tier.best_fit(size);
    if (!offset) {
        const auto window = tier.cheapest_window(size, [&](BufId other) -> place::WindowCost {
            const bool pinned = std::find(pinned_.begin(), pinned_.end(), other) != pinned_.end();
            return {pinned, (*cost_)[index(other)].traffic, 0};
        });
        if (!window) {
            return false;
        }
        victims_.clear();
        for (std::size_t i = window->first; i < window->last; ++i) {
            victims_.push_back(tier.residents()[i].buf);
        }
        for (const BufId victim : victims_) {
            evict(victim);
        }
        offset = tier.best_fit(size);
        SYSTOLE_INVARIANT(offset.has_value(), "an emptied window has no room");
    }
    tier.enter(b, *offset, size);
    units_[t] += size;
    set(b, Place::kResident);
    return true;
}

// Makes the buffers of one tier resident. Where they stand in each other's way, everybody leaves
// and they are placed side by side.
void JointState::place_all(Span<BufId> bufs, Tier t) {
    const ir::Program& program = graph_.program();
    for (int attempt = 0; attempt < 2; ++attempt) {
        bool all = true;
        for (const BufId b : bufs) {
            all = all &&
                  (program.tier[index(b)] != t || place_[index(b)] == Place::kResident || place(b));
        }
        if (all) {
            return;
        }
        while (!tiers_[t].residents().empty()) {
            evict(tiers_[t].residents().front().buf);
        }
    }
    SYSTOLE_INVARIANT(false, "an operation's buffers do not fit an empty tier");
}

void JointState::ensure(Span<BufId> bufs) {
    pinned_.assign(bufs.begin(), bufs.end());
    for (const Tier t : kTiers) {
        place_all(bufs, t);
    }
}

void JointState::run_one(Op op) {
    ensure(graph_.needs(op));
    done_[op] = true;
    hash_ ^= set_hash(op);
    changes_.push_back({op, kDoneChange, Place::kUnborn});
    for (const BufId b : graph_.holds(op)) {
        changes_.push_back({index(b), kLeftChange, Place::kUnborn});
        if (--left_[index(b)] == 0) {
            if (place_[index(b)] == Place::kResident) {
                remove(b);
            }
            set(b, Place::kDead);
        }
    }
}

void JointState::step(Op op) {
    for (const Op p : graph_.pred(op)) {
        if (graph_.is_feeder(p) && !done_[p]) {
            run_one(p);
        }
    }
    run_one(op);
}

}  // namespace systole::baselines
