#include "arch/buffer/port_timing.h"

#include <catch2/catch.hpp>

#include <vector>

using namespace systole;

TEST_CASE("for how long does a transfer occupy a port?") {
    config::TierConfig tier;
    tier.port_bytes_per_cycle = 512;
    CHECK(arch::port_cycles(128 * 256, tier) == 64);
    CHECK(arch::port_cycles(1, tier) == 1);  // a part of a cycle is a cycle
    CHECK(arch::port_cycles(513, tier) == 2);
}

TEST_CASE("how many accesses go on at the same time?") {
    config::TierConfig tier;
    tier.ports = 4;
    tier.port_bytes_per_cycle = 32;
    CHECK(arch::parallel_accesses(tier) == 4);  // no banks: every port reaches every address
    tier.banks = 1;
    tier.bank_bytes = 64;
    CHECK(arch::parallel_accesses(tier) == 1);
    tier.banks = 3;
    CHECK(arch::parallel_accesses(tier) == 3);
    tier.banks = 16;
    CHECK(arch::parallel_accesses(tier) == 4);
    tier.bank_bytes = 8;  // an access takes four banks
    CHECK(arch::parallel_accesses(tier) == 4);
    tier.banks = 8;
    CHECK(arch::parallel_accesses(tier) == 2);
}

TEST_CASE("how long do streams take that share accesses word by word?") {
    const auto shared = [](std::vector<Cycles> streams, std::uint64_t width) {
        return arch::shared_cycles(streams, width);
    };
    CHECK(shared({64}, 1) == 64);
    CHECK(shared({64, 64}, 1) == 128);
    CHECK(shared({64, 64}, 2) == 64);
    CHECK(shared({64, 64, 64}, 2) == 96);
    // 10 cycles each until the short one has had its 10, in cycle 20; 90 are left.
    CHECK(shared({100, 10}, 1) == 110);
    // Two thirds of a port each: 10 cycles done in 15; then 90 alone.
    CHECK(shared({100, 10, 10}, 2) == 105);
    CHECK(shared({}, 2) == 0);
}
