#include "sim/model/recurrence.h"

#include <algorithm>
#include <array>

namespace systole::model {

ir::Timeline recurrence(const ir::ExecGraph& graph) {
    ir::Timeline time;
    time.start.assign(graph.nodes(), 0);
    time.end.assign(graph.nodes(), 0);
    // One slot more than pipes: nodes on no pipe have nothing to queue for.
    std::array<Cycles, kPipeCount + 1> pipe_free{};
    Cycles* const start =
        time.start.data();  // until a node's turn: when its predecessors have ended
    for (const NodeId v : graph.order) {
        const std::size_t i = index(v);
        const std::size_t p = index(graph.pipe[i]);
        const Cycles begin = std::max(start[i], pipe_free[p]);
        const Cycles end = begin + graph.cycles[i];
        start[i] = begin;
        time.end[i] = end;
        time.makespan = std::max(time.makespan, end);
        if (p < kPipeCount) {
            pipe_free[p] = end;
        }
        for (const NodeId s : graph.succ[i]) {
            start[index(s)] = std::max(start[index(s)], end);
        }
        for (const NodeId s : graph.address_succ[i]) {
            start[index(s)] = std::max(start[index(s)], end);
        }
    }
    return time;
}

}  // namespace systole::model
