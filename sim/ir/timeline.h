#pragma once

#include "sim/core/ids.h"

#include <vector>

namespace systole::ir {

// When every node of a plan started and ended, indexed by node id (spill nodes included), in
// cycles. end - start exceeds the node's own cycles only where contention stretched it.
struct Timeline {
    std::vector<Cycles> start;
    std::vector<Cycles> end;
    Cycles makespan = 0;
};

}  // namespace systole::ir
