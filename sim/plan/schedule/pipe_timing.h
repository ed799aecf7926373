#pragma once

#include "sim/core/ids.h"
#include "sim/ir/csr.h"
#include "sim/ir/exec_graph.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace systole::schedule {

// The times of an execution graph whose pipes may run their nodes in another order: earliest starts
// (heads), and from the end of each node to the end of the run (tails), kept up to date while
// operations change places. The order is any list of the nodes along which all edges run forward;
// each pipe runs its nodes as the order lists them.
class PipeTiming {
 public:
    explicit PipeTiming(const ir::ExecGraph& graph);

    const std::vector<NodeId>& order() const { return order_; }
    std::uint32_t position(NodeId v) const { return position_[index(v)]; }
    Cycles start(NodeId v) const { return head_[index(v)]; }
    Cycles end(NodeId v) const { return head_[index(v)] + graph_.cycles[index(v)]; }
    Cycles makespan() const { return makespan_; }
    // From the start of `v` to the end of the run, along the longest way.
    Cycles way(NodeId v) const { return graph_.cycles[index(v)] + tail_[index(v)]; }
    // When the last node that `v` depends on ends: its start if its pipe were free. (Equation 32.)
    Cycles ready(NodeId v) const;
    // The node before and behind `v` on its pipe, or kNone.
    NodeId before(NodeId v) const { return before_[index(v)]; }
    NodeId behind(NodeId v) const { return behind_[index(v)]; }
    Span<NodeId> pred(NodeId v) const { return pred_[index(v)]; }
    Span<NodeId> succ(NodeId v) const { return succ_[index(v)]; }

    // Rearranges positions [first, first + nodes.size()) into `nodes`, a permutation of what stands
    // there along which all edges run forward, and keeps it when the makespan becomes strictly
    // smaller; else everything is as before.
    bool try_arrangement(std::uint32_t first, const std::vector<NodeId>& nodes);

 private:
    void place(std::uint32_t first, const std::vector<NodeId>& nodes);
    void link_pipes(std::uint32_t first, std::uint32_t last);
    bool propagate_heads(std::uint32_t first, std::uint32_t last);
    void propagate_tails(std::uint32_t first, std::uint32_t last);
    Cycles new_head(NodeId v) const;
    Cycles new_tail(NodeId v) const;
    void push(NodeId v, bool forward);
    NodeId pop(bool forward);

    const ir::ExecGraph& graph_;
    ir::Csr<NodeId> pred_;
    ir::Csr<NodeId> succ_;
    std::vector<NodeId> order_;
    std::vector<std::uint32_t> position_;
    std::vector<NodeId> before_;
    std::vector<NodeId> behind_;
    std::vector<Cycles> head_;
    std::vector<Cycles> tail_;
    PerPipe<NodeId> last_;  // the last node of each pipe
    Cycles makespan_ = 0;
    // Work space of a trial.
    std::vector<std::uint32_t> heap_;  // positions
    std::vector<bool> queued_;         // per node
    std::vector<std::pair<NodeId, Cycles>> undo_;
    std::vector<NodeId> old_nodes_;
};

}  // namespace systole::schedule
