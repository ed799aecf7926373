#pragma once

#include "sim/config/arch_config.h"
#include "sim/ir/plan.h"
#include "sim/ir/program.h"
#include "sim/plan/place/spill_log.h"

namespace systole::baselines {

// COSMA without a solver. Source: Li, Gupta, Malik, "Combined Scheduling, Memory Allocation and
// Tensor Replacement for Minimizing Off-Chip Data Accesses of DNN Accelerators", arXiv 2311.18246.
// Its integer program becomes a beam search over atomic steps (an operation with the allocations,
// reloads and evictions it causes) whose states hold addresses and whose only cost is
// non-compulsory DDR traffic; the chosen order is then placed with exact next uses (its
// fixed-schedule mode). docs/cosma.md lists what is kept. Never more traffic than node ids.
// Error{kRefused, "place.does-not-fit"} as the placer's.
ir::Plan plan_cosma(const ir::Program& program,
                    const config::ArchConfig& config,
                    place::SpillLog* log);

}  // namespace systole::baselines
