#include "sim/time/core_program.h"

#include "sim/model/exec_graph_builder.h"
#include "tests/support/tiny_traces.h"

#include <catch2/catch.hpp>

using namespace systole;
using test::core_with_l1;
using test::ids;

TEST_CASE("what does each node move over the DDR interface?") {
    const ir::Program program = test::two_tiles();
    const config::ArchConfig config = core_with_l1(4);
    const ir::Plan plan{ids({0, 1, 8, 4, 5, 6, 7, 9, 2, 3}), {0, 0}, {{BufId{0}, 0}}};
    const ir::ExecGraph graph = model::build_exec_graph(program, plan, config);
    const arch::CoreProgram core_program = time::build_core_program(program, graph, config);
    const auto transfer = [&](std::size_t v) {
        return core_program.transfers[core_program.transfer[v]];
    };

    CHECK(core_program.transfer[0] == arch::kNoTransfer);
    CHECK(core_program.transfer[8] == arch::kNoTransfer);  // dropping a backed buffer moves nothing
    CHECK(transfer(1).direction == arch::Transfer::Direction::kRead);
    CHECK(transfer(1).bytes() == 1024);
    CHECK(transfer(1).address == 0);
    CHECK(transfer(6).direction == arch::Transfer::Direction::kWrite);
    CHECK(transfer(6).address == 1024);  // b lies behind a's 4 units of 256 bytes
    CHECK(transfer(9).direction == arch::Transfer::Direction::kRead);
    CHECK(transfer(9).address == 0);
    CHECK(core_program.windows.size() == 3);
    CHECK(core_program.windows[0].hi == 4);
}

TEST_CASE("is a transfer the rows that its node's work names?") {
    ir::Program program = test::two_tiles();
    program.work.resize(program.nodes());
    ir::Work& rows = program.work[1];
    rows.kind = ir::WorkKind::kMove;
    rows.m = 3;
    rows.n = 300;
    rows.stride = 1000;
    rows.address = 5000;
    ir::Work& side_by_side = program.work[2];
    side_by_side = rows;
    side_by_side.stride = 300;
    const config::ArchConfig config = core_with_l1(8);
    const ir::Plan plan{ids({0, 1, 2, 3, 4, 5, 6, 7}), {0, 4}, {}};
    const ir::ExecGraph graph = model::build_exec_graph(program, plan, config);
    const arch::CoreProgram core_program = time::build_core_program(program, graph, config);
    const auto transfer = [&](std::size_t v) {
        return core_program.transfers[core_program.transfer[v]];
    };

    CHECK(transfer(1).address == 5000);
    CHECK(transfer(1).rows == 3);
    CHECK(transfer(1).row_bytes == 300);
    CHECK(transfer(1).stride == 1000);
    CHECK(transfer(2).rows == 1);
    CHECK(transfer(2).row_bytes == 900);
    CHECK(transfer(2).direction == arch::Transfer::Direction::kWrite);
    // Buffers begin behind the last byte named, 7,299, at a unit of 256: 29 * 256. b is the second.
    CHECK(transfer(5).address == 7424 + 1024);
}
