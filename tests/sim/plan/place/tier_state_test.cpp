#include "sim/plan/place/tier_state.h"

#include "tests/support/random_dag.h"

#include <catch2/catch.hpp>

#include <vector>

using namespace systole;
using place::TierState;
using place::Window;

namespace {

// X 150, Y 60 and Z 60 side by side from 0, the last 10 of 280 free; X is used last.
struct Three {
    TierState tier{280};
    std::vector<place::WindowCost> costs = {{false, 300, 90}, {false, 120, 50}, {false, 120, 40}};

    Three() {
        tier.enter(BufId{2}, 210, 60);
        tier.enter(BufId{0}, 0, 150);
        tier.enter(BufId{1}, 150, 60);
    }
    std::optional<Window> find(std::uint32_t size) const {
        return tier.cheapest_window(size, [&](BufId b) { return costs[index(b)]; });
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

TEST_CASE("do the forms of a tier's state give the same addresses?") {
    using Keep = TierState::Keep;
    test::Random random(7);
    std::vector<TierState> forms;
    for (const Keep keep : {Keep::kResidents, Keep::kGaps, Keep::kBoth}) {
        forms.emplace_back(200, keep);
    }
    std::vector<place::Resident> held;
    int refused = 0;
    for (std::uint32_t step = 0; step < 20'000; ++step) {
        if (random.percent(55) || held.empty()) {
            const std::uint32_t size = random.between(1, 40);
            const auto lo = forms[0].best_fit(size);
            REQUIRE(forms[1].best_fit(size) == lo);
            REQUIRE(forms[2].best_fit(size) == lo);
            if (lo) {
                held.push_back({*lo, *lo + size, BufId{step}});
                for (TierState& form : forms) {
                    form.enter(BufId{step}, *lo, size);
                }
            }
            refused += lo ? 0 : 1;
        } else {
            const std::size_t i = random.below(held.size());
            for (TierState& form : forms) {
                form.leave(held[i].lo, held[i].hi - held[i].lo);
            }
            held.erase(held.begin() + static_cast<std::ptrdiff_t>(i));
        }
        REQUIRE(forms[0].residents().size() == held.size());
        REQUIRE(forms[1].residents().empty());
        REQUIRE(forms[2].residents().size() == held.size());
    }
    CHECK(refused > 0);
}
