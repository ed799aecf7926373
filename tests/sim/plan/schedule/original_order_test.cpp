#include "sim/plan/schedule/original_order.h"

#include "tests/support/tiny_traces.h"

#include <catch2/catch.hpp>

using namespace systole;
using test::ids;

TEST_CASE("is the original order the order of node ids?") {
    CHECK(schedule::original_order(test::two_values()) == ids({0, 1, 2, 3, 4, 5, 6}));
}

TEST_CASE("is the original order topological where an edge runs against the ids?") {
    ir::ProgramBuilder builder;
    const BufId x = builder.alloc(Tier::kUB, 1);
    const std::vector<BufId> bufs = {x};
    const NodeId late = builder.operation(builder.op("EXP"), Pipe::kVector, 1, bufs);
    const NodeId early = builder.operation(builder.op("EXP"), Pipe::kVector, 1, bufs);
    const NodeId free = builder.free(x);
    builder.edge(builder.alloc_of(x), late);
    builder.edge(builder.alloc_of(x), early);
    builder.edge(early, late);
    builder.edge(late, free);
    CHECK(schedule::original_order(builder.finish()) ==
          std::vector<NodeId>{NodeId{0}, early, late, free});
}
