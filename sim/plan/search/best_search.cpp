#include "sim/plan/search/best_search.h"

#include "sim/core/error.h"
#include "sim/model/exec_graph_builder.h"
#include "sim/model/measure.h"
#include "sim/model/recurrence.h"
#include "sim/plan/place/fit_check.h"
#include "sim/plan/search/chain.h"
#include "sim/plan/search/list_refiner.h"
#include "sim/plan/search/placement.h"
#include "sim/plan/search/sharing.h"
#include "sim/plan/search/tour.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <thread>
#include <utility>
#include <vector>

namespace systole::search {
namespace {

constexpr std::size_t kChains = 4;
constexpr std::uint32_t kLargestGroup = 4;
constexpr std::uint64_t kRounds = 3;

// The rules that every starting order is tried with.
std::vector<PlacementRule> starting_rules(bool timed) {
    using Ends = PlacementRule::Ends;
    std::vector<PlacementRule> rules;
    for (const Ends ends : {Ends::kLow, Ends::kSplit}) {
        if (timed) {
            for (const double wait_price : {0.001, 0.01, 0.1}) {
                rules.push_back({2, ends, wait_price, true});
                rules.push_back({6, ends, wait_price, true});
            }
        } else {
            for (const std::uint8_t half_power :
                 {std::uint8_t{0}, std::uint8_t{2}, std::uint8_t{6}}) {
                rules.push_back({half_power, ends, 0, false});
            }
        }
    }
    return rules;
}

struct Start {
    std::uint64_t price;
    Candidate candidate;
};

// The trace's own order, the one by demand and those given, then tours of growing group size, each
// with its best rule; best start first.
std::vector<Start> starting_points(const Sharing& sharing,
                                   Placement& placement,
                                   const Goal& goal,
                                   const std::vector<ir::Order>& given) {
    std::vector<Start> starts;
    const OpGraph& graph = sharing.graph();
    GroupOrder group_order(sharing);
    const auto consider = [&](Candidate candidate) {
        Start best{~std::uint64_t{0}, {}};
        PlacementRule best_rule;
        for (const PlacementRule& rule : starting_rules(goal.timed())) {
            const Outcome outcome = placement.evaluate(candidate.anchors, rule, goal.timed());
            if (goal.price(outcome) < best.price) {
                best.price = goal.price(outcome);
                best_rule = rule;
            }
        }
        best.candidate = std::move(candidate);
        best.candidate.rule = best_rule;
        starts.push_back(std::move(best));
    };
    const auto consider_order = [&](std::vector<std::uint32_t> order) {
        Candidate candidate;
        candidate.anchors = std::move(order);
        consider(std::move(candidate));
    };
    consider_order(graph.by_id());
    consider_order(graph.by_demand());
    for (const ir::Order& order : given) {
        consider_order(graph.sequence_of(order));
    }
    for (std::uint32_t size = 1; size <= kLargestGroup && size <= sharing.components(); ++size) {
        const std::vector<Group> groups = reuse_tour(sharing, size);
        for (const Interleave interleave : {Interleave::kFine, Interleave::kCoarse}) {
            Candidate candidate;
            candidate.groups = groups;
            candidate.interleave = interleave;
            for (const Group& group : groups) {
                group_order.append(group, interleave, candidate.anchors);
            }
            consider(std::move(candidate));
        }
    }
    std::stable_sort(starts.begin(), starts.end(), [](const Start& a, const Start& b) {
        return a.price < b.price;
    });
    return starts;
}

// Which start each chain takes: the first the best of all, the others the best of those made of
// groups, which a search can still rearrange as a whole; none that costs twice the best.
std::vector<std::size_t> chain_starts(const std::vector<Start>& starts) {
    std::vector<std::size_t> chosen = {0};
    for (const bool of_groups : {true, false}) {
        for (std::size_t i = 1; i < starts.size(); ++i) {
            const bool grouped = starts[i].candidate.groups.size() > 1;
            if (grouped == of_groups && starts[i].price / 2 < starts[0].price) {
                chosen.push_back(i);
            }
        }
    }
    chosen.resize(kChains, 0);
    return chosen;
}

// Runs `work(i)` for every chain on `threads` threads.
template <class Work>
void for_each_chain(unsigned threads, Work work) {
    std::atomic<std::size_t> next{0};
    const auto take = [&] {
        for (std::size_t i = next++; i < kChains; i = next++) {
            work(i);
        }
    };
    std::vector<std::thread> others;
    for (unsigned t = 1; t < std::min<unsigned>(threads, kChains); ++t) {
        others.emplace_back(take);
    }
    take();
    for (std::thread& other : others) {
        other.join();
    }
}

}  // namespace

SearchResult search_best(const ir::Program& program,
                         const config::ArchConfig& config,
                         const SearchOptions& options) {
    if (options.work == 0) {
        throw_bad_input("search.no-work", {}, "a search needs work of 1 or more, not 0");
    }
    place::check_fits(program, config);
    const OpGraph graph(program, dag::Feeders::kMoves);
    const Sharing sharing(graph);
    const Goal goal{options.objective, options.traffic_budget};
    const unsigned threads =
        options.threads != 0 ? options.threads : std::max(1u, std::thread::hardware_concurrency());
    SearchResult result;
    Placement placement(graph, config);
    Candidate best;
    if (!graph.inner().empty()) {
        std::vector<Start> starts = starting_points(sharing, placement, goal, options.starts);
        std::vector<Chain> chains;
        const std::vector<std::size_t> chosen = chain_starts(starts);
        for (std::size_t i = 0; i < kChains; ++i) {
            const Start& start = starts[chosen[i]];
            chains.emplace_back(sharing, config, goal, options.seed * kChains + i);
            chains.back().restart(start.candidate, start.price);
        }
        const std::uint64_t evaluations =
            options.work / graph.size() / (kChains * kRounds);  // of one chain in one round
        Watch watch(options, evaluations * kChains * kRounds);
        for (std::uint64_t round = 0; round < kRounds; ++round) {
            for_each_chain(threads, [&](std::size_t i) {
                chains[i].search(evaluations, static_cast<unsigned>(round), watch);
            });
            const auto winner =
                std::min_element(chains.begin(), chains.end(), [](const Chain& a, const Chain& b) {
                    return a.best_price() < b.best_price();
                });
            best = winner->best();
            const std::uint64_t price = winner->best_price();
            for (Chain& chain : chains) {
                if (chain.best_price() > price) {
                    chain.restart(best, price);
                }
            }
        }
        for (const Chain& chain : chains) {
            result.evaluations += chain.evaluations();
        }
    }
    result.plan =
        refine_by_list_scheduling(program, placement.plan(best.anchors, best.rule), config);
    result.traffic = model::spill_traffic(program, result.plan, config);
    result.makespan =
        model::recurrence(model::build_exec_graph(program, result.plan, config)).makespan;
    return result;
}

}  // namespace systole::search
