#pragma once

#include "sim/config/arch_config.h"
#include "sim/ir/trace.h"
#include "sim/model/metrics.h"

namespace systole::model {

// DDR bytes that every plan has to move: the buffers listed by COPY_IN nodes (read) and COPY_OUT
// nodes (write), in units.
struct CompulsoryTraffic {
    Units read = 0;
    Units write = 0;
    Units over_bus = 0;  // read and written by pipes that reach DDR: what the DDR bus has to carry
};
CompulsoryTraffic compulsory_traffic(const ir::Trace& trace);

// Lower bounds on the makespan of any plan of the trace. `topological` is any topological order of
// its nodes (spill ids in it are passed over). The DDR bound counts only with contention on:
// without, the trace's own cycles are the truth about transfers.
Bounds makespan_bounds(const ir::Trace& trace,
                       Span<NodeId> topological,
                       const config::ArchConfig& config);

}  // namespace systole::model
