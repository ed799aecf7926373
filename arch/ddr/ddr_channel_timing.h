#pragma once

#include "sim/config/arch_config.h"
#include "sim/core/ids.h"

namespace systole::arch {

// A time on a bus, exact: in `cycle`, after the time that `bytes` take, fewer than bytes_per_cycle.
struct BusTime {
    Cycles cycle = 0;
    Bytes bytes = 0;

    Cycles edge() const {
        return cycle + (bytes > 0 ? 1 : 0);
    }  // the first clock edge from then on
};

// When a burst that arrives at `now` has left the data bus, and the clock edge at which its
// response is back, for a channel whose bus is free from `bus_free` on. Fixed latency and
// bandwidth: bytes_per_cycle, shared by bursts within a cycle too, so that n bursts of b bytes take
// n * b / bytes_per_cycle cycles together, rounded up once.
struct BurstTiming {
    BusTime bus_until;
    Cycles response;
};
BurstTiming burst_timing(Cycles now, BusTime bus_free, Bytes bytes, const config::DdrConfig& ddr);

}  // namespace systole::arch
