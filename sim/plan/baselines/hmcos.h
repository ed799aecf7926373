#pragma once

#include "sim/config/arch_config.h"
#include "sim/ir/plan.h"
#include "sim/ir/program.h"
#include "sim/plan/place/spill_log.h"

namespace systole::baselines {

// HMCOS. Source: Wang, Wan, Chen, Lin, Jiang, Qiao, "Hierarchical Memory-Constrained Operator
// Scheduling of Neural Architecture Search Networks", DAC 2022, and the structure of its public
// code (read, nothing taken). Operations become sequences, sequences become groups; a search over
// the few vertices at the top finds an order of least peak; groups responsible for the peak are
// dissolved and the search runs again under that budget. docs/hmcos.md says what is kept and
// what is left out. Never more pressure than the better of node ids and demand order.
// Error{kRefused, "place.does-not-fit"} as the placer's.
ir::Plan plan_hmcos(const ir::Program& program,
                    const config::ArchConfig& config,
                    place::SpillLog* log);

}  // namespace systole::baselines
