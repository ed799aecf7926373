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
#include "sim/place/spill_log.h"
#include "sim/schedule/cpe_refiner.h"
#include "sim/search/best_search.h"
#include "sim/stats/counter.h"
#include "sim/time/replay.h"

#include <optional>
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

// How a plan came about. Seconds are of this run, for tables of compile time; nothing depends on
// them.
struct PlanDetails {
    std::string_view spill;  // the rule that chose victims; "": the method's own
    double order_seconds = 0;
    double place_seconds = 0;
    double refine_seconds = 0;
    place::SpillLog spills;                  // filled where `explain` asks for it
    std::optional<schedule::CpeResult> cpe;  // its plan is moved out
    bool explain = false;
    search::SearchOptions search;  // for the method `best`
};

// The plan that a method (sim/methods) makes: schedule, place, refine. `spill` names a victim rule
// in place of the method's; "" leaves it that. `best` also starts from the
// plans of dan and, on traces of up to 50,000 nodes, of the rivals, and is never worse than they
// are for its objective; the balanced one gets dan's traffic as its budget unless told one. Errors:
// those of the registries and of the placer; Error{kBadInput, "place.rule-fixed"} when the method
// has no use for a rule.
ir::Plan make_plan(const ir::Trace& trace,
                   const config::ArchConfig& config,
                   std::string_view method,
                   std::string_view spill,
                   PlanDetails* details = nullptr);

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
