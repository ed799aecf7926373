#include "sim/plan/place/residents.h"

#include <catch2/catch.hpp>

#include <vector>

using namespace systole;
using place::Residents;
using place::Window;

namespace {

// X 150, Y 60 and Z 60 side by side from 0, the last 10 of 280 free; X is used last.
struct Three {
    Residents residents;
    std::vector<place::WindowCost> costs = {{false, 300, 90}, {false, 120, 50}, {false, 120, 40}};

    Three() {
        residents.add(210, 60, BufId{2});
        residents.add(0, 150, BufId{0});
        residents.add(150, 60, BufId{1});
    }
    std::optional<Window> find(std::uint32_t size) const {
        return place::cheapest_window(
            residents.items(), 280, size, [&](BufId b) { return costs[index(b)]; });
    }
};

}  // namespace

TEST_CASE("is the window that costs least emptied, however near its next use?") {
    const Three three;
    const auto window = three.find(100);
    REQUIRE(window);
    CHECK(window->first == 1);  // Y and Z, 240, against X, 300
    CHECK(window->last == 3);
}

TEST_CASE("does a window use the gap beside a resident?") {
    const Three three;
    const auto window = three.find(70);  // 210 .. 280: Z and the gap, 120
    REQUIRE(window);
    CHECK(window->first == 2);
    CHECK(window->last == 3);
}

TEST_CASE("of equal costs, does the farther next use leave?") {
    Three three;
    const auto window = three.find(60);  // Y at 150, Z at 210
    REQUIRE(window);
    CHECK(window->first == 1);
    CHECK(window->last == 2);
}

TEST_CASE("is a resident in use left alone?") {
    Three three;
    three.costs[1].pinned = true;
    const auto window = three.find(100);
    REQUIRE(window);
    CHECK(window->first == 0);
    CHECK(window->last == 1);
    three.costs[0].pinned = true;
    CHECK_FALSE(three.find(100));
    CHECK_FALSE(three.find(281));
}
