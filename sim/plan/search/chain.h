#pragma once

#include "sim/config/arch_config.h"
#include "sim/plan/search/best_search.h"
#include "sim/plan/search/placement.h"
#include "sim/plan/search/tour.h"
#include "sim/plan/search/watch.h"

#include <cstdint>
#include <random>
#include <vector>

namespace systole::search {

// What a search minimizes.
struct Goal {
    Objective objective;
    Units traffic_budget;

    bool timed() const { return objective != Objective::kTraffic; }
    std::uint64_t price(const Outcome& outcome) const {
        switch (objective) {
            case Objective::kTraffic:
                return outcome.traffic;
            case Objective::kMakespan:
                return outcome.makespan;
            case Objective::kBalanced:
                break;
        }
        const Units excess =
            outcome.traffic > traffic_budget ? outcome.traffic - traffic_budget : 0;
        return outcome.makespan + kCyclesPerExcessUnit * excess;
    }

    // Dear enough that no transfer saved by exceeding the budget pays: a reload takes 2 cycles and
    // a bit per unit.
    static constexpr std::uint64_t kCyclesPerExcessUnit = 64;
};

// An order and how it is placed.
struct Candidate {
    std::vector<Group> groups;  // while the order still is made of groups
    Interleave interleave = Interleave::kFine;
    std::vector<std::uint32_t> anchors;  // the order
    PlacementRule rule;
};

// One local search by threshold accepting: a move is taken when the price rises by no more than a
// random part of a threshold that falls to zero. First groups of components change places, while
// there are groups; then blocks of anchors do, within what dependences allow; now and then the
// placement rule changes. Its random numbers depend on the seed alone.
class Chain {
 public:
    Chain(const Sharing& sharing,
          const config::ArchConfig& config,
          const Goal& goal,
          std::uint64_t seed);

    void restart(const Candidate& candidate, std::uint64_t price);
    // Tries `evaluations` candidates, or as many as the watch allows.
    void search(std::uint64_t evaluations, unsigned round, Watch& watch);

    const Candidate& best() const { return best_; }
    std::uint64_t best_price() const { return best_price_; }
    std::uint64_t evaluations() const { return evaluations_; }

 private:
    struct Block {
        std::size_t from, length, to;
    };

    std::size_t below(std::size_t n) { return static_cast<std::size_t>(random_() % n); }
    double unit() { return static_cast<double>(random_() >> 11) * 0x1.0p-53; }
    void search_groups(std::uint64_t evaluations, double threshold, Watch& watch);
    void search_anchors(std::uint64_t evaluations, double threshold, Watch& watch);
    void join_pieces();
    bool propose_block(Block* block);
    void apply(const Block& block);
    static Block inverse(const Block& block) { return {block.to, block.length, block.from}; }
    void change_rule();
    bool accept(double slack);

    const OpGraph& graph_;
    const Goal goal_;
    Placement placement_;
    GroupOrder group_order_;
    std::mt19937_64 random_;
    Candidate current_, best_;
    std::uint64_t current_price_ = 0, best_price_ = 0;
    std::vector<std::vector<std::uint32_t>> pieces_;  // anchors of each group
    std::vector<std::uint32_t> position_;             // per anchor
    std::uint64_t evaluations_ = 0;
};

}  // namespace systole::search
