#include "sim/model/spill_cost.h"

#include <catch2/catch.hpp>

using namespace systole;

TEST_CASE("what does a spill of 128 units cost at 150 + 2 cycles a unit?") {
    const config::SpillConfig reference;
    const model::SpillCost backed = model::spill_cost(128, true, reference);
    CHECK(backed.traffic == 128);
    CHECK(backed.out == 0);
    CHECK(backed.in == 406);  // 2 * 128 + 150

    const model::SpillCost unbacked = model::spill_cost(128, false, reference);
    CHECK(unbacked.traffic == 256);
    CHECK(unbacked.out == 406);
    CHECK(unbacked.in == 406);
}

TEST_CASE("are alpha and beta of the spill cost configurable?") {
    config::SpillConfig config;
    config.fixed_cycles = 10;
    config.cycles_per_unit = 3;
    CHECK(model::spill_cost(4, false, config).out == 22);
}
