#include "sim/ir/plan.h"

#include <catch2/catch.hpp>

using namespace systole;

TEST_CASE("when are two plans the same?") {
    const ir::Plan plan{{NodeId{0}, NodeId{1}}, {0, 4}, {{BufId{1}, 8}}};
    ir::Plan other = plan;
    CHECK(plan == other);
    other.order = {NodeId{1}, NodeId{0}};
    CHECK(plan != other);
    other = plan;
    other.offset[1] = 5;
    CHECK(plan != other);
    other = plan;
    other.spills[0].new_offset = 9;
    CHECK(plan != other);
    other.spills[0] = {BufId{0}, 8};
    CHECK(plan != other);
    other.spills.clear();
    CHECK(plan != other);
}
