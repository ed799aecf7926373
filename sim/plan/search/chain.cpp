#include "sim/plan/search/chain.h"

#include <algorithm>
#include <array>

namespace systole::search {
namespace {

// Share of the price that the first threshold allows a move to cost.
constexpr double kFirstThreshold = 0.004;
// One move in so many changes the placement rule.
constexpr std::size_t kRuleEvery = 40;
// Longest block of anchors that is moved, and the longest of the short ones that half of the moves
// are about.
constexpr std::size_t kLongBlock = 40;
constexpr std::size_t kShortBlock = 4;
// Evaluations between two looks at the watch.
constexpr std::uint64_t kWatchEvery = 16;

}  // namespace

Chain::Chain(const Sharing& sharing,
             const config::ArchConfig& config,
             const Goal& goal,
             std::uint64_t seed)
    : graph_(sharing.graph()),
      goal_(goal),
      placement_(graph_, config),
      group_order_(sharing),
      random_(seed) {}

void Chain::restart(const Candidate& candidate, std::uint64_t price) {
    current_ = best_ = candidate;
    current_price_ = best_price_ = price;
}

void Chain::search(std::uint64_t evaluations, unsigned round, Watch& watch) {
    double threshold = kFirstThreshold * static_cast<double>(best_price_) + 1;
    for (; round > 0; --round) {
        threshold /= 2;
    }
    current_ = best_;
    current_price_ = best_price_;
    if (current_.groups.size() >= 3) {
        search_groups(evaluations / 2, threshold, watch);
        evaluations -= evaluations / 2;
        current_ = best_;
        current_price_ = best_price_;
    }
    search_anchors(evaluations, threshold, watch);
}

// Evaluates the current order; keeps it when its price is within the slack.
bool Chain::accept(double slack) {
    const auto limit = static_cast<std::uint64_t>(static_cast<double>(current_price_) + slack);
    const Units traffic_limit = goal_.objective == Objective::kTraffic ? limit : ~Units{0};
    const Cycles makespan_limit = goal_.timed() ? limit : ~Cycles{0};
    ++evaluations_;
    const Outcome outcome = placement_.evaluate(
        current_.anchors, current_.rule, goal_.timed(), traffic_limit, makespan_limit);
    const std::uint64_t price = goal_.price(outcome);
    if (price > limit) {
        return false;
    }
    current_price_ = price;
    return true;
}

void Chain::join_pieces() {
    current_.anchors.clear();
    for (const auto& piece : pieces_) {
        current_.anchors.insert(current_.anchors.end(), piece.begin(), piece.end());
    }
}

void Chain::search_groups(std::uint64_t evaluations, double threshold, Watch& watch) {
    auto& groups = current_.groups;
    const auto order_of = [&](const Group& group) {
        std::vector<std::uint32_t> piece;
        group_order_.append(group, current_.interleave, piece);
        return piece;
    };
    pieces_.clear();
    for (const Group& group : groups) {
        pieces_.push_back(order_of(group));
    }
    const std::size_t n = groups.size();
    const auto at = [](auto& values, std::size_t i) {
        return values.begin() + static_cast<std::ptrdiff_t>(i);
    };
    for (std::uint64_t e = 0; e < evaluations; ++e) {
        if (e % kWatchEvery == 0 && watch.note(kWatchEvery, best_price_)) {
            return;
        }
        const double left = 1 - static_cast<double>(e) / static_cast<double>(evaluations);
        const PlacementRule rule = current_.rule;
        const auto old_groups = groups;
        const auto old_pieces = pieces_;
        std::size_t i = below(n);
        std::size_t j = below(n);
        if (i > j) {
            std::swap(i, j);
        }
        const std::size_t kind = below(kRuleEvery);
        if (kind == 0) {
            change_rule();
        } else if (kind % 3 == 0) {
            std::reverse(at(groups, i), at(groups, j + 1));
            std::reverse(at(pieces_, i), at(pieces_, j + 1));
        } else if (kind % 3 == 1) {
            const std::size_t middle = i + below(j - i + 1);
            std::rotate(at(groups, i), at(groups, middle), at(groups, j + 1));
            std::rotate(at(pieces_, i), at(pieces_, middle), at(pieces_, j + 1));
        } else if (i != j) {
            std::swap(groups[i][below(groups[i].size())], groups[j][below(groups[j].size())]);
            pieces_[i] = order_of(groups[i]);
            pieces_[j] = order_of(groups[j]);
        }
        join_pieces();
        const double u = unit();
        if (!accept(threshold * left * u * u)) {
            groups = old_groups;
            pieces_ = old_pieces;
            current_.rule = rule;
        } else if (current_price_ < best_price_) {
            best_ = current_;
            best_price_ = current_price_;
        }
    }
}

void Chain::search_anchors(std::uint64_t evaluations, double threshold, Watch& watch) {
    const std::vector<std::uint32_t>& anchors = current_.anchors;
    position_.resize(graph_.size());
    for (std::uint32_t i = 0; i < anchors.size(); ++i) {
        position_[anchors[i]] = i;
    }
    for (std::uint64_t e = 0; e < evaluations; ++e) {
        if (e % kWatchEvery == 0 && watch.note(kWatchEvery, best_price_)) {
            return;
        }
        const double left = 1 - static_cast<double>(e) / static_cast<double>(evaluations);
        const double u = unit();
        const double slack = threshold * left * u * u;
        const PlacementRule rule = current_.rule;
        Block block{};
        const bool moves = below(kRuleEvery) != 0;
        if (!moves) {
            change_rule();
        } else if (propose_block(&block)) {
            apply(block);
        } else {
            continue;
        }
        if (!accept(slack)) {
            current_.rule = rule;
            if (moves) {
                apply(inverse(block));
            }
        } else if (current_price_ < best_price_) {
            current_.groups.clear();  // the order no longer is made of groups
            best_ = current_;
            best_price_ = current_price_;
        }
    }
}

// A block of anchors and another place for it that dependences allow; false when its place is
// fixed.
bool Chain::propose_block(Block* block) {
    const std::vector<std::uint32_t>& anchors = current_.anchors;
    const std::size_t n = anchors.size();
    std::size_t length = 1 + below(below(2) == 0 ? kShortBlock : kLongBlock);
    if (length > n / 2) {
        length = 1;
    }
    const std::size_t from = below(n - length + 1);
    std::size_t lowest = 0;
    std::size_t highest = n - length;
    for (std::size_t i = from; i < from + length; ++i) {
        for (const std::uint32_t p : graph_.inner_pred(anchors[i])) {
            if (position_[p] < from) {
                lowest = std::max<std::size_t>(lowest, position_[p] + 1);
            }
        }
        for (const std::uint32_t s : graph_.inner_succ(anchors[i])) {
            if (position_[s] >= from + length) {
                highest = std::min<std::size_t>(highest, position_[s] - length);
            }
        }
    }
    if (lowest >= highest) {
        return false;
    }
    const std::size_t to = lowest + below(highest - lowest + 1);
    *block = {from, length, to};
    return to != from;
}

// Moves anchors[from, from + length) so that it starts at `to`.
void Chain::apply(const Block& block) {
    std::vector<std::uint32_t>& anchors = current_.anchors;
    const auto at = [&](std::size_t i) { return anchors.begin() + static_cast<std::ptrdiff_t>(i); };
    const auto [from, length, to] = block;
    std::size_t first = from;
    std::size_t last = to + length;
    if (to < from) {
        std::rotate(at(to), at(from), at(from + length));
        first = to;
        last = from + length;
    } else {
        std::rotate(at(from), at(from + length), at(to + length));
    }
    for (std::size_t i = first; i < last; ++i) {
        position_[anchors[i]] = static_cast<std::uint32_t>(i);
    }
}

void Chain::change_rule() {
    static constexpr std::array<double, 7> kWaitPrices = {0, 0.001, 0.01, 0.05, 0.1, 0.3, 1};
    PlacementRule& rule = current_.rule;
    switch (below(goal_.timed() ? 4 : 2)) {
        case 0:
            rule.half_power = static_cast<std::uint8_t>(below(7));
            break;
        case 1:
            rule.ends = static_cast<PlacementRule::Ends>(below(3));
            break;
        case 2:
            rule.wait_price = kWaitPrices[below(kWaitPrices.size())];
            break;
        default:
            rule.earliest_gap = !rule.earliest_gap;
            break;
    }
}

}  // namespace systole::search
