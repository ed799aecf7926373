#pragma once

#include "sim/config/arch_config.h"
#include "sim/model/metrics.h"

namespace systole::report {

// What a run moved over the DDR bus, in bytes a cycle of its makespan, and what the bus can.
struct BusUse {
    double used = 0;
    double peak = 0;

    // By what factor a run whose transfers do not share lies above the bus; 1: it does not.
    double above() const { return used > peak ? used / peak : 1; }
};

BusUse bus_use(const model::Metrics& metrics, const config::ArchConfig& config);

}  // namespace systole::report
