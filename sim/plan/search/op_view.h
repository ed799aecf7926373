#pragma once

#include "sim/core/ids.h"
#include "sim/ir/csr.h"
#include "sim/ir/plan.h"
#include "sim/ir/program.h"

#include <cstdint>
#include <vector>

namespace systole::search {

// A trace as an order search sees it. Operations that only bring data closer (COPY_IN, and moves on
// MTE1) and have a consumer are *feeders*: they run right before the first operation that needs
// them. The others are *anchors*; an order of the anchors stands for an order of the whole trace.
// Anchors are numbered 0..anchors-1 in node id order. Immutable, holds a reference to the trace.
class OpView {
 public:
    explicit OpView(const ir::Program& program);

    const ir::Program& program() const { return program_; }
    std::size_t anchors() const { return anchor_node_.size(); }
    std::size_t operations() const { return operations_; }
    std::uint32_t node_of(std::uint32_t anchor) const { return anchor_node_[anchor]; }

    // Per node: operations that must end before it, and which of them are feeders.
    Span<std::uint32_t> op_preds(std::uint32_t node) const { return op_pred_[node]; }
    Span<std::uint32_t> feeders(std::uint32_t node) const { return feeder_pred_[node]; }
    // Per node: buffers beside its own that must have been ALLOCed before it.
    Span<BufId> opens(std::uint32_t node) const { return opens_[node]; }
    // Per node: buffers whose FREE waits for it directly.
    Span<BufId> ends(std::uint32_t node) const { return ends_[node]; }
    // Per buffer: how many operations its FREE waits for directly.
    std::uint32_t end_count(std::uint32_t buffer) const { return end_count_[buffer]; }

    // Per anchor: the anchors that must come before it, reached through feeders; and the reverse.
    Span<std::uint32_t> preds(std::uint32_t anchor) const { return anchor_pred_[anchor]; }
    Span<std::uint32_t> succs(std::uint32_t anchor) const { return anchor_succ_[anchor]; }

    // All anchors topologically, the smallest ready one first.
    std::vector<std::uint32_t> traced_order() const;
    // All anchors topologically, what each result needs right before it: a post-order walk from the
    // anchors without successors, smaller numbers first.
    std::vector<std::uint32_t> demand_order() const;
    // The anchors in the sequence in which `order` has them.
    std::vector<std::uint32_t> anchors_of(const ir::Order& order) const;

    // Anchors that depend on one another, however remotely, share a component; components may run
    // in any order. Numbered by their smallest anchor.
    std::size_t components() const { return members_.rows(); }
    std::uint32_t component(std::uint32_t anchor) const { return component_[anchor]; }
    Span<std::uint32_t> members(std::uint32_t component) const { return members_[component]; }

    // Per anchor: the buffers that it or its feeders touch and that another anchor needs too, data
    // of its own results left out. What sharing is about.
    Span<BufId> shared(std::uint32_t anchor) const { return shared_[anchor]; }
    // Per buffer: the anchors that list it as shared.
    Span<std::uint32_t> sharers(BufId buffer) const { return sharers_[index(buffer)]; }
    // Per component: its shared buffers that other components share, each once.
    Span<BufId> footprint(std::uint32_t component) const { return footprint_[component]; }
    // Per buffer: the components that have it in their footprint.
    Span<std::uint32_t> footprint_sharers(BufId buffer) const {
        return footprint_sharers_[index(buffer)];
    }

 private:
    void find_feeders();
    void link_anchors();
    void find_components();
    void find_sharing();

    const ir::Program& program_;
    std::size_t operations_ = 0;
    std::vector<bool> feeder_;                // per node
    std::vector<std::uint32_t> anchor_node_;  // per anchor
    std::vector<std::uint32_t> anchor_of_;    // per node
    ir::Csr<std::uint32_t> op_pred_, feeder_pred_;
    ir::Csr<BufId> opens_, ends_;
    std::vector<std::uint32_t> end_count_;
    ir::Csr<std::uint32_t> anchor_pred_, anchor_succ_;
    std::vector<std::uint32_t> component_;
    ir::Csr<std::uint32_t> members_;
    ir::Csr<BufId> shared_, footprint_;
    ir::Csr<std::uint32_t> sharers_, footprint_sharers_;
};

}  // namespace systole::search
