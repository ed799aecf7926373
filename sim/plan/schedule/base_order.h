#pragma once

#include "sim/config/arch_config.h"
#include "sim/ir/plan.h"
#include "sim/ir/program.h"

namespace systole::schedule {

// The DAN-Scheduler paper's "Base" (Table 3): list scheduling, smallest key first, key = (FREE 0 /
// operation 1 / ALLOC 2, -Size for FREE and +Size for ALLOC, node id). Reproduces the paper's five
// peaks over all tiers (execution model, "Facts about the public traces"). No configuration
// matters.
ir::Order base_order(const ir::Program& program, const config::ArchConfig& config = {});

}  // namespace systole::schedule
