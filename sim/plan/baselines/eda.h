#pragma once

#include "sim/config/arch_config.h"
#include "sim/ir/plan.h"
#include "sim/ir/program.h"
#include "sim/plan/place/spill_log.h"

namespace systole::baselines {

// EDA-style inter-layer traversal. Source: Pao, Chen, Chang, Yeh, "EDA: Energy-Efficient
// Inter-Layer Model Compilation for Edge DNN Inference Acceleration", HPCA 2025, of which
// algorithm, tile rule and energy model are not public; the DAN-Scheduler paper compares against
// "an EDA-style traversal baseline derived from the public method description". Kept: depth-first
// walks through the layers from output tile to output tile, in groups that fit the scratchpads, the
// next one chosen for reuse, energy as the judge. Everything else is a guess; docs/eda.md
// lists it. Error{kRefused, "place.does-not-fit"} as the placer's.
ir::Plan plan_eda(const ir::Program& program,
                  const config::ArchConfig& config,
                  place::SpillLog* log);

}  // namespace systole::baselines
