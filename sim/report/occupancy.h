#pragma once

#include "sim/ir/exec_graph.h"
#include "sim/ir/timeline.h"

#include <vector>

namespace systole::report {

// From `time` on, `used` units of a tier hold a buffer.
struct OccupancyStep {
    Cycles time = 0;
    Units used = 0;
};

// How full each tier is over time, from cycle 0: one step per change, times rising strictly. A
// residency holds its addresses from the start of the node that opens it to the end of the one that
// closes it. A tier that is never used has no step. O(residencies * log).
PerTier<std::vector<OccupancyStep>> occupancy(const ir::ExecGraph& graph,
                                              const ir::Timeline& timeline);

}  // namespace systole::report
