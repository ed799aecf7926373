#include "sim/plan/search/tour.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <tuple>
#include <utility>

namespace systole::search {
namespace {

// Sharers of one buffer that are looked at; a buffer that more share says little about order.
constexpr std::size_t kSharersSeen = 256;

class Tour {
 public:
    Tour(const Sharing& sharing, std::uint32_t group_size)
        : sharing_(sharing),
          group_size_(group_size),
          used_(sharing.components(), false),
          previous_(sharing.graph().program().buffers(), 0),
          current_(sharing.graph().program().buffers(), 0),
          seen_(sharing.components(), 0) {}

    std::vector<Group> walk() {
        std::vector<Group> groups;
        Group group;
        while (true) {
            while (first_unused_ < used_.size() && used_[first_unused_]) {
                ++first_unused_;
            }
            if (first_unused_ == used_.size()) {
                return groups;
            }
            group = best_group(group);
            ++epoch_;
            for (const std::uint32_t c : group) {
                used_[c] = true;
                for (const BufId b : sharing_.footprint(c)) {
                    previous_[index(b)] = epoch_;
                }
            }
            groups.push_back(group);
        }
    }

 private:
    // Units of `component` that neither the group before nor the one being formed has.
    Units new_units(std::uint32_t component) const {
        Units units = 0;
        for (const BufId b : sharing_.footprint(component)) {
            if (previous_[index(b)] != epoch_ && current_[index(b)] != attempt_) {
                units += sharing_.graph().program().size[index(b)];
            }
        }
        return units;
    }

    // Unused components that share a buffer with any of `group`, each once.
    void neighbours(const Group& group, std::vector<std::uint32_t>& found) {
        ++look_;
        found.clear();
        for (const std::uint32_t c : group) {
            for (const BufId b : sharing_.footprint(c)) {
                const auto sharers = sharing_.footprint_sharers(b);
                // From the first unused one on, as far as kSharersSeen goes.
                std::size_t looked = 0;
                for (auto s = std::lower_bound(sharers.begin(), sharers.end(), first_unused_);
                     s != sharers.end() && looked < kSharersSeen;
                     ++s) {
                    if (!used_[*s]) {
                        ++looked;
                        if (seen_[*s] != look_) {
                            seen_[*s] = look_;
                            found.push_back(*s);
                        }
                    }
                }
            }
        }
    }

    Group best_group(const Group& before) {
        // The first unused sharer of each buffer: components of one kind need not all be tried.
        ++look_;
        near_.clear();
        for (const std::uint32_t c : before) {
            for (const BufId b : sharing_.footprint(c)) {
                const auto sharers = sharing_.footprint_sharers(b);
                const auto first =
                    std::find_if(std::lower_bound(sharers.begin(), sharers.end(), first_unused_),
                                 sharers.end(),
                                 [&](std::uint32_t s) { return !used_[s]; });
                if (first != sharers.end() && seen_[*first] != look_) {
                    seen_[*first] = look_;
                    near_.push_back(*first);
                }
            }
        }
        if (near_.empty()) {
            near_.push_back(first_unused_);
        }
        const std::vector<std::uint32_t> candidates = near_;
        Group best;
        Units best_units = std::numeric_limits<Units>::max();
        for (const std::uint32_t candidate : candidates) {
            Units units = 0;
            Group group = fill(candidate, before, units);
            // Per component: the last group of a tour may be smaller. Of equals the one whose
            // numbers lie together: strips of one width leave no ragged rest.
            const Units mine = units * best.size();
            const Units its = best_units * group.size();
            if (best.empty() || mine < its ||
                (mine == its &&
                 std::make_pair(spread(group), group) < std::make_pair(spread(best), best))) {
                best_units = units;
                best = std::move(group);
            }
        }
        return best;
    }

    static std::uint32_t spread(const Group& group) {
        const auto [low, high] = std::minmax_element(group.begin(), group.end());
        return *high - *low;
    }

    Group fill(std::uint32_t first, const Group& before, Units& units) {
        ++attempt_;
        Group group;
        const auto add = [&](std::uint32_t c) {
            units += new_units(c);
            for (const BufId b : sharing_.footprint(c)) {
                current_[index(b)] = attempt_;
            }
            group.push_back(c);
            used_[c] = true;
        };
        add(first);
        std::vector<std::uint32_t> near;
        Group sources = before;
        while (group.size() < group_size_) {
            sources.push_back(group.back());
            neighbours(sources, near);
            if (near.empty()) {
                break;
            }
            // Least new data; of equals the nearest number, for the reason in best_group().
            std::tuple<Units, std::uint32_t, std::uint32_t> best{~Units{0}, 0, 0};
            for (const std::uint32_t c : near) {
                best = std::min(
                    best, std::make_tuple(new_units(c), c > first ? c - first : first - c, c));
            }
            add(std::get<2>(best));
        }
        for (const std::uint32_t c : group) {
            used_[c] = false;
        }
        return group;
    }

