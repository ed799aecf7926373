#pragma once

#include "sim/config/arch_config.h"
#include "sim/ir/plan.h"
#include "sim/ir/program.h"

namespace systole::schedule {

// Decides the order in which a core executes a trace. The trace must be well formed; the order
// holds its N nodes, each once, topologically. Deterministic: equal inputs give equal orders.
class Scheduler {
 public:
    virtual ~Scheduler() = default;
    virtual ir::Order order(const ir::Program& program, const config::ArchConfig& config) const = 0;
};

}  // namespace systole::schedule
