#include "arch/buffer/bank_timing.h"

#include <catch2/catch.hpp>

#include <optional>
#include <vector>

using namespace systole;
using arch::bank_wait;
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
    CHECK(arch::bank_phase(0, tier(4, 64, 32)) == 0);
    CHECK(arch::bank_phase(63, tier(4, 64, 32)) == 1);
    CHECK(arch::bank_phase(64, tier(4, 64, 32)) == 2);
    CHECK(arch::bank_phase(256, tier(4, 64, 32)) == 0);
}

TEST_CASE("does a stream in the bank of another wait exactly until it has left?") {
    const BankCycle one{4, 1};  // 4 banks, one cycle in each
    CHECK(bank_wait(0, std::vector<Cycles>{}, one) == 0u);
    CHECK(bank_wait(0, std::vector<Cycles>{1}, one) == 0u);
    CHECK(bank_wait(2, std::vector<Cycles>{2}, one) == 1u);
    // One cycle later the bank behind is taken too: two.
    CHECK(bank_wait(2, std::vector<Cycles>{2, 1}, one) == 2u);
    CHECK(bank_wait(0, std::vector<Cycles>{0, 3}, one) == 2u);  // around the end
    CHECK(bank_wait(2, std::vector<Cycles>{2, 1, 0}, one) == 3u);
    CHECK(bank_wait(2, std::vector<Cycles>{0, 1, 2, 3}, one) == std::nullopt);

    const BankCycle two{8, 2};  // 4 banks, two cycles in each
    CHECK(bank_wait(4, std::vector<Cycles>{4}, two) == 2u);
    CHECK(bank_wait(5, std::vector<Cycles>{4}, two) == 3u);  // ahead of it: lets it pass
    CHECK(bank_wait(3, std::vector<Cycles>{4}, two) == 1u);
    CHECK(bank_wait(2, std::vector<Cycles>{4}, two) == 0u);
    CHECK(bank_wait(4, std::vector<Cycles>{4, 2}, two) == 4u);
}

TEST_CASE("are two streams a wait apart never in one bank, and one cycle less sometimes?") {
    for (const BankCycle& cycle : {BankCycle{4, 1}, BankCycle{8, 2}, BankCycle{12, 3}}) {
        const auto meet = [&](Cycles a, Cycles b) {
            for (Cycles t = 0; t < cycle.period; ++t) {
                if ((a + t) % cycle.period / cycle.dwell == (b + t) % cycle.period / cycle.dwell) {
                    return true;
                }
            }
            return false;
        };
        for (Cycles offset = 0; offset < cycle.period; ++offset) {
            for (Cycles other = 0; other < cycle.period; ++other) {
                const Cycles wait = *bank_wait(offset, std::vector<Cycles>{other}, cycle);
                const auto at = [&](Cycles w) {
                    return (offset + cycle.period - w) % cycle.period;
                };
                CHECK_FALSE(meet(at(wait), other));
                for (Cycles less = 0; less < wait; ++less) {
                    CHECK(meet(at(less), other));
                }
            }
        }
    }
}

TEST_CASE("is an offset where a stream was in cycle 0?") {
    const BankCycle cycle{8, 2};
    CHECK(arch::bank_offset(5, 0, cycle) == 5);
    CHECK(arch::bank_offset(5, 3, cycle) == 2);
    CHECK(arch::bank_offset(1, 3, cycle) == 6);
    CHECK(arch::bank_offset(1, 19, cycle) == 6);
}
