#pragma once

#include "sim/core/hardware.h"
#include "sim/core/ids.h"
#include "sim/ir/csr.h"

#include <cstdint>
#include <vector>

namespace systole::ir {

// One stretch of the order in which a buffer holds the addresses [lo, hi) of its home tier. It
// opens at an ALLOC or SPILL_IN and closes at the next SPILL_OUT or the FREE.
struct Residency {
    BufId buf;
    Tier tier;
    std::uint32_t lo;
    std::uint32_t hi;
    NodeId open;
    NodeId close;
};

// A trace under a plan, ready to be timed: the plan's nodes (spill nodes included) with every
// constraint as an edge. Indexed by node id; `order` lists the ids in execution order.
struct ExecGraph {
    std::size_t trace_nodes = 0;  // ids below are the trace's own; above are SPILL_OUT / SPILL_IN
    std::vector<NodeId> order;
    std::vector<Pipe> pipe;             // kNone: ALLOC, FREE
    std::vector<std::uint64_t> cycles;  // with contention off
    Csr<NodeId> succ;                   // trace edges and spill edges
    Csr<NodeId> address_succ;  // closing node -> nodes that open a residency on its addresses
    std::vector<Residency> residencies;
    std::vector<ResId> opens;  // per node: the residency it opens, or kNone
    std::vector<ResId> closes;
    Csr<ResId> uses;  // per node: the residencies an operation works in, as its Bufs are listed

    std::size_t nodes() const { return pipe.size(); }
    bool is_spill_out(NodeId v) const {
        return index(v) >= trace_nodes && (index(v) - trace_nodes) % 2 == 0;
    }
    bool is_spill_in(NodeId v) const {
        return index(v) >= trace_nodes && (index(v) - trace_nodes) % 2 == 1;
    }
};

}  // namespace systole::ir
