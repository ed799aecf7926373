#include "arch/buffer/bank_timing.h"

#include <catch2/catch.hpp>

using namespace systole;
using arch::BankCycle;

namespace {

config::TierConfig tier(std::uint64_t banks, std::uint64_t bank_bytes, std::uint64_t port) {
    config::TierConfig t;
    t.banks = banks;
    t.bank_bytes = bank_bytes;
    t.port_bytes_per_cycle = port;
    return t;
}

}  // namespace

TEST_CASE("how does a port pass the banks?") {
    const BankCycle narrow = arch::bank_cycle(tier(4, 64, 32));  // 2 cycles in each of 4 banks
    CHECK(narrow.period == 8);
    CHECK(narrow.dwell == 2);
    const BankCycle wide = arch::bank_cycle(tier(8, 32, 64));  // two banks at once
    CHECK(wide.period == 4);
    CHECK(wide.dwell == 1);
    CHECK(arch::bank_cycle(tier(2, 32, 512)).period == 1);  // all banks at once
}
