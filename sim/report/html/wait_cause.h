#pragma once

#include "sim/core/ids.h"
#include "sim/ir/exec_graph.h"
#include "sim/ir/timeline.h"

#include <vector>

namespace systole::report::html {

// Whom each node waited for last, indexed by node id; the names to the cycles of
// model::node_waits(). ALLOC and FREE take no time, so the search goes through them: an operation
// behind an ALLOC has the ALLOC's closing node for its own.
struct WaitCauses {
    std::vector<NodeId> work;    // the predecessor on a pipe that ended last, or kNone
    std::vector<NodeId> closer;  // the node that gave up its addresses last (FREE, SPILL_OUT)
};

WaitCauses wait_causes(const ir::ExecGraph& graph, const ir::Timeline& timeline);

}  // namespace systole::report::html
