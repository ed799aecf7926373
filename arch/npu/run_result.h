#pragma once

#include "sim/core/ids.h"

#include <vector>

namespace systole::arch {

// Times out of a run, indexed by node id.
struct RunResult {
    std::vector<Cycles> start;
    std::vector<Cycles> end;
    // By which others at the DDR and at ports made nodes longer; empty: none.
    std::vector<Cycles> lost;
    Cycles makespan = 0;
};

}  // namespace systole::arch
