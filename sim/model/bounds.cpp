#include "sim/model/bounds.h"

#include "arch/ddr/ddr_timing.h"

#include <algorithm>
#include <vector>

namespace systole::model {

CompulsoryTraffic compulsory_traffic(const ir::Trace& trace, std::uint64_t bytes_per_unit) {
    std::vector<int> direction(trace.op_names.size(), 0);
    for (std::size_t op = 0; op < trace.op_names.size(); ++op) {
        direction[op] =
            trace.op_names[op] == "COPY_IN" ? 1 : (trace.op_names[op] == "COPY_OUT" ? -1 : 0);
    }
    CompulsoryTraffic traffic;
    for (std::size_t v = 0; v < trace.nodes(); ++v) {
        const int d = direction[trace.op[v]];
        if (d == 0) {
            continue;
        }
        Bytes bytes = 0;
        if (!trace.work.empty() && trace.work[v].kind == ir::WorkKind::kMove) {
            bytes = Bytes{trace.work[v].m} * trace.work[v].n;
        } else {
            for (const BufId b : trace.bufs[v]) {
                bytes += trace.size[index(b)] * bytes_per_unit;
            }
        }
        (d > 0 ? traffic.read : traffic.write) += bytes;
        traffic.over_bus += reaches_ddr(trace.pipe[v]) ? bytes : 0;
    }
    return traffic;
}

Bounds makespan_bounds(const ir::Trace& trace,
                       Span<NodeId> topological,
                       const config::ArchConfig& config) {
    Bounds bounds;
    PerPipe<Cycles> busy{};
    std::vector<Cycles> ready(trace.nodes(), 0);
    for (const NodeId v : topological) {
        if (index(v) >= trace.nodes()) {
            continue;
        }
        const Cycles end = ready[index(v)] + trace.cycles[index(v)];
        bounds.critical_path = std::max(bounds.critical_path, end);
        for (const NodeId s : trace.succ[index(v)]) {
            ready[index(s)] = std::max(ready[index(s)], end);
        }
        if (trace.pipe[index(v)] != Pipe::kNone) {
            busy[trace.pipe[index(v)]] += trace.cycles[index(v)];
        }
    }
    for (const Pipe p : kPipes) {
        if (busy[p] > bounds.busiest_pipe) {
            bounds.busiest_pipe = busy[p];
            bounds.busiest = p;
        }
    }
    const Bytes bytes = compulsory_traffic(trace, config.bytes_per_unit).over_bus;
    bounds.ddr = arch::least_bus_cycles(bytes, config.ddr, config.clock_mhz);
    bounds.lower_bound = std::max(bounds.critical_path, bounds.busiest_pipe);
    if (config.contention) {
        bounds.lower_bound = std::max(bounds.lower_bound, bounds.ddr);
    }
    return bounds;
}

}  // namespace systole::model
