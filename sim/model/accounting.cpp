#include "sim/model/accounting.h"

#include "sim/core/error.h"

#include <algorithm>

namespace systole::model {

std::vector<NodeWait> node_waits(const ir::ExecGraph& graph, const ir::Timeline& timeline) {
    std::vector<NodeWait> waits(graph.nodes());
    // When a node could have started if addresses were free at once: its predecessors' ends,
    // looking through ALLOCs to what they depend on.
    std::vector<Cycles> ready(graph.nodes(), 0);
    PerPipe<Cycles> pipe_end{};
    for (const NodeId v : graph.order) {
        const std::size_t i = index(v);
        const Pipe p = graph.pipe[i];
        const Cycles passed_on = p == Pipe::kNone ? ready[i] : timeline.end[i];
        for (const NodeId s : graph.succ[i]) {
            ready[index(s)] = std::max(ready[index(s)], passed_on);
        }
        if (p == Pipe::kNone) {
            continue;
        }
        const Cycles idle_from = pipe_end[p];
        const Cycles start = timeline.start[i];
        const Cycles dependency_until = std::clamp(ready[i], idle_from, start);
        waits[i].dependency = dependency_until - idle_from;
        waits[i].address = start - dependency_until;
        waits[i].contention = timeline.lost_by(i);
        pipe_end[p] = timeline.end[i];
    }
    return waits;
}

PerPipe<PipeAccount> pipe_accounts(const ir::ExecGraph& graph,
                                   const ir::Timeline& timeline,
                                   const std::vector<NodeWait>& waits) {
    PerPipe<PipeAccount> accounts;
    for (std::size_t v = 0; v < graph.nodes(); ++v) {
        if (graph.pipe[v] == Pipe::kNone) {
            continue;
        }
        PipeAccount& a = accounts[graph.pipe[v]];
        a.busy += timeline.alone(v);
        a.dependency += waits[v].dependency;
        a.address += waits[v].address;
        a.contention += waits[v].contention;
    }
    for (PipeAccount& a : accounts) {
        SYSTOLE_INVARIANT(a.total() <= timeline.makespan, "a pipe works past the makespan");
        a.drained = timeline.makespan - a.total();
    }
    return accounts;
}

}  // namespace systole::model
