#pragma once

#include <cstdint>

namespace systole::arch {

// Picoseconds of one cycle at `mhz`: a whole number, so that cycle arithmetic is exact (a 1,850 MHz
// clock runs at 541 ps).
constexpr std::uint64_t clock_period_ps(std::uint64_t mhz) {
    return (1'000'000 + mhz / 2) / mhz;
}

}  // namespace systole::arch
