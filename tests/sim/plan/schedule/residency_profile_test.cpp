#include "sim/plan/schedule/residency_profile.h"

#include "tests/support/tiny_traces.h"

#include <catch2/catch.hpp>

using namespace systole;
using test::ids;

TEST_CASE("is an arrangement refused that keeps more alive at once?") {
    const ir::Program program = test::two_tiles();
    schedule::ResidencyProfile apart(program, ids({0, 1, 2, 3, 4, 5, 6, 7}));
    CHECK_FALSE(apart.allows(2, ids({4, 2, 3})));  // both tiles at once
    CHECK(apart.allows(1, ids({1, 2, 3, 4})));
    schedule::ResidencyProfile together(program, ids({0, 4, 1, 2, 3, 5, 6, 7}));
    CHECK(together.allows(0, ids({4, 0, 5, 6, 7, 1, 2, 3})));
    together.set(0, ids({4, 0, 5, 6, 7, 1, 2, 3}));
    CHECK(together.allows(5, ids({2, 1, 3})));
}
