#pragma once

#include "arch/npu/clock_timing.h"
#include "sim/core/ids.h"

#include <systemc>

#include <cstdint>

namespace systole::arch {

// Core cycles as kernel time, which the kernel counts in picoseconds.
class Clock {
 public:
    explicit Clock(std::uint64_t mhz) : mhz_(mhz), period_ps_(clock_period_ps(mhz)) {}

    sc_core::sc_time span(Cycles cycles) const {
        return sc_core::sc_time::from_value(cycles * period_ps_);
    }
    // The current cycle; between two clock edges (another clock's event), the next edge.
    Cycles now() const { return (sc_core::sc_time_stamp().value() + period_ps_ - 1) / period_ps_; }
    // Time from now to the next edge, zero on an edge.
    sc_core::sc_time to_edge() const {
        const std::uint64_t past = sc_core::sc_time_stamp().value() % period_ps_;
        return sc_core::sc_time::from_value(past == 0 ? 0 : period_ps_ - past);
    }
    std::uint64_t mhz() const { return mhz_; }
    std::uint64_t period_ps() const { return period_ps_; }
    Cycles longest() const { return ~std::uint64_t{0} / period_ps_; }

 private:
    std::uint64_t mhz_;
    std::uint64_t period_ps_;
};

}  // namespace systole::arch
