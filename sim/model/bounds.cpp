#include "sim/model/bounds.h"

#include "arch/ddr/ddr_timing.h"

#include <algorithm>
#include <vector>

namespace systole::model {

bool crosses_bus(const ir::Program& program, NodeId v, const config::ArchConfig& config) {
    const bool carried = config.ddr.carries == config::BusLoad::kAll || program.work.empty() ||
                         program.work[index(v)].kind != ir::WorkKind::kMove ||
                         config::is_carried(config.ddr.carries, program.work[index(v)].operand);
    return carried && reaches_ddr(program.pipe[index(v)]);
}

CompulsoryTraffic compulsory_traffic(const ir::Program& program, const config::ArchConfig& config) {
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
                bytes += program.size[index(b)] * config.bytes_per_unit;
            }
        }
        (access == ir::DdrAccess::kRead ? traffic.read : traffic.write) += bytes;
        traffic.over_bus +=
            crosses_bus(program, NodeId{static_cast<std::uint32_t>(v)}, config) ? bytes : 0;
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
    bounds.bus_bytes = compulsory_traffic(program, config).over_bus;
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
