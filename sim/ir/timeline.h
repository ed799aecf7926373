#pragma once

#include "sim/core/ids.h"

#include <vector>

namespace systole::ir {

// When every node of a plan started and ended, indexed by node id (spill nodes included), in
// cycles. end - start exceeds the node's own cycles only with contention on: where its memory takes
// longer than these, and by what it lost to others there.
struct Timeline {
    std::vector<Cycles> start;
    std::vector<Cycles> end;
    Cycles makespan = 0;
    std::vector<Cycles> lost;  // to others at the DDR and at ports; empty: none

    // Cycles of a node with the DDR and the ports to itself.
    Cycles alone(std::size_t node) const { return end[node] - start[node] - lost_by(node); }
    Cycles lost_by(std::size_t node) const { return lost.empty() ? 0 : lost[node]; }
};

}  // namespace systole::ir
