#include "sim/pipeline.h"

#include "sim/core/error.h"
#include "sim/model/accounting.h"
#include "sim/model/exec_graph_builder.h"
#include "sim/model/measure.h"
#include "sim/model/recurrence.h"
#include "sim/place/best_fit_placer.h"
#include "sim/place/victim_rule.h"
#include "sim/schedule/registry.h"

#include <fmt/format.h>

#include <utility>

namespace systole {

ir::Plan make_plan(const ir::Trace& trace,
                   const config::ArchConfig& config,
                   std::string_view schedule,
                   std::string_view spill) {
    const auto scheduler = schedule::make_scheduler(schedule);
    const place::VictimRule& rule = place::victim_rule(spill);
    return place::place_best_fit(trace, scheduler->order(trace, config), config, rule);
}

TimedPlan time_plan(const ir::Trace& trace,
                    ir::Plan plan,
                    const config::ArchConfig& config,
                    Timing timing,
                    const time::ReplayOptions& options) {
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
    return timed;
}

}  // namespace systole
