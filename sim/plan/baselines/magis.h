#pragma once

#include "sim/config/arch_config.h"
#include "sim/ir/plan.h"
#include "sim/ir/program.h"
#include "sim/plan/place/spill_log.h"

namespace systole::baselines {

// MAGIS as a reordering baseline. Source: Chen, Ding, Zheng, Zhang, Leng, Liu, Liang, "MAGIS:
// Memory Optimization via Coordinated Graph Transformation and Scheduling for DNN", ASPLOS 2024,
// sections 5 to 7 (incremental scheduling of the interval around a memory hot-spot). Graph
// transformations need nodes that a plan cannot have and are left out; docs/magis.md lists
// what is kept. Never more pressure than the better of node ids and demand order. Error{kRefused,
// "place.does-not-fit"} as the placer's.
ir::Plan plan_magis(const ir::Program& program,
                    const config::ArchConfig& config,
                    place::SpillLog* log);

}  // namespace systole::baselines
