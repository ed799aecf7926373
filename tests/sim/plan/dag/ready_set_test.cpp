#include "sim/plan/dag/ready_set.h"

#include "tests/support/random_dag.h"

#include <catch2/catch.hpp>

#include <set>
#include <vector>

using systole::dag::ReadySet;

TEST_CASE("is a ready set walked from the smallest up?") {
    ReadySet set(70'000);
    CHECK(set.empty());
    for (const std::uint32_t i : {69'999u, 5u, 4'096u, 64u}) {
        set.insert(i);
    }
    set.erase(64);
    std::vector<std::uint32_t> seen;
    set.each_of_first(2, [&](std::uint32_t i) { seen.push_back(i); });
    CHECK(seen == std::vector<std::uint32_t>{5, 4'096});
    CHECK(set.next(4'097) == 69'999);
    CHECK(set.next(69'999) == 69'999);
    set.erase(69'999);
    CHECK(set.next(4'097) == 70'000);
}

TEST_CASE("does a ready set hold what an ordered set does?") {
    for (const std::size_t limit : {1, 63, 64, 65, 4'096, 5'000}) {
        CAPTURE(limit);
        systole::test::Random random(limit);
        ReadySet set(limit);
        std::set<std::uint32_t> expected;
        for (int step = 0; step < 5'000; ++step) {
            const auto i = static_cast<std::uint32_t>(random.below(limit));
            if (random.percent(50)) {
                set.insert(i);
                expected.insert(i);
            } else {
                set.erase(i);
                expected.erase(i);
            }
            const auto from = static_cast<std::uint32_t>(random.below(limit));
            const auto next = expected.lower_bound(from);
            REQUIRE(set.next(from) == (next == expected.end() ? limit : *next));
            REQUIRE(set.empty() == expected.empty());
        }
    }
}
