#pragma once

#include "sim/config/arch_config.h"
#include "sim/core/error.h"
#include "sim/ir/exec_graph.h"
#include "sim/ir/plan.h"
#include "sim/ir/program.h"

#include <cstddef>
#include <vector>

namespace systole::model {

// kTrust leaves out the checks of addresses (capacity, overlap) for code that wants the hardware
// model to find the fault; orders and residencies are always checked, nothing could be built
// without them.
enum class PlanCheck { kFull, kTrust };

// The trace under the plan as a graph ready to be timed. Every constraint of the execution model
// becomes an edge; redundant ones (implied by a chain of others) are left out, so the graph stays
// linear in the plan's size. O(nodes + edges + residencies * log(ranges per tier)). Errors, all
// kRefused: "plan.nodes" (order is not a permutation), "plan.buffers", "plan.topological",
// "plan.spill-order", "plan.residency" (a user outside a residency), "plan.capacity",
// "plan.overlap".
ir::ExecGraph build_exec_graph(const ir::Program& program,
                               const ir::Plan& plan,
                               const config::ArchConfig& config,
                               PlanCheck check = PlanCheck::kFull);

// Everything that build_exec_graph would refuse a plan for, in the order of the walk, `most` (at
// least 1) at the most; none: the plan is legal. After a node that breaks a rule the walk goes on
// as if it were not there (a use, FREE or spill of what is not resident) or were legal (an order,
// an address); later ones may follow from it.
std::vector<Error> plan_violations(const ir::Program& program,
                                   const ir::Plan& plan,
                                   const config::ArchConfig& config,
                                   std::size_t most = 10);

}  // namespace systole::model
