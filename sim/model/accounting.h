#pragma once

#include "sim/ir/exec_graph.h"
#include "sim/ir/timeline.h"
#include "sim/model/metrics.h"

#include <vector>

namespace systole::model {

// Why each node that runs on a pipe did not end sooner, indexed by node id (zeros for ALLOC and
// FREE): the idle time of its pipe before it, split by what it waited for last, and the cycles
// contention added. An ALLOC that waits for an address passes that reason on to the operations that
// need it. The graph's order must be the one the timeline ran.
std::vector<NodeWait> node_waits(const ir::ExecGraph& graph, const ir::Timeline& timeline);

// Sums the waits per pipe; every pipe's parts sum to the makespan.
PerPipe<PipeAccount> pipe_accounts(const ir::ExecGraph& graph,
                                   const ir::Timeline& timeline,
                                   const std::vector<NodeWait>& waits);

}  // namespace systole::model
