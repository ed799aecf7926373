#include "sim/run/time_plan.h"

#include "sim/core/error.h"
#include "sim/model/accounting.h"
#include "sim/model/exec_graph_builder.h"
#include "sim/model/measure.h"
#include "sim/model/recurrence.h"

#include <fmt/format.h>

#include <utility>

namespace systole {
namespace {

model::EnergyResult energy_result(const ir::Program& program,
                                  const TimedPlan& timed,
                                  const config::ArchConfig& config,
                                  const config::EnergyTable* prices) {
    model::EnergyResult result;
    result.why_not = model::energy_obstacle(program);
    if (result.why_not.empty() && prices == nullptr) {
        result.why_not = "the configuration names no table of energies (energy.table)";
    }
    if (result.why_not.empty()) {
        // Energy is a secondary output: what it lacks does not keep the times from the user.
        try {
            model::check_energy_table(*prices, program);
        } catch (const Error& error) {
            result.why_not = error.message();
        }
    }
    if (result.why_not.empty()) {
        result.table = prices->name;
        result.energy = model::energy_of(
            program, timed.graph, timed.timeline, timed.layers, config, *prices, timed.activates);
    }
    return result;
}

}  // namespace

TimedPlan time_plan(const ir::Program& program,
                    ir::Plan plan,
                    const config::ArchConfig& config,
                    Timing timing,
                    const time::ReplayOptions& options,
                    const config::EnergyTable* prices) {
    TimedPlan timed;
    timed.plan = std::move(plan);
    timed.graph = model::build_exec_graph(program, timed.plan, config);
    timed.timeline = model::recurrence(timed.graph);
    if (timing == Timing::kSystemC) {
        const Cycles ideal = timed.timeline.makespan;
        time::ReplayOptions with_total = options;
        with_total.expected_cycles = ideal;
        time::Replay run = time::replay(program, timed.graph, config, with_total);
        SYSTOLE_INVARIANT(
            config.contention ? run.timeline.makespan >= ideal : run.timeline.makespan == ideal,
            fmt::format("the SystemC core took {} cycles, the recurrence {}",
                        run.timeline.makespan,
                        ideal));
        timed.timeline = std::move(run.timeline);
        timed.counters = std::move(run.counters);
        timed.activates = run.activates;
        timed.burst_group = run.burst_group;
    }
    timed.waits = model::node_waits(timed.graph, timed.timeline);
    timed.metrics =
        model::measure(program, timed.plan, timed.graph, timed.timeline, timed.waits, config);
    timed.layers = model::layer_stats(program, timed.graph, timed.timeline, config);
    timed.energy = energy_result(program, timed, config, prices);
    return timed;
}

}  // namespace systole
