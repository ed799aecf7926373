#pragma once

#include "sim/core/ids.h"
#include "sim/stats/counter.h"

#include <vector>

namespace systole::arch {

// Times out of a run, indexed by node id, and what the modules counted.
struct RunResult {
    std::vector<Cycles> start;
    std::vector<Cycles> end;
    Cycles makespan = 0;
    std::vector<stats::Sample> counters;
};

}  // namespace systole::arch
