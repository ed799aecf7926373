#pragma once

#include "sim/core/span.h"
#include "sim/plan/search/best_search.h"

#include <string_view>

namespace systole {

// What the method `best` can be told to look for.
struct NamedObjective {
    std::string_view name;  // of `--objective` and of a sweep's `objectives`
    std::string_view help;  // one line
    search::Objective value;
};

// Every objective, in the order help texts list them.
Span<NamedObjective> objectives();

// Error{kBadInput, "run.objective"} names the known ones when there is no such objective.
search::Objective find_objective(std::string_view name);

std::string_view objective_name(search::Objective objective);

}  // namespace systole
