#include "sim/model/bounds.h"

#include "arch/ddr/ddr_timing.h"

#include <algorithm>
#include <vector>

namespace systole::model {

CompulsoryTraffic compulsory_traffic(const ir::Program& program, std::uint64_t bytes_per_unit) {
    CompulsoryTraffic traffic;
    for (std::size_t v = 0; v < program.nodes(); ++v) {
        const ir::DdrAccess access = program.op_access[program.op[v]];
        if (access == ir::DdrAccess::kNone) {
            continue;
        }
        Bytes bytes = 0;
        if (!program.work.empty() && program.work[v].kind == ir::WorkKind::kMove) {
            bytes = Bytes{program.work[v].m} * program.work[v].n;
        } else {
            for (const BufId b : program.bufs[v]) {
                bytes += program.size[index(b)] * bytes_per_unit;
            }
        }
        (access == ir::DdrAccess::kRead ? traffic.read : traffic.write) += bytes;
        traffic.over_bus += reaches_ddr(program.pipe[v]) ? bytes : 0;
    }
    return traffic;
}

Bounds makespan_bounds(const ir::Program& program,
                       Span<NodeId> topological,
                       const config::ArchConfig& config) {
    Bounds bounds;
    PerPipe<Cycles>& busy = bounds.work;
    std::vector<Cycles> ready(program.nodes(), 0);
    for (const NodeId v : topological) {
        if (index(v) >= program.nodes()) {
            continue;
        }
        const Cycles end = ready[index(v)] + program.cycles[index(v)];
        bounds.critical_path = std::max(bounds.critical_path, end);
        for (const NodeId s : program.succ[index(v)]) {
            ready[index(s)] = std::max(ready[index(s)], end);
        }
        if (program.pipe[index(v)] != Pipe::kNone) {
            busy[program.pipe[index(v)]] += program.cycles[index(v)];
        }
    }
    bounds.bus_bytes = compulsory_traffic(program, config.bytes_per_unit).over_bus;
    conclude(bounds, config);
    return bounds;
}

void conclude(Bounds& bounds, const config::ArchConfig& config) {
    bounds.busiest_pipe = 0;
    for (const Pipe p : kPipes) {
        if (bounds.work[p] > bounds.busiest_pipe) {
            bounds.busiest_pipe = bounds.work[p];
            bounds.busiest = p;
        }
    }
    bounds.ddr = arch::least_bus_cycles(bounds.bus_bytes, config.ddr, config.clock_mhz);
    bounds.lower_bound = std::max(bounds.critical_path, bounds.busiest_pipe);
    if (config.contention) {
        bounds.lower_bound = std::max(bounds.lower_bound, bounds.ddr);
    }
}

}  // namespace systole::model
