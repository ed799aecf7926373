#include "arch/buffer/port_timing.h"

namespace systole::arch {

Cycles port_cycles(Units units, std::uint64_t bytes_per_unit, const config::TierConfig& tier) {
    const Bytes bytes = units * bytes_per_unit;
    return (bytes + tier.port_bytes_per_cycle - 1) / tier.port_bytes_per_cycle;
}

}  // namespace systole::arch
