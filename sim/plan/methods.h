#pragma once

#include "sim/config/arch_config.h"
#include "sim/core/span.h"
#include "sim/ir/plan.h"
#include "sim/ir/program.h"
#include "sim/plan/place/spill_log.h"

#include <string_view>

namespace systole::plan {

// A way to make a plan. Either `order` makes the order, then the best-fit placer places it with a
// spill rule, then, where `refine` says so, CPE follows; or one piece of code decides order,
// addresses and spills together (`joint`, or the search).
struct Method {
    std::string_view name;        // of `--schedule` and `--method`
    std::string_view help;        // one line
    std::string_view spill = {};  // rule (place/victim_rule) unless told otherwise; "": its own
    // The nodes, each once, topologically. Equal inputs give equal orders.
    ir::Order (*order)(const ir::Program& program, const config::ArchConfig& config) = nullptr;
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
