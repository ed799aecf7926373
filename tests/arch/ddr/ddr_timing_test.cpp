#include "arch/ddr/ddr_timing.h"

#include <catch2/catch.hpp>

using namespace systole;

TEST_CASE("when does a burst leave the bus and come back?") {
    config::DdrConfig ddr;
    ddr.bytes_per_cycle = 128;
    ddr.latency_cycles = 64;
    const arch::BurstTiming idle = arch::burst_timing(10, 0, 256, ddr);
    CHECK(idle.bus_until == 12);
    CHECK(idle.response == 76);
    // The bus is taken until 20: the burst waits for exactly that, not a cycle more.
    const arch::BurstTiming behind = arch::burst_timing(10, 20, 256, ddr);
    CHECK(behind.bus_until == 22);
    CHECK(behind.response == 86);
    CHECK(arch::burst_timing(0, 0, 1, ddr).bus_until == 1);
    CHECK(arch::burst_timing(0, 0, 129, ddr).bus_until == 2);
}
