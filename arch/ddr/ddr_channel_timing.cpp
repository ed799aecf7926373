#include "arch/ddr/ddr_channel_timing.h"

#include "arch/ddr/ddr_timing.h"
#include "arch/npu/clock_timing.h"

namespace systole::arch {

BurstTiming burst_timing(Cycles now, BusTime bus_free, Bytes bytes, const config::DdrConfig& ddr) {
    const BusTime start = bus_free.cycle >= now ? bus_free : BusTime{now, 0};
    const Bytes passed = start.bytes + bytes;
    const BusTime until{start.cycle + passed / ddr.bytes_per_cycle, passed % ddr.bytes_per_cycle};
    return {until, until.edge() + ddr.latency_cycles};
}

// One burst a request; ddr.max_outstanding of them in flight.
DdrTraits ddr_channel_traits(const config::DdrConfig& ddr, std::uint64_t clock_mhz) {
    return {{ddr.burst_bytes, false},
            ddr.max_outstanding,
            burst_timing(0, {}, ddr.burst_bytes, ddr).response,
            ddr.latency_cycles * clock_period_ps(clock_mhz),
            ddr.bytes_per_cycle,
            clock_period_ps(clock_mhz)};
}

}  // namespace systole::arch
