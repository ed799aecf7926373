#include "sim/pipeline.h"

#include "sim/core/error.h"
#include "sim/methods.h"
#include "sim/model/accounting.h"
#include "sim/model/exec_graph_builder.h"
#include "sim/model/measure.h"
#include "sim/model/recurrence.h"
#include "sim/place/best_fit_placer.h"
#include "sim/place/victim_rule.h"
#include "sim/schedule/registry.h"
#include "sim/search/list_refiner.h"

#include <fmt/format.h>

#include <chrono>
#include <utility>

namespace systole {
namespace {

// Rows that the detailed DDR model opened, over all channels; none when it did not run.
std::optional<std::uint64_t> activates(const std::vector<stats::Sample>& counters) {
    constexpr std::string_view kName = ".activates";
    std::optional<std::uint64_t> sum;
    for (const stats::Sample& c : counters) {
        const std::string_view path = c.path;
        if (path.size() > kName.size() && path.substr(path.size() - kName.size()) == kName) {
            sum = sum.value_or(0) + c.value;
        }
    }
    return sum;
}

model::EnergyResult energy_result(const ir::Trace& trace,
                                  const TimedPlan& timed,
                                  const config::ArchConfig& config,
                                  const config::EnergyTable* prices) {
    model::EnergyResult result;
    result.why_not = model::energy_obstacle(trace);
    if (result.why_not.empty() && prices == nullptr) {
        result.why_not = "the configuration names no table of energies (energy.table)";
    }
    if (result.why_not.empty()) {
        model::check_energy_table(*prices, trace);
        result.table = prices->name;
        result.energy = model::energy_of(trace,
                                         timed.graph,
                                         timed.timeline,
                                         timed.layers,
                                         config,
                                         *prices,
                                         activates(timed.counters));
    }
    return result;
}

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
ir::Plan search_plan(const ir::Trace& trace,
                     const config::ArchConfig& config,
                     search::SearchOptions options) {
    // Larger traces would have to wait for the rivals' searches.
    constexpr std::size_t kMostForRivals = 50'000;
    std::vector<ir::Plan> others;
    for (const std::string_view name : {"dan", "hmcos", "cosma", "magis", "eda"}) {
        if (name == "dan" || trace.nodes() <= kMostForRivals) {
            others.push_back(make_plan(trace, config, name, ""));
            options.starts.push_back(others.back().order);
        }
    }
    const auto makespan_of = [&](const ir::Plan& plan) {
        return model::recurrence(model::build_exec_graph(trace, plan, config)).makespan;
    };
    if (options.traffic_budget == search::kNoBudget) {
        options.traffic_budget = model::spill_traffic(trace, others[0], config);
    }
    const Cycles dan = makespan_of(others[0]);
    search::SearchResult found = search::search_best(trace, config, options);
    auto best = worth(options, found.traffic, found.makespan);
    ir::Plan plan = std::move(found.plan);
    for (ir::Plan& other : others) {
        ir::Plan refined = search::refine_by_list_scheduling(trace, std::move(other), config);
        const auto value =
            worth(options, model::spill_traffic(trace, refined, config), makespan_of(refined));
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

ir::Plan make_plan(const ir::Trace& trace,
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
        plan = search_plan(trace, config, d.search);
        d.order_seconds = clock.lap();
    } else if (method.joint != nullptr) {
        plan = method.joint(trace, config, log);
        d.order_seconds = clock.lap();
    } else {
        const place::VictimRule& rule = place::victim_rule(d.spill);
        const ir::Order order = schedule::make_scheduler(method.scheduler)->order(trace, config);
        d.order_seconds = clock.lap();
        plan = place::place_best_fit(trace, order, config, rule, log);
        d.place_seconds = clock.lap();
    }
    if (method.refine) {
        d.cpe = schedule::refine_cpe(trace, std::move(plan), config);
        plan = std::move(d.cpe->plan);
        d.refine_seconds = clock.lap();
    }
    return plan;
}

TimedPlan time_plan(const ir::Trace& trace,
                    ir::Plan plan,
                    const config::ArchConfig& config,
                    Timing timing,
                    const time::ReplayOptions& options,
                    const config::EnergyTable* prices) {
    TimedPlan timed;
    timed.plan = std::move(plan);
    timed.graph = model::build_exec_graph(trace, timed.plan, config);
    timed.timeline = model::recurrence(timed.graph);
    if (timing == Timing::kSystemC) {
        const Cycles ideal = timed.timeline.makespan;
        time::ReplayOptions with_total = options;
        with_total.expected_cycles = ideal;
        time::Replay run = time::replay(trace, timed.graph, config, with_total);
        SYSTOLE_INVARIANT(
            config.contention ? run.timeline.makespan >= ideal : run.timeline.makespan == ideal,
            fmt::format("the SystemC core took {} cycles, the recurrence {}",
                        run.timeline.makespan,
                        ideal));
        timed.timeline = std::move(run.timeline);
        timed.counters = std::move(run.counters);
    }
    timed.waits = model::node_waits(timed.graph, timed.timeline);
    timed.metrics =
        model::measure(trace, timed.plan, timed.graph, timed.timeline, timed.waits, config);
    timed.layers = model::layer_stats(trace, timed.graph, timed.timeline, config);
    timed.energy = energy_result(trace, timed, config, prices);
    return timed;
}

}  // namespace systole
