#pragma once

#include "sim/config/arch_config.h"
#include "sim/config/energy_table.h"
#include "sim/ir/exec_graph.h"
#include "sim/ir/plan.h"
#include "sim/ir/timeline.h"
#include "sim/ir/trace.h"
#include "sim/model/energy.h"
#include "sim/model/layer_stats.h"
#include "sim/model/metrics.h"
#include "sim/stats/counter.h"
#include "sim/time/replay.h"

#include <string>
#include <string_view>
#include <vector>

namespace systole {

// A plan with everything that timing it gave.
struct TimedPlan {
    ir::Plan plan;
    ir::ExecGraph graph;
    ir::Timeline timeline;
    std::vector<model::NodeWait> waits;  // per node id
    model::Metrics metrics;
    std::vector<stats::Sample> counters;
    model::LayerTable layers;
    model::EnergyResult energy;
};

// Schedule, then place: the plan that `schedule` (registry name) and the victim rule `spill` make.
// Errors: those of the registries and of the placer.
ir::Plan make_plan(const ir::Trace& trace,
                   const config::ArchConfig& config,
                   std::string_view schedule,
                   std::string_view spill);

enum class Timing { kSystemC, kRecurrence };

// Checks the plan and times it, by the SystemC core or, for a plan alone, by the recurrence. With
// contention off the two must agree to the cycle, with contention on the core may only be slower; a
// SystemC run that breaks this trips an invariant. `prices`: what actions cost, or none.
// Errors: those of build_exec_graph, replay, check_energy_table and energy_of.
TimedPlan time_plan(const ir::Trace& trace,
                    ir::Plan plan,
                    const config::ArchConfig& config,
                    Timing timing,
                    const time::ReplayOptions& options = {},
                    const config::EnergyTable* prices = nullptr);

}  // namespace systole
