#include "sim/plan/dag/op_graph.h"

#include "sim/plan/dag/op_machine.h"
#include "tests/support/random_dag.h"
#include "tests/support/tiny_traces.h"

#include <catch2/catch.hpp>

#include <vector>

using namespace systole;
using dag::Op;
using dag::OpGraph;
using test::ids;

TEST_CASE("is an input run right before its first consumer?") {
    const ir::Program program = test::two_tiles();
    const OpGraph graph(program);
    // Operations: 0 COPY_IN a, 1 COPY_OUT a, 2 COPY_IN b, 3 COPY_OUT b.
    CHECK(graph.size() == 4);
    CHECK(graph.is_feeder(0));
    CHECK_FALSE(graph.is_feeder(1));
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
    dag::OpMachine machine(graph, config);
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

TEST_CASE("are operations that only bring data run on demand?") {
    // COPY_IN x to L1, MOVE x to y in L0A, MATMUL on y; operations 0, 1, 2.
    ir::ProgramBuilder builder;
    const BufId x = builder.alloc(Tier::kL1, 4);
    const BufId y = builder.alloc(Tier::kL0A, 4);
    const std::vector<BufId> on_x = {x};
    const std::vector<BufId> on_both = {x, y};
    const std::vector<BufId> on_y = {y};
    const NodeId in = builder.operation(builder.op("COPY_IN"), Pipe::kMTE2, 10, on_x);
    const NodeId move = builder.operation(builder.op("MOVE"), Pipe::kMTE1, 3, on_both);
    const NodeId product = builder.operation(builder.op("MATMUL"), Pipe::kCube, 8, on_y);
    builder.edge(builder.alloc_of(x), in);
    builder.edge(builder.alloc_of(y), move);
    builder.edge(in, move);
    builder.edge(move, product);
    builder.edge(move, builder.free(x));
    builder.edge(product, builder.free(y));
    const ir::Program program = builder.finish();
    const OpGraph moves(program, dag::Feeders::kMoves);
    CHECK(moves.inner() == std::vector<Op>{2});
    REQUIRE(moves.feeders(2).size() == 1);
    CHECK(moves.feeders(2)[0] == 1);
    CHECK(moves.inner_pred(2).empty());
    const OpGraph inputs(program);
    CHECK(inputs.inner() == std::vector<Op>{1, 2});
    REQUIRE(inputs.inner_pred(2).size() == 1);
    CHECK(inputs.inner_pred(2)[0] == 1);
}

TEST_CASE("is a COPY_IN that nobody waits for inner?") {
    ir::ProgramBuilder builder;
    const BufId a = builder.alloc(Tier::kL1, 4);
    const std::vector<BufId> bufs = {a};
    const NodeId in = builder.operation(builder.op("COPY_IN"), Pipe::kMTE2, 10, bufs);
    builder.edge(builder.alloc_of(a), in);
    builder.edge(in, builder.free(a));
    const ir::Program program = builder.finish();
    CHECK(OpGraph(program, dag::Feeders::kMoves).inner().size() == 1);
    CHECK(OpGraph(program).inner().size() == 1);
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
            dag::OpMachine machine(graph, config);
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
