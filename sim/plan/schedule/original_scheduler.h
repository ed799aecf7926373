#pragma once

#include "sim/plan/schedule/scheduler.h"

namespace systole::schedule {

// The trace's own order: node ids, and where an edge runs against them, the smallest ready id
// first.
class OriginalScheduler : public Scheduler {
 public:
    ir::Order order(const ir::Program& program, const config::ArchConfig& config) const override;
};

}  // namespace systole::schedule
