#pragma once

#include "sim/config/arch_config.h"
#include "sim/core/ids.h"

#include <cstdint>

namespace systole::model {

// What one spill of a buffer costs: DDR traffic in units, cycles of SPILL_OUT (MTE3) and SPILL_IN
// (MTE2).
struct SpillCost {
    Units traffic;
    Cycles out;
    Cycles in;
};

// A backed buffer's content already is in DDR: dropping it is free, only the reload moves data.
// (Execution model, "Cost of one spill"; DAN-Scheduler paper, equation 8.)
constexpr SpillCost spill_cost(std::uint32_t size, bool backed, const config::SpillConfig& config) {
    const Cycles transfer = config.cycles_per_unit * size + config.fixed_cycles;
    return {backed ? Units{size} : Units{2} * size, backed ? 0 : transfer, transfer};
}

}  // namespace systole::model
