#include "arch/ddr/ddr_timing.h"

#include "arch/ddr/dram_standard.h"
#include "arch/npu/clock_timing.h"

#include <algorithm>

namespace systole::arch {

BurstTiming burst_timing(Cycles now, Cycles bus_free, Bytes bytes, const config::DdrConfig& ddr) {
    const Cycles occupied = (bytes + ddr.bytes_per_cycle - 1) / ddr.bytes_per_cycle;
    const Cycles until = std::max(now, bus_free) + occupied;
    return {until, until + ddr.latency_cycles};
}

RequestCut request_cut(const config::DdrConfig& ddr) {
    if (ddr.model == config::DdrModel::kDetailed) {
        return {dram_standard(ddr.standard).access_bytes, true};
    }
    return {ddr.burst_bytes, false};
}

std::uint64_t requests_in_flight(const config::DdrConfig& ddr) {
    if (ddr.model == config::DdrModel::kSimple) {
        return ddr.max_outstanding;
    }
    const Bytes bytes = ddr.max_outstanding * ddr.burst_bytes;
    return std::max<std::uint64_t>(1, bytes / dram_standard(ddr.standard).access_bytes);
}

Cycles longest_burst(const config::DdrConfig& ddr, std::uint64_t clock_mhz) {
    if (ddr.model == config::DdrModel::kSimple) {
        return burst_timing(0, 0, ddr.burst_bytes, ddr).response;
    }
    // Closing a row that was just written, a refresh, opening the row, the data, and the edges of
    // two clocks.
    const DramStandard& s = dram_standard(ddr.standard);
    const DramCycles cycles = s.rc + s.cwl + s.burst + s.wr + s.rp_all + s.rfc + s.rp +
                              std::max(s.rcd_read, s.rcd_write) + std::max(s.cl, s.cwl) + s.burst +
                              s.wtr_l + s.turnaround;
    return cycles * s.clock_ps / clock_period_ps(clock_mhz) + 3;
}

Cycles least_bus_cycles(Bytes bytes, const config::DdrConfig& ddr, std::uint64_t clock_mhz) {
    if (ddr.model == config::DdrModel::kSimple) {
        return (bytes + ddr.bytes_per_cycle - 1) / ddr.bytes_per_cycle;
    }
    const DramStandard& s = dram_standard(ddr.standard);
    const long double accesses =
        static_cast<long double>(bytes) / static_cast<long double>(s.access_bytes * ddr.channels);
    const long double picoseconds = accesses * static_cast<long double>(s.burst * s.clock_ps);
    return static_cast<Cycles>(picoseconds / static_cast<long double>(clock_period_ps(clock_mhz)));
}

}  // namespace systole::arch
