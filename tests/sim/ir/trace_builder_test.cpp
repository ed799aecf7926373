#include "sim/ir/trace_builder.h"

#include "tests/support/tiny_traces.h"

#include <catch2/catch.hpp>

#include <vector>

using namespace systole;

TEST_CASE("does a built trace say what it was built from?") {
    const ir::Trace trace = test::two_tiles();
    CHECK(trace.nodes() == 8);
    CHECK(trace.buffers() == 2);
    CHECK(trace.edges() == 8);  // four a tile: ALLOC to COPY_IN and FREE, COPY_IN, COPY_OUT
    CHECK(trace.kind[0] == ir::NodeKind::kAlloc);
    CHECK(trace.kind[3] == ir::NodeKind::kFree);
    CHECK(trace.op_name(NodeId{1}) == "COPY_IN");
    CHECK(trace.op_name(NodeId{7}) == "FREE");
    CHECK(trace.pipe[2] == Pipe::kMTE3);
    CHECK(trace.cycles[5] == 10);
    CHECK(trace.alloc[1] == NodeId{4});
    CHECK(trace.free[1] == NodeId{7});
    CHECK(trace.backed[0]);
    CHECK_FALSE(test::two_values().backed[0]);
    CHECK(trace.pred[3].size() == 2);
    CHECK(trace.succ[1][0] == NodeId{2});
}

TEST_CASE("is a buffer that is freed twice, or never, our own bug?") {
    ir::TraceBuilder twice;
    const BufId buf = twice.alloc(Tier::kUB, 1);
    twice.free(buf);
    CHECK(test::refusal_of([&] { twice.free(buf); }).kind == ErrorKind::kInternal);
    ir::TraceBuilder never;
    never.alloc(Tier::kUB, 1);
    CHECK(test::refusal_of([&] { never.finish(); }).rule == "internal.invariant");
}
