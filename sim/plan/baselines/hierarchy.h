#pragma once

#include "sim/ir/csr.h"
#include "sim/plan/dag/op_graph.h"
#include "sim/plan/dag/op_machine.h"

#include <cstdint>
#include <vector>

namespace systole::baselines {

using dag::Op;
using dag::OpGraph;

// HMCOS's shrunken graph: vertices that are groups or single sequences of inner operations, each
// with an order inside, and the edges between them.
struct Hierarchy {
    std::vector<std::vector<Op>> ops;  // per vertex, in the order to run
    std::vector<bool> is_group;        // of two sequences or more
    ir::Csr<std::uint32_t> succ;
    ir::Csr<std::uint32_t> pred;

    std::size_t size() const { return ops.size(); }
};

// Operations chained to sequences where that cannot hurt: the next one is the only successor, has
// no other predecessor, and raises neither what the sequence needs at most nor what it leaves
// behind, in any tier. By rising first operation.
std::vector<std::vector<Op>> make_sequences(const OpGraph& graph);

// Groups of sequences: the trees of post-dominators under a virtual sink. Gives per sequence the
// sequence at the root of its tree.
std::vector<std::uint32_t> post_dominator_roots(const OpGraph& graph,
                                                const std::vector<std::vector<Op>>& sequences);

// The hierarchy in which the sequences of `root` not `dissolved` form groups, ordered inside as
// `sequence_order` lists their operations.
Hierarchy build_hierarchy(const OpGraph& graph,
                          const std::vector<std::vector<Op>>& sequences,
                          const std::vector<std::uint32_t>& root,
                          const std::vector<bool>& dissolved,
                          const std::vector<Op>& sequence_order);

}  // namespace systole::baselines
