#include "sim/plan/schedule/pipe_timing.h"

#include "sim/model/exec_graph_builder.h"
#include "sim/model/recurrence.h"
#include "sim/plan/place/best_fit_placer.h"
#include "sim/plan/schedule/original_order.h"
#include "tests/support/random_dag.h"
#include "tests/support/tiny_traces.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <vector>

using namespace systole;
using schedule::PipeTiming;
using test::ids;

namespace {

// Two inputs and what is made of the second one: 0 ALLOC a, 1 COPY_IN a (10, MTE2), 2 ALLOC b,
// 3 COPY_IN b (10, MTE2), 4 EXP b (30, VECTOR), 5 FREE a, 6 FREE b.
ir::Program late_need() {
    ir::ProgramBuilder builder;
    const BufId a = builder.alloc(Tier::kUB, 4);
    const std::vector<BufId> on_a = {a};
    const NodeId in_a = builder.operation(builder.op("COPY_IN"), Pipe::kMTE2, 10, on_a);
    const BufId b = builder.alloc(Tier::kUB, 4);
    const std::vector<BufId> on_b = {b};
    const NodeId in_b = builder.operation(builder.op("COPY_IN"), Pipe::kMTE2, 10, on_b);
    const NodeId exp = builder.operation(builder.op("EXP"), Pipe::kVector, 30, on_b);
    builder.edge(builder.alloc_of(a), in_a);
    builder.edge(builder.alloc_of(b), in_b);
    builder.edge(in_b, exp);
    builder.edge(in_a, builder.free(a));
    builder.edge(exp, builder.free(b));
    return builder.finish();
}

}  // namespace

TEST_CASE("does the needed input in front shorten the run?") {
    const ir::Program program = late_need();
    ir::Plan plan;
    plan.order = ids({0, 1, 2, 3, 4, 5, 6});
    plan.offset = {0, 4};
    const ir::ExecGraph graph = model::build_exec_graph(program, plan, test::core_with_l1(8));
    PipeTiming timing(graph);
    CHECK(timing.makespan() == 50);  // 10 + 10 + 30
    CHECK(timing.start(NodeId{3}) == 10);
    CHECK(timing.ready(NodeId{3}) == 0);
    CHECK(timing.before(NodeId{3}) == NodeId{1});
    CHECK(timing.behind(NodeId{1}) == NodeId{3});
    CHECK(timing.try_arrangement(1, ids({2, 3, 1})));
    CHECK(timing.order() == ids({0, 2, 3, 1, 4, 5, 6}));
    CHECK(timing.makespan() == 40);
    CHECK(timing.start(NodeId{1}) == 10);
    // Back again would be longer: refused, nothing changes.
    CHECK_FALSE(timing.try_arrangement(1, ids({1, 2, 3})));
    CHECK(timing.order() == ids({0, 2, 3, 1, 4, 5, 6}));
    CHECK(timing.before(NodeId{1}) == NodeId{3});
    CHECK(timing.start(NodeId{1}) == 10);
}

TEST_CASE("do trials of random exchanges leave the times that the recurrence gives?") {
    std::size_t kept = 0;
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        CAPTURE(seed);
        const test::RandomDag dag = test::random_dag(seed);
        config::ArchConfig config = test::core_with_l1(1);
        for (const Tier t : kTiers) {
            config.tiers[t].capacity = dag.capacity[t];
        }
        const ir::Plan plan = place::place_best_fit(dag.program,
                                                    schedule::original_order(dag.program, config),
                                                    config,
                                                    place::victim_rule("belady"));
        ir::ExecGraph graph = model::build_exec_graph(dag.program, plan, config);
        PipeTiming timing(graph);
        test::Random random(seed);
        for (int trial = 0; trial < 200; ++trial) {
            const auto first = static_cast<std::uint32_t>(random.below(graph.nodes() - 1));
            const NodeId a = timing.order()[first];
            const NodeId b = timing.order()[first + 1];
            const Span<NodeId> succ = timing.succ(a);
            if (std::find(succ.begin(), succ.end(), b) != succ.end()) {
                continue;
            }
            const Cycles before = timing.makespan();
            const bool shorter = timing.try_arrangement(first, {b, a});
            kept += shorter ? 1 : 0;
            REQUIRE(shorter == (timing.makespan() < before));
            ir::ExecGraph now = graph;
            now.order = timing.order();
            const ir::Timeline timeline = model::recurrence(now);
            REQUIRE(timeline.makespan == timing.makespan());
            for (std::uint32_t v = 0; v < graph.nodes(); ++v) {
                REQUIRE(timeline.start[v] == timing.start(NodeId{v}));
            }
            // What was refused would not have been shorter.
            if (!shorter) {
                std::swap(now.order[first], now.order[first + 1]);
                REQUIRE(model::recurrence(now).makespan >= before);
            }
        }
    }
    CHECK(kept > 0);
}
