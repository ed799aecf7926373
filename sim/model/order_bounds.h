#pragma once

#include "sim/config/arch_config.h"
#include "sim/ir/program.h"
#include "sim/model/metrics.h"

namespace systole::model {

// Per tier, a buffer stays or is spilled between two of its uses; at every node the buffers in use
// and those that stay must fit. Cutting what stays longest, in fractions, is the least volume that
// has to go; done once for all buffers and once for those without a copy in DDR alone, whose spill
// costs twice its size. Addresses are not looked at. `order` holds the trace's nodes topologically;
// spill ids in it are passed over. The trace must fit (place/fit_check). O(uses * log residents).
OrderBounds order_bounds(const ir::Program& program,
                         Span<NodeId> order,
                         const config::ArchConfig& config);

// The makespan that follows from `bounds.work` and the bounds of any order.
void conclude(OrderBounds& bounds, const Bounds& any_order);

}  // namespace systole::model
