#pragma once

#include "sim/ir/csr.h"
#include "sim/ir/plan.h"
#include "sim/ir/program.h"

#include <cstdint>
#include <vector>

namespace systole::dag {

// An operation by its rank among the program's operations (rising node id).
using Op = std::uint32_t;

// Which operations have no place of their own in an order: they run right before the first
// operation that waits for them.
enum class Feeders : std::uint8_t {
    kInputs,  // those that wait for no operation and have a consumer (COPY_IN)
    kMoves    // those that only bring data closer (COPY_IN, moves on MTE1) and have a consumer
};

// A program reduced to its operations, the common ground of all who look for an order. *Feeders*
// run on demand; all others are *inner*, and a topological sequence of the inner operations is a
// schedule: expand() puts everything else where it costs least residency. Rows are by rising
// operation unless said otherwise. Immutable, holds a reference to the program. O(V + E) to build
// while few operations wait for one another through an ALLOC or a FREE.
class OpGraph {
 public:
    explicit OpGraph(const ir::Program& program, Feeders feeders = Feeders::kInputs);

    const ir::Program& program() const { return program_; }
    std::size_t size() const { return node_.size(); }
    NodeId node(Op op) const { return node_[op]; }
    bool is_feeder(Op op) const { return feeder_[op]; }
    const std::vector<Op>& inner() const { return inner_; }  // rising

    // Operations that wait for `op`, and that it waits for, through ALLOCs and FREEs too.
    Span<Op> succ(Op op) const { return succ_[op]; }
    Span<Op> pred(Op op) const { return pred_[op]; }
    // Those it waits for that are feeders.
    Span<Op> feeders(Op op) const { return feeder_pred_[op]; }
    // Of an inner operation: the inner ones that come before it, reached through feeders; and the
    // reverse.
    Span<Op> inner_pred(Op op) const { return inner_pred_[op]; }
    Span<Op> inner_succ(Op op) const { return inner_succ_[op]; }

    // Buffers that are open at the latest when `op` runs: its own as listed, then the others whose
    // ALLOC it waits for.
    Span<BufId> needs(Op op) const { return needs_[op]; }
    Span<BufId> own(Op op) const { return program_.bufs[index(node_[op])]; }
    Span<BufId> others(Op op) const {
        const Span<BufId> all = needs_[op];
        const std::size_t listed = own(op).size();
        return {all.data() + listed, all.size() - listed};
    }
    // Buffers whose FREE waits for `op`, by rising id, and per buffer how many operations that is.
    Span<BufId> holds(Op op) const { return holds_[op]; }
    std::uint32_t holders(BufId b) const { return holders_[index(b)]; }

    // The program's order for a topological sequence of the inner operations: before each its
    // missing ALLOCs and feeders (by node id), behind it every FREE that is ready. O((V + E) log
    // V).
    ir::Order expand(const std::vector<Op>& sequence) const;

    // Sequences that serve as a start: the smallest ready operation first (node ids, topological
    // even where the program's are not), and depth first from those without successors, ids rising
    // ("demand").
    std::vector<Op> by_id() const;
    std::vector<Op> by_demand() const;
    // The inner operations in the sequence in which `order` has them; spill ids are passed over.
    std::vector<Op> sequence_of(const ir::Order& order) const;

 private:
    void number_operations();
    void link_operations();
    void find_feeders(Feeders feeders);
    void link_inner();
    void list_needs();
    void list_holds();

    const ir::Program& program_;
    std::vector<NodeId> node_;
    std::vector<Op> op_of_;  // per node
    std::vector<bool> feeder_;
    std::vector<Op> inner_;
    ir::Csr<Op> succ_, pred_;
    ir::Csr<Op> feeder_pred_;
    ir::Csr<Op> inner_succ_, inner_pred_;
    ir::Csr<BufId> needs_, holds_;
    std::vector<std::uint32_t> holders_;
};

}  // namespace systole::dag
