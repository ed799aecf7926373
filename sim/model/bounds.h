#pragma once

#include "sim/config/arch_config.h"
#include "sim/ir/program.h"
#include "sim/model/metrics.h"

namespace systole::model {

// DDR bytes that every plan has to move: what the work of COPY_IN nodes (read) and COPY_OUT nodes
// (write) says, or the whole buffers they list where the trace has no shapes.
struct CompulsoryTraffic {
    Bytes read = 0;
    Bytes write = 0;
    Bytes over_bus = 0;  // read and written by nodes that cross the bus: what it has to carry
};
CompulsoryTraffic compulsory_traffic(const ir::Program& program, const config::ArchConfig& config);

// Whether the transfers of a node, if it makes any, share the DDR bus (ddr.carries).
bool crosses_bus(const ir::Program& program, NodeId v, const config::ArchConfig& config);

// Lower bounds on the makespan of any plan of the trace. `topological` is any topological order of
// its nodes (spill ids in it are passed over). The DDR bound counts only with contention on:
// without, the trace's own cycles are the truth about transfers.
Bounds makespan_bounds(const ir::Program& program,
                       Span<NodeId> topological,
                       const config::ArchConfig& config);

// The bounds that follow from critical_path, work and bus_bytes: all others, filled in.
void conclude(Bounds& bounds, const config::ArchConfig& config);

}  // namespace systole::model
