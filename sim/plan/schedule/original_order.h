#pragma once

#include "sim/config/arch_config.h"
#include "sim/ir/plan.h"
#include "sim/ir/program.h"

namespace systole::schedule {

// The trace's own order: node ids, and where an edge runs against them, the smallest ready id
// first. No configuration matters.
ir::Order original_order(const ir::Program& program, const config::ArchConfig& config = {});

}  // namespace systole::schedule
