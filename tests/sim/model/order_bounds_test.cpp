#include "sim/model/order_bounds.h"

#include "tests/support/tiny_traces.h"

#include <catch2/catch.hpp>

using namespace systole;
using test::core_with_l1;
using test::ids;

TEST_CASE("what does an order cost that holds two tiles where one fits?") {
    const ir::Program program = test::two_tiles();
    // Both tiles are brought in before the first leaves: 4 of 8 units have to go and come back.
    const auto order = ids({0, 1, 4, 5, 6, 7, 2, 3});
    const model::OrderBounds tight = model::order_bounds(program, order, core_with_l1(4));
    CHECK(tight.reloaded == 4);
    CHECK(tight.written == 0);  // tiles that a COPY_IN brought need not be written back
    CHECK(tight.traffic == 4);
    CHECK(tight.spills == 1);
    CHECK(tight.makespan == 178);  // MTE2: 2 * 10, and 2 * 4 + 150 for the reload
    // 2 units of the 4 would do if buffers could be cut.
    const model::OrderBounds half = model::order_bounds(program, order, core_with_l1(6));
    CHECK(half.traffic == 2);
    CHECK(half.spills == 1);
    CHECK(model::order_bounds(program, order, core_with_l1(8)).traffic == 0);
}

TEST_CASE("does a value without a copy in DDR count twice?") {
    const ir::Program program = test::two_values();
    config::ArchConfig config = core_with_l1(8);
    config.tiers[Tier::kUB].capacity = 4;
    const model::OrderBounds bounds =
        model::order_bounds(program, ids({0, 1, 2, 3, 4, 5, 6}), config);
    CHECK(bounds.reloaded == 4);
    CHECK(bounds.written == 4);
    CHECK(bounds.traffic == 8);
    CHECK(bounds.makespan == 163);  // MTE3: COPY_OUT 5, and 2 * 4 + 150 to write x out
}
