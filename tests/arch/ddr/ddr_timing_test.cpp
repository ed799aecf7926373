#include "arch/ddr/ddr_timing.h"

#include "arch/ddr/ddr_channel_timing.h"

#include <catch2/catch.hpp>

using namespace systole;

TEST_CASE("when does a burst leave the bus and come back?") {
    config::DdrConfig ddr;
    ddr.bytes_per_cycle = 128;
    ddr.latency_cycles = 64;
    const arch::BurstTiming idle = arch::burst_timing(10, {}, 256, ddr);
    CHECK(idle.bus_until.cycle == 12);
    CHECK(idle.bus_until.bytes == 0);
    CHECK(idle.response == 76);
    // The bus is taken until 20: the burst waits for exactly that, not a cycle more.
    const arch::BurstTiming behind = arch::burst_timing(10, {20, 0}, 256, ddr);
    CHECK(behind.bus_until.cycle == 22);
    CHECK(behind.response == 86);
    CHECK(arch::burst_timing(0, {}, 1, ddr).response == 1 + 64);
    CHECK(arch::burst_timing(0, {}, 129, ddr).response == 2 + 64);
}

TEST_CASE("do bursts share a cycle of the bus, at any bandwidth?") {
    // TPU v1's DDR3: 43 bytes a cycle. 43 bursts of 64 bytes take 64 cycles, not 43 * 2 = 86.
    config::DdrConfig ddr;
    ddr.bytes_per_cycle = 43;
    ddr.latency_cycles = 0;
    arch::BusTime free;
    for (int i = 0; i < 43; ++i) {
        free = arch::burst_timing(0, free, 64, ddr).bus_until;
    }
    CHECK(free.cycle == 64);
    CHECK(free.bytes == 0);
    const arch::BurstTiming first = arch::burst_timing(0, {}, 64, ddr);
    CHECK(first.bus_until.cycle == 1);
    CHECK(first.bus_until.bytes == 21);
    CHECK(first.response == 2);
    // Half a cycle is left of cycle 7; later on a fraction does not matter.
    CHECK(arch::burst_timing(7, {7, 22}, 21, ddr).bus_until.cycle == 8);
    CHECK(arch::burst_timing(8, {7, 22}, 43, ddr).bus_until.cycle == 9);
}

TEST_CASE("how is a transfer cut into requests?") {
    config::DdrConfig ddr;
    ddr.burst_bytes = 256;
    ddr.max_outstanding = 16;
    const arch::RequestCut simple = arch::ddr_traits(ddr, 1000).cut;
    CHECK(simple.first_of(100, 1000) == 256);
    CHECK(simple.first_of(100, 40) == 40);
    CHECK(simple.requests(257) == 2);
    CHECK(arch::ddr_traits(ddr, 1000).in_flight == 16);

    ddr.model = config::DdrModel::kDetailed;  // DDR4: accesses of 64 bytes
    const arch::RequestCut dram = arch::ddr_traits(ddr, 1000).cut;
    CHECK(dram.first_of(128, 1000) == 64);
    CHECK(dram.first_of(100, 1000) == 28);  // to the next access
    CHECK(dram.first_of(100, 20) == 20);
    CHECK(dram.requests(64) == 2);                       // unaligned: parts of two accesses
    CHECK(arch::ddr_traits(ddr, 1000).in_flight == 64);  // 4,096 bytes either way
}

TEST_CASE("what does the bus take at least?") {
    config::DdrConfig ddr;
    ddr.bytes_per_cycle = 64;
    CHECK(arch::least_bus_cycles(65, ddr, 1000) == 2);
    // LPDDR4-3200: 6.4 GB/s a channel; 64,000 bytes on two channels at 1 GHz.
    ddr.model = config::DdrModel::kDetailed;
    ddr.standard = config::DdrStandard::kLpddr4_3200;
    ddr.channels = 2;
    CHECK(arch::least_bus_cycles(64'000, ddr, 1000) == 5000);
    CHECK(arch::least_bus_cycles(64'000, ddr, 500) == 2500);
}
