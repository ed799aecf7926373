#pragma once

#include "sim/core/ids.h"
#include "sim/ir/csr.h"
#include "sim/plan/dag/op_graph.h"

#include <cstdint>
#include <vector>

namespace systole::search {

using dag::Op;
using dag::OpGraph;

// What the inner operations of a graph, here called anchors, have in common: which depend on one
// another, and which need the same buffers. Immutable, holds a reference to the graph.
class Sharing {
 public:
    explicit Sharing(const OpGraph& graph);

    const OpGraph& graph() const { return graph_; }

    // Anchors that depend on one another, however remotely, share a component; components may run
    // in any order. Numbered by their smallest anchor.
    std::size_t components() const { return members_.rows(); }
    std::uint32_t component(Op anchor) const { return component_[anchor]; }
    Span<Op> members(std::uint32_t component) const { return members_[component]; }

    // Per anchor: the buffers that it or its feeders touch and that another anchor needs too, data
    // of its own results left out. What sharing is about.
    Span<BufId> shared(Op anchor) const { return shared_[anchor]; }
    // Per buffer: the anchors that list it as shared.
    Span<Op> sharers(BufId buffer) const { return sharers_[index(buffer)]; }
    // Per component: its shared buffers that other components share, each once.
    Span<BufId> footprint(std::uint32_t component) const { return footprint_[component]; }
    // Per buffer: the components that have it in their footprint.
    Span<std::uint32_t> footprint_sharers(BufId buffer) const {
        return footprint_sharers_[index(buffer)];
    }

 private:
    void find_components();
    ir::Csr<BufId> touched_buffers() const;
    void find_sharing();
    void find_footprints(const std::vector<bool>& across);

    const OpGraph& graph_;
    std::vector<std::uint32_t> component_;  // per operation
    ir::Csr<Op> members_;
    ir::Csr<BufId> shared_, footprint_;
    ir::Csr<Op> sharers_;
    ir::Csr<std::uint32_t> footprint_sharers_;
};

}  // namespace systole::search
