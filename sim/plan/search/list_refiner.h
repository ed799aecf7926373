#pragma once

#include "sim/config/arch_config.h"
#include "sim/ir/plan.h"
#include "sim/ir/program.h"

namespace systole::search {

// The plan with its nodes in another order and all else as it was: addresses, spills and the order
// of residencies that share addresses stay, so traffic does too. Each pipe, when free, takes the
// node that is ready and has the longest path to the end (critical-path list scheduling over the
// plan's constraint graph). Repeated while the makespan falls; never gives a slower plan.
// O((nodes + edges) log nodes) a pass. Errors: those of build_exec_graph.
ir::Plan refine_by_list_scheduling(const ir::Program& program,
                                   ir::Plan plan,
                                   const config::ArchConfig& config);

}  // namespace systole::search
