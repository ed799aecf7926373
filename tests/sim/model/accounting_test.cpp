#include "sim/model/accounting.h"

#include "sim/model/exec_graph_builder.h"
#include "sim/model/recurrence.h"
#include "tests/support/random_dag.h"
#include "tests/support/tiny_traces.h"

#include <catch2/catch.hpp>

using namespace systole;
using test::core_with_l1;
using test::ids;

TEST_CASE("is a pipe's idle time told apart by what it waited for?") {
    const ir::Program program = test::two_tiles();
    const ir::Plan plan{ids({0, 1, 2, 3, 4, 5, 6, 7}), {0, 0}, {}};
    const ir::ExecGraph graph = model::build_exec_graph(program, plan, core_with_l1(4));
    const ir::Timeline t = model::recurrence(graph);
    const auto waits = model::node_waits(graph, t);
    CHECK(waits[5].address == 5);  // MTE2 idles from 10 to 15 for the address of a
    CHECK(waits[5].dependency == 0);
    CHECK(waits[2].dependency == 10);
    CHECK(waits[6].dependency == 10);

    const auto accounts = model::pipe_accounts(graph, t, waits);
    const model::PipeAccount& mte2 = accounts[Pipe::kMTE2];
    CHECK(mte2.busy == 20);
    CHECK(mte2.address == 5);
    CHECK(mte2.dependency == 0);
    CHECK(mte2.drained == 5);
    const model::PipeAccount& mte3 = accounts[Pipe::kMTE3];
    CHECK(mte3.busy == 10);
    CHECK(mte3.dependency == 20);
    CHECK(mte3.drained == 0);
    CHECK(accounts[Pipe::kCube].drained == 30);  // runs nothing
    for (const Pipe p : kPipes) {
        CHECK(accounts[p].total() == 30);
        CHECK(accounts[p].contention == 0);
    }
}

TEST_CASE("are the cycles that contention adds counted apart from busy ones?") {
    const ir::Program program = test::two_tiles();
    const ir::Plan plan{ids({0, 1, 2, 3, 4, 5, 6, 7}), {0, 4}, {}};
    const ir::ExecGraph graph = model::build_exec_graph(program, plan, core_with_l1(8));
    // COPY_IN b and COPY_OUT a share the DDR from 10 on: the first takes 4 cycles more, the
    // other 2.
    const ir::Timeline t{{0, 0, 10, 17, 0, 10, 24, 29},
                         {0, 10, 17, 17, 0, 24, 29, 29},
                         29,
                         {0, 0, 2, 0, 0, 4, 0, 0}};
    const auto accounts = model::pipe_accounts(graph, t, model::node_waits(graph, t));
    CHECK(accounts[Pipe::kMTE2].contention == 4);
    CHECK(accounts[Pipe::kMTE2].busy == 20);
    CHECK(accounts[Pipe::kMTE2].drained == 5);
    CHECK(accounts[Pipe::kMTE3].contention == 2);
    CHECK(accounts[Pipe::kMTE3].dependency == 17);  // 0..10 and 17..24
    CHECK(accounts[Pipe::kMTE3].total() == 29);
}
