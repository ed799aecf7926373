#pragma once

#include "sim/plan/dag/op_graph.h"
#include "sim/plan/dag/op_machine.h"

#include <cstdint>
#include <vector>

namespace systole::baselines {

using dag::Op;
using dag::OpGraph;

// Per operation, how many inner operations are neither before nor behind it by any path: MAGIS's
// nw. Bit sets, O(V * E / 64) time and V * V / 8 bytes.
std::vector<std::uint32_t> narrow_waists(const OpGraph& graph);

// The order that MAGIS gives one interval of a sequence, by the least peak of its parts: connected
// components, each cut where at most one operation runs beside, searched over executed subsets, and
// merged: those that give back residency first. `machine` stands at the interval's start and is
// left there.
std::vector<Op> reorder_interval(const OpGraph& graph,
                                 dag::OpMachine& machine,
                                 const std::vector<Op>& interval);

}  // namespace systole::baselines
