#pragma once

#include "sim/config/arch_config.h"
#include "sim/ir/plan.h"
#include "sim/ir/program.h"

#include <cstddef>

namespace systole::schedule {

struct CpeResult {
    ir::Plan plan;
    Cycles makespan_before = 0;  // with an ideal memory system
    Cycles makespan_after = 0;
    std::size_t passes = 0;  // run, the one that found nothing included
    std::size_t tried = 0;   // moves and swaps that were evaluated
    std::size_t accepted = 0;
};

// Critical Path Enhancement, stage 3 of the DAN-Scheduler paper (algorithm 3, equations 32 to 36):
// moves and swaps nodes around the critical chain and keeps what makes the makespan strictly
// smaller. Every dependency of the plan's execution graph (trace, spill and address edges) stands:
// addresses, spills, residencies and who takes over whose addresses are those of `plan`, and no
// peak of the order rises. config.schedule gives the passes P (0: none) and the width W. A trial
// costs the nodes whose times it changes, not the graph. The plan must be legal.
CpeResult refine_cpe(const ir::Program& program, ir::Plan plan, const config::ArchConfig& config);

}  // namespace systole::schedule
