#pragma once

#include "sim/core/ids.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace systole {

// An order of a graph's nodes that follows its edges.
struct TopologicalOrder {
    std::vector<NodeId> nodes;  // those on or behind a cycle are missing
    // Per node: predecessors that are not in `nodes`; empty when the ids themselves are the order.
    std::vector<std::uint32_t> waiting;

    bool complete(std::size_t count) const { return nodes.size() == count; }
};

// Orders `count` nodes, `successors[v]` being the ids that v's edges lead to (an ir::Csr, or
// anything indexed like one). When every edge leads to a larger id, as in most traces, the order is
// that of the ids; else it is Kahn's, first in first out from the roots in the order of their ids.
// O(nodes + edges).
template <class Successors>
TopologicalOrder topological_order(std::size_t count, const Successors& successors) {
    TopologicalOrder order;
    order.nodes.reserve(count);
    bool ids_follow_edges = true;
    for (std::size_t v = 0; v < count && ids_follow_edges; ++v) {
        for (const NodeId to : successors[v]) {
            ids_follow_edges = ids_follow_edges && index(to) > v;
        }
    }
    if (!ids_follow_edges) {
        order.waiting.resize(count);
        for (std::size_t v = 0; v < count; ++v) {
            for (const NodeId to : successors[v]) {
                ++order.waiting[index(to)];
            }
        }
    }
    for (std::size_t v = 0; v < count; ++v) {
        if (ids_follow_edges || order.waiting[v] == 0) {
            order.nodes.push_back(NodeId{static_cast<std::uint32_t>(v)});
        }
    }
    for (std::size_t i = 0; !ids_follow_edges && i < order.nodes.size(); ++i) {
        for (const NodeId to : successors[index(order.nodes[i])]) {
            if (--order.waiting[index(to)] == 0) {
                order.nodes.push_back(to);
            }
        }
    }
    return order;
}

}  // namespace systole
