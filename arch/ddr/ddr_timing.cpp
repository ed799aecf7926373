#include "arch/ddr/ddr_timing.h"

#include "arch/npu/clock_timing.h"

#include <array>

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
