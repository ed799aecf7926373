#include "sim/time/program_builder.h"

#include "sim/model/exec_graph_builder.h"
#include "tests/support/tiny_traces.h"

#include <catch2/catch.hpp>

using namespace systole;
using test::core_with_l1;
using test::ids;

TEST_CASE("what does each node move over the DDR interface?") {
    const ir::Trace trace = test::two_tiles();
    const config::ArchConfig config = core_with_l1(4);
    const ir::Plan plan{ids({0, 1, 8, 4, 5, 6, 7, 9, 2, 3}), {0, 0}, {{BufId{0}, 0}}};
    const ir::ExecGraph graph = model::build_exec_graph(trace, plan, config);
    const arch::Program program = time::build_program(trace, graph, config);
    const auto transfer = [&](std::size_t v) { return program.transfers[program.transfer[v]]; };

    CHECK(program.transfer[0] == arch::kNoTransfer);
    CHECK(program.transfer[8] == arch::kNoTransfer);  // dropping a backed buffer moves nothing
    CHECK(transfer(1).direction == arch::Transfer::Direction::kRead);
    CHECK(transfer(1).units == 4);
    CHECK(transfer(1).address == 0);
    CHECK(transfer(6).direction == arch::Transfer::Direction::kWrite);
    CHECK(transfer(6).address == 1024);  // b lies behind a's 4 units of 256 bytes
    CHECK(transfer(9).direction == arch::Transfer::Direction::kRead);
    CHECK(transfer(9).address == 0);
    CHECK(program.windows.size() == 3);
    CHECK(program.windows[0].hi == 4);
}
