#pragma once

#include "sim/config/arch_config.h"
#include "sim/config/energy_table.h"
#include "sim/ir/exec_graph.h"
#include "sim/ir/plan.h"
#include "sim/ir/program.h"
#include "sim/ir/timeline.h"
#include "sim/model/energy.h"
#include "sim/model/layer_stats.h"
#include "sim/model/metrics.h"
#include "sim/stats/counter.h"
#include "sim/time/replay.h"

#include <cstdint>
#include <optional>
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
    std::optional<std::uint64_t> activates;  // DRAM rows opened, of a DDR model that has rows
    std::uint64_t burst_group = 1;           // time::Replay
    model::LayerTable layers;
    model::EnergyResult energy;
};

enum class Timing { kSystemC, kRecurrence };

// Checks the plan and times it, by the SystemC core or, for a plan alone, by the recurrence. With
// contention off the two must agree to the cycle, with contention on the core may only be slower; a
// SystemC run that breaks this trips an invariant. `prices`: what actions cost, or none.
// Errors: those of build_exec_graph, replay, check_energy_table and energy_of.
TimedPlan time_plan(const ir::Program& program,
                    ir::Plan plan,
                    const config::ArchConfig& config,
                    Timing timing,
                    const time::ReplayOptions& options = {},
                    const config::EnergyTable* prices = nullptr);

}  // namespace systole
