#pragma once

#include "sim/config/arch_config.h"
#include "sim/core/ids.h"
#include "sim/ir/plan.h"
#include "sim/ir/program.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace systole::search {

enum class Objective : std::uint8_t {
    kTraffic,   // least extra DDR traffic
    kMakespan,  // shortest
    kBalanced   // shortest within a traffic budget
};

inline constexpr Units kNoBudget = ~Units{0};
inline constexpr std::uint64_t kDefaultWork = 40'000'000;

// How far a search is.
struct Progress {
    double share = 0;  // of the work, 0 to 1
    // Of the best plan so far, before its last refinement: makespan in cycles, or traffic in units
    // where that is the objective. A balanced plan over its budget has a surcharge.
    std::uint64_t best = 0;
};

struct SearchOptions {
    Objective objective = Objective::kBalanced;
    Units traffic_budget = kNoBudget;  // kBalanced
    std::uint64_t seed = 1;
    // How much is tried, in operations placed, 1 or more. Equal work, equal plan.
    std::uint64_t work = kDefaultWork;
    // Wall time after which the search stops, in seconds; 0: none. The plan then depends on the
    // machine.
    double seconds = 0;
    // Chains that run at the same time; the plan does not depend on it. 0: one per processor.
    unsigned threads = 0;
    // Orders of the trace's nodes (spill ids are passed over) to start from beside its own ideas.
    std::vector<ir::Order> starts;
    // Called now and then, on the calling thread; false ends the search with the best so far.
    std::function<bool(const Progress&)> progress;
};

struct SearchResult {
    ir::Plan plan;
    Units traffic = 0;    // extra DDR traffic of the plan
    Cycles makespan = 0;  // contention off
    std::uint64_t evaluations = 0;
};

// The best plan found for `trace`: reuse-aware tours of independent components as starting points,
// then threshold-accepting local search over order and placement rule together, every candidate
// placed and timed exactly, and list scheduling at the end. Anytime: more work gives a plan at
// least as good for the objective, from the same seed. Errors: Error{kRefused,
// "place.does-not-fit"} as the placers; Error{kBadInput, "search.no-work"} for work 0.
SearchResult search_best(const ir::Program& program,
                         const config::ArchConfig& config,
                         const SearchOptions& options);

}  // namespace systole::search
