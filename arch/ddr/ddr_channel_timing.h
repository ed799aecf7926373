#pragma once

#include "sim/config/arch_config.h"
#include "sim/core/ids.h"

namespace systole::arch {

// When a burst that arrives at `now` has left the data bus, and when its response is back, for a
// channel whose bus is free from `bus_free` on. Fixed latency and bandwidth: a bus cycle moves
// bytes_per_cycle.
struct BurstTiming {
    Cycles bus_until;
    Cycles response;
};
BurstTiming burst_timing(Cycles now, Cycles bus_free, Bytes bytes, const config::DdrConfig& ddr);

}  // namespace systole::arch
