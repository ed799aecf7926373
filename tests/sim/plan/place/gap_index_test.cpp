#include "sim/plan/place/gap_index.h"

#include <catch2/catch.hpp>

#include <optional>
#include <random>
#include <vector>

using systole::place::GapIndex;

namespace {

// Takes `size` units where they fit best.
std::optional<std::uint32_t> take(GapIndex& space, std::uint32_t size) {
    const auto offset = space.best_fit(size);
    if (offset) {
        space.take_at(*offset, size);
    }
    return offset;
}

}  // namespace

TEST_CASE("is the smallest gap that fits taken, the lowest of equals?") {
    GapIndex space(20);
    CHECK(take(space, 4) == 0u);
    CHECK(take(space, 2) == 4u);
    CHECK(take(space, 4) == 6u);
    CHECK(take(space, 2) == 10u);  // 12..20 is left
    space.give_back(0, 4);
    space.give_back(6, 4);
    CHECK(take(space, 3) == 0u);  // gaps of 4 at 0 and at 6, of 8 at 12
    CHECK(take(space, 4) == 6u);
    CHECK(take(space, 5) == 12u);
    CHECK_FALSE(take(space, 4).has_value());  // gaps of 1 at 3 and of 3 at 17
}

TEST_CASE("do neighbouring gaps join?") {
    GapIndex space(6);
    for (int i = 0; i < 3; ++i) {
        take(space, 2);
    }
    space.give_back(0, 2);
    space.give_back(4, 2);
    CHECK_FALSE(take(space, 3).has_value());
    space.give_back(2, 2);
    CHECK(take(space, 6) == 0u);
}

TEST_CASE("does a tier of no capacity hold nothing?") {
    CHECK_FALSE(GapIndex(0).best_fit(1).has_value());
}

TEST_CASE("is no address given out twice?") {
    std::mt19937_64 random(11);
    GapIndex space(100);
    std::vector<bool> taken(100, false);
    std::vector<std::pair<std::uint32_t, std::uint32_t>> held;
    for (int step = 0; step < 20000; ++step) {
        if (random() % 2 == 0) {
            const auto size = static_cast<std::uint32_t>(1 + random() % 30);
            if (const auto offset = take(space, size)) {
                for (std::uint32_t a = *offset; a < *offset + size; ++a) {
                    REQUIRE_FALSE(taken[a]);
                    taken[a] = true;
                }
                held.emplace_back(*offset, size);
            } else {
                std::uint32_t run = 0;
                for (const bool t : taken) {
                    run = t ? 0 : run + 1;
                    REQUIRE(run < size);
                }
            }
        } else if (!held.empty()) {
            const std::size_t i = random() % held.size();
            for (std::uint32_t a = held[i].first; a < held[i].first + held[i].second; ++a) {
                taken[a] = false;
            }
            space.give_back(held[i].first, held[i].second);
            held[i] = held.back();
            held.pop_back();
        }
    }
}

TEST_CASE("are exact addresses taken out of a gap?") {
    GapIndex space(10);
    space.take_at(4, 2);
    CHECK(take(space, 5) == std::nullopt);  // gaps of 4 at 0 and at 6
    space.give_back(4, 2);
    space.take_at(0, 3);
    space.take_at(8, 2);
    CHECK(take(space, 5) == 3u);
    CHECK_FALSE(take(space, 1).has_value());
}
