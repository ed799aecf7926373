#include "arch/buffer/port_timing.h"

#include <catch2/catch.hpp>

using namespace systole;

TEST_CASE("for how long does a transfer occupy a port?") {
    config::TierConfig tier;
    tier.port_bytes_per_cycle = 512;
    CHECK(arch::port_cycles(128, 256, tier) == 64);
    CHECK(arch::port_cycles(1, 256, tier) == 1);  // a part of a cycle is a cycle
    CHECK(arch::port_cycles(3, 256, tier) == 2);
}
