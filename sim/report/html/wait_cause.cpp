#include "sim/report/html/wait_cause.h"

#include "sim/core/hardware.h"

namespace systole::report::html {

WaitCauses wait_causes(const ir::ExecGraph& graph, const ir::Timeline& timeline) {
    WaitCauses causes;
    causes.work.assign(graph.nodes(), NodeId::kNone);
    causes.closer.assign(graph.nodes(), NodeId::kNone);
    const auto offer = [&](NodeId& last, NodeId candidate) {
        if (candidate == NodeId::kNone) {
            return;
        }
        if (last == NodeId::kNone || timeline.end[index(candidate)] > timeline.end[index(last)]) {
            last = candidate;
        }
    };
    for (const NodeId v : graph.order) {
        const std::size_t i = index(v);
        const bool works = graph.pipe[i] != Pipe::kNone;
        for (const NodeId s : graph.succ[i]) {
            offer(causes.work[index(s)], works ? v : causes.work[i]);
            if (!works) {
                offer(causes.closer[index(s)], causes.closer[i]);
            }
        }
        for (const NodeId s : graph.address_succ[i]) {
            offer(causes.closer[index(s)], v);
        }
    }
    return causes;
}

}  // namespace systole::report::html
