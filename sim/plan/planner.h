#pragma once

#include "sim/config/arch_config.h"
#include "sim/ir/plan.h"
#include "sim/ir/program.h"
#include "sim/plan/place/spill_log.h"
#include "sim/plan/schedule/cpe_refiner.h"
#include "sim/plan/search/best_search.h"

#include <optional>
#include <string_view>

namespace systole::plan {

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

// The plan that a method (methods.h) makes: schedule, place, refine. `spill` names a victim rule
// in place of the method's; "" leaves it that. `best` also starts from the
// plans of dan and, on traces of up to 50,000 nodes, of the baselines, and is never worse than they
// are for its objective; the balanced one gets dan's traffic as its budget unless told one. Errors:
// those of the registries and of the placer; Error{kBadInput, "place.rule-fixed"} when the method
// has no use for a rule.
ir::Plan make_plan(const ir::Program& program,
                   const config::ArchConfig& config,
                   std::string_view method,
                   std::string_view spill,
                   PlanDetails* details = nullptr);

}  // namespace systole::plan
