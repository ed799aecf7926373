#include "sim/plan/baselines/op_graph.h"

#include "tests/support/random_dag.h"
#include "tests/support/tiny_traces.h"

#include <catch2/catch.hpp>

#include <vector>

using namespace systole;
using baselines::Op;
using baselines::OpGraph;
using test::ids;

TEST_CASE("is an input run right before its first consumer?") {
    const ir::Program program = test::two_tiles();
    const OpGraph graph(program);
    // Operations: 0 COPY_IN a, 1 COPY_OUT a, 2 COPY_IN b, 3 COPY_OUT b.
    CHECK(graph.size() == 4);
    CHECK(graph.is_input(0));
    CHECK_FALSE(graph.is_input(1));
    CHECK(graph.inner() == std::vector<Op>{1, 3});
    CHECK(graph.expand({1, 3}) == ids({0, 1, 2, 3, 4, 5, 6, 7}));
    CHECK(graph.expand({3, 1}) == ids({4, 5, 6, 7, 0, 1, 2, 3}));
}

TEST_CASE("is a dependency through FREE and ALLOC one between operations?") {
    ir::ProgramBuilder builder;
    const BufId x = builder.alloc(Tier::kUB, 1);
    const std::vector<BufId> on_x = {x};
    const NodeId first = builder.operation(builder.op("EXP"), Pipe::kVector, 1, on_x);
    builder.edge(builder.alloc_of(x), first);
    const NodeId free_x = builder.free(x);
    builder.edge(first, free_x);
    const BufId y = builder.alloc(Tier::kUB, 1);
    const std::vector<BufId> on_y = {y};
    const NodeId second = builder.operation(builder.op("EXP"), Pipe::kVector, 1, on_y);
    builder.edge(builder.alloc_of(y), second);
    builder.edge(free_x, builder.alloc_of(y));
    builder.edge(second, builder.free(y));
    const ir::Program program = builder.finish();
    const OpGraph graph(program);
    REQUIRE(graph.pred(1).size() == 1);
    CHECK(graph.pred(1)[0] == 0);
}

TEST_CASE("does demand order finish a branch before the next?") {
    const ir::Program program = test::two_values();  // 0 EXP x, 1 EXP y, 2 COPY_OUT x
    const OpGraph graph(program);
    CHECK(graph.by_id() == std::vector<Op>{1, 2});  // EXP x is an input
    CHECK(graph.by_demand() == std::vector<Op>{1, 2});
    CHECK(graph.expand({2, 1}) == ids({0, 1, 5, 6, 2, 3, 4}));
}

TEST_CASE("is pressure the fullest tier's, as a share of its capacity?") {
    const ir::Program program = test::two_values();  // 4 units each in UB
    const OpGraph graph(program);
    config::ArchConfig config = test::core_with_l1(4096);
    config.tiers[Tier::kUB].capacity = 8;
    baselines::OpMachine machine(graph, config);
    CHECK(machine.pressure() == 0);
    machine.run(1);  // EXP y: 4 units, freed at once
    CHECK(machine.pressure() == 0);
    CHECK(machine.peak() * 2 == machine.full());
    machine.undo(0, 0);
    CHECK_FALSE(machine.done(1));
    machine.run(2);
    CHECK(machine.done(0));  // its input ran with it
    CHECK(machine.done(2));
}

TEST_CASE("is every expansion an order, and undo exact, on random DAGs?") {
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        CAPTURE(seed);
        const test::RandomDag dag = test::random_dag(seed);
        const OpGraph graph(dag.program);
        config::ArchConfig config = test::core_with_l1(1);
        for (const Tier t : kTiers) {
            config.tiers[t].capacity = dag.capacity[t];
        }
        for (const std::vector<Op>& sequence : {graph.by_id(), graph.by_demand()}) {
            REQUIRE(sequence.size() == graph.inner().size());
            const ir::Order order = graph.expand(sequence);
            REQUIRE(order.size() == dag.program.nodes());
            std::vector<bool> done(order.size(), false);
            for (const NodeId v : order) {
                for (const NodeId p : dag.program.pred[index(v)]) {
                    REQUIRE(done[index(p)]);
                }
                REQUIRE_FALSE(done[index(v)]);
                done[index(v)] = true;
            }
            baselines::OpMachine machine(graph, config);
            for (const Op op : sequence) {
                machine.run(op);
            }
            machine.undo(0, 0);
            REQUIRE(machine.pressure() == 0);
            for (const Op op : sequence) {
                REQUIRE_FALSE(machine.done(op));
                machine.run(op);
            }
            REQUIRE(machine.pressure() == 0);
        }
    }
}
