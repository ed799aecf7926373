#include "arch/ddr/ddr_channel_timing.h"

#include "arch/ddr/ddr_timing.h"
#include "arch/npu/clock_timing.h"

#include <algorithm>

namespace systole::arch {

BurstTiming burst_timing(Cycles now, Cycles bus_free, Bytes bytes, const config::DdrConfig& ddr) {
    const Cycles occupied = (bytes + ddr.bytes_per_cycle - 1) / ddr.bytes_per_cycle;
    const Cycles until = std::max(now, bus_free) + occupied;
    return {until, until + ddr.latency_cycles};
}

// One burst a request; ddr.max_outstanding of them in flight.
DdrTraits ddr_channel_traits(const config::DdrConfig& ddr, std::uint64_t clock_mhz) {
    return {{ddr.burst_bytes, false},
            ddr.max_outstanding,
            burst_timing(0, 0, ddr.burst_bytes, ddr).response,
            ddr.bytes_per_cycle,
            clock_period_ps(clock_mhz)};
}

}  // namespace systole::arch
