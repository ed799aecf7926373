#pragma once

#include "sim/config/arch_config.h"
#include "sim/ir/exec_graph.h"
#include "sim/ir/plan.h"
#include "sim/ir/program.h"
#include "sim/ir/timeline.h"
#include "sim/model/metrics.h"

#include <vector>

namespace systole::model {

// Everything a report says in numbers about a timed plan. `waits` are node_waits() of the same run.
Metrics measure(const ir::Program& program,
                const ir::Plan& plan,
                const ir::ExecGraph& graph,
                const ir::Timeline& timeline,
                const std::vector<NodeWait>& waits,
                const config::ArchConfig& config);

// Extra DDR traffic of a plan, in units: what its spills move. (Execution model, "Metrics".)
Units spill_traffic(const ir::Program& program,
                    const ir::Plan& plan,
                    const config::ArchConfig& config);

// Peak residency of an order of the trace's nodes (ALLOC to FREE, spill ids passed over), in units.
struct Peaks {
    PerTier<Units> tier{};
    Units all = 0;    // all five tiers together
    Units l1_ub = 0;  // M_max of the DAN-Scheduler paper, equation 6
};
Peaks peak_residency(const ir::Program& program, Span<NodeId> order);

}  // namespace systole::model
