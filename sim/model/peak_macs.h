#pragma once

#include "sim/config/arch_config.h"

namespace systole::model {

// Multiply-accumulates a cycle of an array that is never idle: one for every multiplier each
// cube.interval cycles. Utilization and rooflines are shares of this.
double peak_macs(const config::ArchConfig& config);

}  // namespace systole::model
