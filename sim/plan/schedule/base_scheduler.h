#pragma once

#include "sim/plan/schedule/scheduler.h"

namespace systole::schedule {

// The DAN-Scheduler paper's "Base" (Table 3): list scheduling, smallest key first, key = (FREE 0 /
// operation 1 / ALLOC 2, -Size for FREE and +Size for ALLOC, node id). Reproduces the paper's five
// peaks over all tiers (execution model, "Facts about the public traces").
class BaseScheduler : public Scheduler {
 public:
    ir::Order order(const ir::Program& program, const config::ArchConfig& config) const override;
};

}  // namespace systole::schedule
