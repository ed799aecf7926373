#pragma once

#include "sim/ir/exec_graph.h"
#include "sim/ir/timeline.h"

namespace systole::model {

// The time of every node with an ideal memory system, without SystemC: in order, a node starts when
// its predecessors, the node before it on its pipe, and the earlier users of the addresses it opens
// have ended. (Execution model, "Time".) O(nodes + edges).
ir::Timeline recurrence(const ir::ExecGraph& graph);

}  // namespace systole::model
