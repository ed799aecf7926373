#pragma once

#include "sim/config/arch_config.h"
#include "sim/core/ids.h"

namespace systole::arch {

// Cycles for which `units` of traffic occupy one port of a scratchpad.
Cycles port_cycles(Units units, std::uint64_t bytes_per_unit, const config::TierConfig& tier);

}  // namespace systole::arch
