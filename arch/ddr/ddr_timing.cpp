#include "arch/ddr/ddr_timing.h"

#include <algorithm>

namespace systole::arch {

BurstTiming burst_timing(Cycles now, Cycles bus_free, Bytes bytes, const config::DdrConfig& ddr) {
    const Cycles occupied = (bytes + ddr.bytes_per_cycle - 1) / ddr.bytes_per_cycle;
    const Cycles until = std::max(now, bus_free) + occupied;
    return {until, until + ddr.latency_cycles};
}

}  // namespace systole::arch