    const Sharing& sharing_;
    const std::uint32_t group_size_;
    std::vector<bool> used_;
    std::uint32_t first_unused_ = 0;
    std::vector<std::uint32_t> previous_;  // per buffer: epoch of the group before that had it
    std::vector<std::uint32_t> current_;   // per buffer: attempt that has it
    std::vector<std::uint32_t> seen_;      // per component
    std::vector<std::uint32_t> near_;
    std::uint32_t epoch_ = 1;
    std::uint32_t attempt_ = 0;
    std::uint32_t look_ = 0;
};

enum State : std::uint8_t { kWaiting, kReady, kTaken };

// Shared buffers that count as used lately.
constexpr std::size_t kMemory = 8;
constexpr std::uint32_t kNone = 0xFFFFFFFFu;

}  // namespace

std::vector<Group> reuse_tour(const Sharing& sharing, std::uint32_t group_size) {
    return Tour(sharing, group_size).walk();
}

GroupOrder::GroupOrder(const Sharing& sharing)
    : sharing_(sharing),
      waiting_(sharing.graph().size()),
      taken_(sharing.components(), 0),
      state_(sharing.graph().size(), kWaiting),
      ready_(sharing.components()),
      seen_(sharing.graph().size(), 0) {}

void GroupOrder::append(const Group& group,
                        Interleave interleave,
                        std::vector<std::uint32_t>& order) {
    recent_.clear();
    std::size_t left = 0;
    for (const std::uint32_t c : group) {
        taken_[c] = 0;
        ready_[c].clear();
        left += sharing_.members(c).size();
        for (const std::uint32_t a : sharing_.members(c)) {
            waiting_[a] = static_cast<std::uint32_t>(sharing_.graph().inner_pred(a).size());
            state_[a] = waiting_[a] == 0 ? kReady : kWaiting;
            if (waiting_[a] == 0) {
                ready_[c].push_back(a);  // rising numbers: a heap already
            }
        }
    }
    std::uint32_t component = group.front();
    for (; left > 0; --left) {
        ++step_;
        std::uint32_t anchor = kNone;
        if (interleave == Interleave::kCoarse) {
            anchor = next_of(component);
            if (anchor != kNone) {
                const auto shared = sharing_.shared(anchor);
                const bool at_hand = std::all_of(
                    shared.begin(), shared.end(), [&](BufId b) { return is_recent(b); });
                anchor = at_hand ? anchor : kNone;
            }
        }
        if (anchor == kNone) {
            anchor = next_sharing();
        }
        if (anchor == kNone) {
            anchor = next_of_all(group);
        }
        component = sharing_.component(anchor);
        take(anchor, order);
    }
}

bool GroupOrder::is_recent(BufId buffer) const {
    return std::find(recent_.begin(), recent_.end(), buffer) != recent_.end();
}

std::uint64_t GroupOrder::affinity(std::uint32_t anchor) const {
    std::uint64_t sum = 0;
    for (const BufId b : sharing_.shared(anchor)) {
        const auto at = std::find(recent_.begin(), recent_.end(), b);
        if (at != recent_.end()) {
            // 840 is divisible by every age, so that no sum is rounded.
            const auto age = static_cast<std::uint64_t>(recent_.end() - at);
            sum += 840 / age * sharing_.graph().program().size[index(b)];
        }
    }
    return sum;
}

// The ready anchor that shares most with the recent buffers; kNone when none shares anything.
std::uint32_t GroupOrder::next_sharing() {
    std::uint32_t best = kNone;
    std::uint64_t best_affinity = 0;
    const auto progress = [&](std::uint32_t a) { return taken_[sharing_.component(a)]; };
    for (const BufId b : recent_) {
        std::size_t looked = 0;
        for (const std::uint32_t a : sharing_.sharers(b)) {
            if (state_[a] != kReady) {
                continue;
            }
            if (++looked > kSharersSeen) {
                break;
            }
            if (seen_[a] == step_) {
                continue;
            }
            seen_[a] = step_;
            const std::uint64_t value = affinity(a);
            if (best == kNone || value > best_affinity ||
                (value == best_affinity &&
                 std::make_pair(progress(a), a) < std::make_pair(progress(best), best))) {
                best = a;
                best_affinity = value;
            }
        }
    }
    return best;
}

// The smallest ready anchor of a component, or kNone.
std::uint32_t GroupOrder::next_of(std::uint32_t component) {
    std::vector<std::uint32_t>& heap = ready_[component];
    while (!heap.empty() && state_[heap.front()] != kReady) {
        std::pop_heap(heap.begin(), heap.end(), std::greater<>());
        heap.pop_back();
    }
    return heap.empty() ? kNone : heap.front();
}

// The smallest ready anchor of the component that has advanced least.
std::uint32_t GroupOrder::next_of_all(const Group& group) {
    std::uint32_t best = kNone;
    for (const std::uint32_t c : group) {
        const std::uint32_t a = next_of(c);
        if (a != kNone &&
            (best == kNone || std::make_pair(taken_[c], a) <
                                  std::make_pair(taken_[sharing_.component(best)], best))) {
            best = a;
        }
    }
    return best;
}

void GroupOrder::take(std::uint32_t anchor, std::vector<std::uint32_t>& order) {
    state_[anchor] = kTaken;
    order.push_back(anchor);
    ++taken_[sharing_.component(anchor)];
    for (const BufId b : sharing_.shared(anchor)) {
        const auto at = std::find(recent_.begin(), recent_.end(), b);
        if (at != recent_.end()) {
            recent_.erase(at);
        } else if (recent_.size() == kMemory) {
            recent_.erase(recent_.begin());
        }
        recent_.push_back(b);
    }
    for (const std::uint32_t s : sharing_.graph().inner_succ(anchor)) {
        if (--waiting_[s] == 0) {
            state_[s] = kReady;
            std::vector<std::uint32_t>& heap = ready_[sharing_.component(s)];
            heap.push_back(s);
            std::push_heap(heap.begin(), heap.end(), std::greater<>());
        }
    }
}

}  // namespace systole::search
