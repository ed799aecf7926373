#include "sim/plan/planner.h"

#include "sim/core/error.h"
#include "sim/model/exec_graph_builder.h"
#include "sim/model/measure.h"
#include "sim/model/recurrence.h"
#include "sim/plan/methods.h"
#include "sim/plan/place/best_fit_placer.h"
#include "sim/plan/place/victim_rule.h"
#include "sim/plan/search/list_refiner.h"

#include <fmt/format.h>

#include <chrono>
#include <utility>

namespace systole::plan {
namespace {

class Seconds {
 public:
    // Since it was made, or since the last call.
    double lap() {
        const auto now = std::chrono::steady_clock::now();
        const double seconds = std::chrono::duration<double>(now - start_).count();
        start_ = now;
        return seconds;
    }

 private:
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// What a plan is worth for an objective, smaller is better.
std::pair<std::uint64_t, std::uint64_t> worth(const search::SearchOptions& options,
                                              Units traffic,
                                              Cycles makespan) {
    switch (options.objective) {
        case search::Objective::kTraffic:
            return {traffic, makespan};
        case search::Objective::kMakespan:
            return {makespan, traffic};
        case search::Objective::kBalanced:
            break;
    }
    return {traffic <= options.traffic_budget ? makespan : ~Cycles{0}, traffic};
}

// The search, starting from what the other methods found; where it finds nothing better, the best
// of their plans.
ir::Plan search_plan(const ir::Program& program,
                     const config::ArchConfig& config,
                     search::SearchOptions options) {
    // Larger traces would have to wait for the baselines' searches.
    constexpr std::size_t kMostForBaselines = 50'000;
    std::vector<ir::Plan> others;
    for (const std::string_view name : {"dan", "hmcos", "cosma", "magis", "eda"}) {
        if (name == "dan" || program.nodes() <= kMostForBaselines) {
            others.push_back(make_plan(program, config, name, ""));
            options.starts.push_back(others.back().order);
        }
    }
    const auto makespan_of = [&](const ir::Plan& plan) {
        return model::recurrence(model::build_exec_graph(program, plan, config)).makespan;
    };
    if (options.traffic_budget == search::kNoBudget) {
        options.traffic_budget = model::spill_traffic(program, others[0], config);
    }
    const Cycles dan = makespan_of(others[0]);
    search::SearchResult found = search::search_best(program, config, options);
    auto best = worth(options, found.traffic, found.makespan);
    ir::Plan plan = std::move(found.plan);
    for (ir::Plan& other : others) {
        ir::Plan refined = search::refine_by_list_scheduling(program, std::move(other), config);
        const auto value =
            worth(options, model::spill_traffic(program, refined, config), makespan_of(refined));
        if (value < best) {
            best = value;
            plan = std::move(refined);
        }
    }
    SYSTOLE_INVARIANT(options.objective != search::Objective::kMakespan || best.first <= dan,
                      "a search that starts from dan's plan ended with a slower one");
    return plan;
}

}  // namespace

ir::Plan make_plan(const ir::Program& program,
                   const config::ArchConfig& config,
                   std::string_view method_name,
                   std::string_view spill,
                   PlanDetails* details) {
    const Method& method = find_method(method_name);
    PlanDetails unwanted;
    PlanDetails& d = details == nullptr ? unwanted : *details;
    place::SpillLog* const log = d.explain ? &d.spills : nullptr;
    d.spill = spill.empty() ? method.spill : spill;
    if (method.spill.empty() && !spill.empty()) {
        throw_bad_input(
            "place.rule-fixed",
            {},
            fmt::format("{} chooses its victims itself; leave out --spill {}", method.name, spill));
    }
    if (method.search && d.explain) {
        throw_bad_input("place.no-explanation",
                        {},
                        fmt::format("{} tries thousands of plans and logs no choices; leave out "
                                    "--explain, or take another method",
                                    method.name));
    }
    Seconds clock;
    ir::Plan plan;
    if (method.search) {
        plan = search_plan(program, config, d.search);
        d.order_seconds = clock.lap();
    } else if (method.joint != nullptr) {
        plan = method.joint(program, config, log);
        d.order_seconds = clock.lap();
    } else {
        const place::VictimRule& rule = place::victim_rule(d.spill);
        const ir::Order order = method.order(program, config);
        d.order_seconds = clock.lap();
        plan = place::place_best_fit(program, order, config, rule, log);
        d.place_seconds = clock.lap();
    }
    if (method.refine) {
        d.cpe = schedule::refine_cpe(program, std::move(plan), config);
        plan = std::move(d.cpe->plan);
        d.refine_seconds = clock.lap();
    }
    return plan;
}

}  // namespace systole::plan
