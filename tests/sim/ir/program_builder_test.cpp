#include "sim/ir/program_builder.h"

#include "tests/support/tiny_traces.h"

#include <catch2/catch.hpp>

#include <vector>

using namespace systole;

TEST_CASE("does a built trace say what it was built from?") {
    const ir::Program program = test::two_tiles();
    CHECK(program.nodes() == 8);
    CHECK(program.buffers() == 2);
    CHECK(program.edges() == 8);  // four a tile: ALLOC to COPY_IN and FREE, COPY_IN, COPY_OUT
    CHECK(program.kind[0] == ir::NodeKind::kAlloc);
    CHECK(program.kind[3] == ir::NodeKind::kFree);
    CHECK(program.op_name(NodeId{1}) == "COPY_IN");
    CHECK(program.op_name(NodeId{7}) == "FREE");
    CHECK(program.pipe[2] == Pipe::kMTE3);
    CHECK(program.cycles[5] == 10);
    CHECK(program.alloc[1] == NodeId{4});
    CHECK(program.free[1] == NodeId{7});
    CHECK(program.backed[0]);
    CHECK_FALSE(test::two_values().backed[0]);
    CHECK(program.pred[3].size() == 2);
    CHECK(program.succ[1][0] == NodeId{2});
}

TEST_CASE("is a buffer that is freed twice, or never, our own bug?") {
    ir::ProgramBuilder twice;
    const BufId buf = twice.alloc(Tier::kUB, 1);
    twice.free(buf);
    CHECK(test::refusal_of([&] { twice.free(buf); }).kind == ErrorKind::kInternal);
    ir::ProgramBuilder never;
    never.alloc(Tier::kUB, 1);
    CHECK(test::refusal_of([&] { never.finish(); }).rule == "internal.invariant");
}
