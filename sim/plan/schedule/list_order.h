#pragma once

#include "sim/core/error.h"
#include "sim/ir/plan.h"
#include "sim/ir/program.h"

#include <cstddef>
#include <cstdint>
#include <queue>
#include <utility>
#include <vector>

namespace systole::schedule {

// List scheduling over the ready set: again and again the ready node with the smallest (key(v),
// id). key gives a std::uint64_t per node and must not change. O((V + E) log V).
template <class Key>
ir::Order list_order(const ir::Program& program, Key key) {
    using Item = std::pair<std::uint64_t, std::uint32_t>;
    std::priority_queue<Item, std::vector<Item>, std::greater<>> ready;
    std::vector<std::uint32_t> waiting(program.nodes());
    for (std::uint32_t v = 0; v < program.nodes(); ++v) {
        waiting[v] = static_cast<std::uint32_t>(program.pred[v].size());
        if (waiting[v] == 0) {
            ready.push({key(NodeId{v}), v});
        }
    }
    ir::Order order;
    order.reserve(program.nodes());
    while (!ready.empty()) {
        const std::uint32_t v = ready.top().second;
        ready.pop();
        order.push_back(NodeId{v});
        for (const NodeId s : program.succ[v]) {
            if (--waiting[index(s)] == 0) {
                ready.push({key(s), index(s)});
            }
        }
    }
    SYSTOLE_INVARIANT(order.size() == program.nodes(), "a trace with a cycle reached a scheduler");
    return order;
}

}  // namespace systole::schedule
