#include "arch/ddr/ddr_timing.h"
#include "arch/ddr/dram_standard.h"
#include "arch/npu/clock_timing.h"

#include <algorithm>

namespace systole::arch {
namespace {

// Closing a row that was just written, a refresh, opening the row, the data, and the edges of two
// clocks.
Cycles longest_access(const DramStandard& s, std::uint64_t clock_mhz) {
    const DramCycles cycles = s.rc + s.cwl + s.burst + s.wr + s.rp_all + s.rfc + s.rp +
                              std::max(s.rcd_read, s.rcd_write) + std::max(s.cl, s.cwl) + s.burst +
                              s.wtr_l + s.turnaround;
    return cycles * s.clock_ps / clock_period_ps(clock_mhz) + 3;
}

}  // namespace

// One access of the standard a request; as many in flight as make ddr.max_outstanding bursts of
// ddr.burst_bytes.
DdrTraits dram_controller_traits(const config::DdrConfig& ddr, std::uint64_t clock_mhz) {
    const DramStandard& s = dram_standard(ddr.standard);
    const Bytes in_flight = ddr.max_outstanding * ddr.burst_bytes;
    return {{s.access_bytes, true},
            std::max<std::uint64_t>(1, in_flight / s.access_bytes),
            longest_access(s, clock_mhz),
            std::min(s.cl, s.cwl) * s.clock_ps,
            s.access_bytes * ddr.channels,
            s.burst * s.clock_ps};
}

}  // namespace systole::arch
