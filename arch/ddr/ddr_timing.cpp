#include "arch/ddr/ddr_timing.h"

#include "arch/npu/clock_timing.h"

#include <algorithm>
#include <array>
#include <vector>

namespace systole::arch {

#define SYSTOLE_DDR_MODEL(id, name, prefix) \
    DdrTraits prefix##_traits(const config::DdrConfig& ddr, std::uint64_t clock_mhz);
#include "arch/ddr/ddr_models.def"
#undef SYSTOLE_DDR_MODEL

namespace {

constexpr std::array kTraits = {
#define SYSTOLE_DDR_MODEL(id, name, prefix) &prefix##_traits,
#include "arch/ddr/ddr_models.def"
#undef SYSTOLE_DDR_MODEL
};

}  // namespace

DdrTraits ddr_traits(const config::DdrConfig& ddr, std::uint64_t clock_mhz) {
    return kTraits[static_cast<std::size_t>(ddr.model)](ddr, clock_mhz);
}

Cycles alone_cycles(const Transfer& transfer, const DdrTraits& ddr, std::uint64_t period_ps) {
    // In picoseconds times peak_bytes, so that a byte's time on the bus is a whole number.
    const std::uint64_t cycle = period_ps * ddr.peak_bytes;
    const auto to_edge = [&](std::uint64_t time) { return (time + cycle - 1) / cycle * cycle; };
    std::vector<std::uint64_t> response(ddr.in_flight, 0);  // of the last in_flight requests
    std::uint64_t bus = 0;
    std::size_t slot = 0;
    for (std::uint64_t row = 0; row < transfer.rows; ++row) {
        const std::uint64_t start = transfer.address + row * transfer.stride;
        for (Bytes sent = 0; sent < transfer.row_bytes;) {
            const Bytes bytes = ddr.cut.first_of(start + sent, transfer.row_bytes - sent);
            sent += bytes;
            bus = std::max(bus, response[slot]) + bytes * ddr.peak_ps;
            response[slot] = to_edge(bus + ddr.latency_ps * ddr.peak_bytes);
            slot = slot + 1 == response.size() ? 0 : slot + 1;
        }
    }
    return *std::max_element(response.begin(), response.end()) / cycle;
}

Cycles least_bus_cycles(Bytes bytes, const config::DdrConfig& ddr, std::uint64_t clock_mhz) {
    __extension__ using Wide = unsigned __int128;
    const DdrTraits traits = ddr_traits(ddr, clock_mhz);
    const Wide per_cycle = Wide{traits.peak_bytes} * clock_period_ps(clock_mhz);
    return static_cast<Cycles>((Wide{bytes} * traits.peak_ps + per_cycle - 1) / per_cycle);
}

double bus_bytes_per_cycle(const config::DdrConfig& ddr, std::uint64_t clock_mhz) {
    const DdrTraits traits = ddr_traits(ddr, clock_mhz);
    return static_cast<double>(traits.peak_bytes) *
           static_cast<double>(clock_period_ps(clock_mhz)) / static_cast<double>(traits.peak_ps);
}

}  // namespace systole::arch
