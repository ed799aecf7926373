#pragma once

#include "sim/config/arch_config.h"
#include "sim/ir/plan.h"
#include "sim/ir/program.h"

namespace systole::schedule {

// Memory-Pressure-Aware Topological Scheduling, stage 1 of the DAN-Scheduler paper (algorithm 1,
// equations 17 to 21): list scheduling by (FREE 0 / operation 1 / ALLOC 2), then one-step pressure
// delta in the tiers M_pk, downstream criticality and input order, either one after the other as
// equation 21 writes, or as a weighted sum (the sensitivity study of Figure 7). Tiers and weights
// come from config.schedule (mpas_*), all 0 is the order of equation 21; schedule/docs/dan.md tells
// what each reading gives. O((V + E) log V).
ir::Order mpas_order(const ir::Program& program, const config::ArchConfig& config);

// The same with equation 21 to the letter, whatever the weights.
ir::Order mpas_literal_order(const ir::Program& program, const config::ArchConfig& config);

}  // namespace systole::schedule
