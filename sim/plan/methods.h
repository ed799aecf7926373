#pragma once

#include "sim/config/arch_config.h"
#include "sim/core/span.h"
#include "sim/ir/plan.h"
#include "sim/ir/program.h"
#include "sim/plan/place/spill_log.h"

#include <string_view>

namespace systole::plan {

// A way to make a plan: a scheduler, then the best-fit placer with a spill rule, then, where
// `refine` says so, CPE; or one piece of code that decides order, addresses and spills together
// (`joint`, or the search).
struct Method {
    std::string_view name;       // of `--schedule` and `--method`
    std::string_view help;       // one line
    std::string_view scheduler;  // of schedule/registry; "": `joint` makes the plan
    std::string_view spill;      // rule (place/victim_rule) unless told otherwise; "": its own
    bool refine = false;
    ir::Plan (*joint)(const ir::Program& program,
                      const config::ArchConfig& config,
                      place::SpillLog* log) = nullptr;
    bool search = false;  // the plan comes from search/best_search, which takes options
};

// Every method there is, in the order help texts and tables list them.
Span<Method> methods();

// Error{kBadInput, "schedule.unknown"} names the known ones when there is no such method.
const Method& find_method(std::string_view name);

}  // namespace systole::plan
