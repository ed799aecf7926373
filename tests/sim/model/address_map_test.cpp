#include "sim/model/address_map.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <random>
#include <vector>

using namespace systole;

namespace {

std::vector<std::uint32_t> take(model::AddressMap& map,
                                std::uint32_t lo,
                                std::uint32_t hi,
                                std::uint32_t owner) {
    std::vector<std::uint32_t> previous;
    map.take(lo, hi, ResId{owner}, [&](ResId r) { previous.push_back(index(r)); });
    return previous;
}

}  // namespace

TEST_CASE("who used a range before?") {
    model::AddressMap map;
    CHECK(take(map, 0, 4, 1).empty());
    CHECK(take(map, 4, 8, 2).empty());
    CHECK(take(map, 2, 6, 3) == std::vector<std::uint32_t>{1, 2});
    CHECK(take(map, 0, 8, 4) == std::vector<std::uint32_t>{1, 3, 2});
    CHECK(take(map, 3, 5, 5) == std::vector<std::uint32_t>{4});
    CHECK(take(map, 0, 8, 6) == std::vector<std::uint32_t>{4, 5, 4});
    CHECK(take(map, 8, 9, 7).empty());
}

TEST_CASE("does the address map say the same as one cell per address?") {
    std::mt19937_64 random(7);
    model::AddressMap map;
    std::vector<std::uint32_t> cells(64, 0);
    for (std::uint32_t owner = 1; owner <= 5000; ++owner) {
        const auto lo = static_cast<std::uint32_t>(random() % 64);
        const auto hi = lo + 1 + static_cast<std::uint32_t>(random() % (64 - lo));
        std::vector<std::uint32_t> expected;
        for (std::uint32_t a = lo; a < hi; ++a) {
            if (cells[a] != 0 &&
                std::find(expected.begin(), expected.end(), cells[a]) == expected.end()) {
                expected.push_back(cells[a]);
            }
            cells[a] = owner;
        }
        std::vector<std::uint32_t> found;
        for (const std::uint32_t previous : take(map, lo, hi, owner)) {
            if (std::find(found.begin(), found.end(), previous) == found.end()) {
                found.push_back(previous);
            }
        }
        REQUIRE(found == expected);
    }
}
