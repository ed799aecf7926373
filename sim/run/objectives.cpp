#include "sim/run/objectives.h"

#include "sim/core/error.h"
#include "sim/core/named_table.h"

#include <algorithm>
#include <array>

namespace systole {
namespace {

constexpr std::array kObjectives = {
    NamedObjective{"traffic", "least extra DDR traffic", search::Objective::kTraffic},
    NamedObjective{"makespan", "shortest", search::Objective::kMakespan},
    NamedObjective{"balanced", "shortest within a traffic budget", search::Objective::kBalanced},
};

}  // namespace

Span<NamedObjective> objectives() {
    return {kObjectives.data(), kObjectives.size()};
}

search::Objective find_objective(std::string_view name) {
    return find_named(objectives(), name, "run.objective", "objective").value;
}

std::string_view objective_name(search::Objective objective) {
    const auto* row = std::find_if(kObjectives.begin(),
                                   kObjectives.end(),
                                   [&](const NamedObjective& o) { return o.value == objective; });
    SYSTOLE_INVARIANT(row != kObjectives.end(), "every objective has a name");
    return row->name;
}

}  // namespace systole
