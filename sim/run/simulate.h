#pragma once

#include "sim/run/run.h"

#include <optional>
#include <vector>

namespace systole {

// run() of a simulation: opens machine and workload, then one of two strategies, the whole program
// at once or its segments one after the other.
RunResult simulate(const ConfigSource& source,
                   const Simulation& simulation,
                   const RunObserver& observer,
                   RunCache& cache);

// The configuration a request names, resolved. Errors: those of its reader. Its
// files enter `log`.
config::ArchConfig resolve_config(const ConfigSource& source,
                                  std::optional<bool> contention,
                                  InputFiles* log);

}  // namespace systole
