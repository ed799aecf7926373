#include "sim/plan/search/list_refiner.h"

#include "sim/model/exec_graph_builder.h"
#include "sim/model/recurrence.h"
#include "sim/plan/place/best_fit_placer.h"
#include "sim/plan/schedule/original_order.h"
#include "tests/support/random_dag.h"
#include "tests/support/tiny_traces.h"

#include <catch2/catch.hpp>

using namespace systole;

TEST_CASE("does a node on the long path overtake one on the short path?") {
    // Two loads on MTE2: 0 ALLOC a, 1 ALLOC b, 2 COPY_IN a (10), 3 COPY_IN b (10), then a VECTOR
    // operation of 100 cycles needs b alone. As listed: 10 + 10 + 100; b first: 10 + 100.
    ir::ProgramBuilder builder;
    const BufId a = builder.alloc(Tier::kUB, 4);
    const BufId b = builder.alloc(Tier::kUB, 4);
    const std::vector<BufId> on_a = {a};
    const std::vector<BufId> on_b = {b};
    const NodeId in_a = builder.operation(builder.op("COPY_IN"), Pipe::kMTE2, 10, on_a);
    const NodeId in_b = builder.operation(builder.op("COPY_IN"), Pipe::kMTE2, 10, on_b);
    const NodeId exp = builder.operation(builder.op("EXP"), Pipe::kVector, 100, on_b);
    builder.edge(builder.alloc_of(a), in_a);
    builder.edge(builder.alloc_of(b), in_b);
    builder.edge(in_b, exp);
    builder.edge(in_a, builder.free(a));
    builder.edge(exp, builder.free(b));
    const ir::Program program = builder.finish();
    const config::ArchConfig config = test::core_with_l1(8);
    ir::Plan plan;
    plan.order = test::ids({0, 1, 2, 3, 4, 5, 6});
    plan.offset = {0, 4};
    const auto makespan = [&](const ir::Plan& p) {
        return model::recurrence(model::build_exec_graph(program, p, config)).makespan;
    };
    CHECK(makespan(plan) == 120);
    CHECK(makespan(search::refine_by_list_scheduling(program, plan, config)) == 110);
}

TEST_CASE("are addresses and spills kept and the makespan never raised?") {
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        const test::RandomDag dag = test::random_dag(seed);
        config::ArchConfig config = test::core_with_l1(1);
        for (const Tier t : kTiers) {
            config.tiers[t].capacity = dag.capacity[t];
        }
        const ir::Plan plan = place::place_best_fit(dag.program,
                                                    schedule::original_order(dag.program, config),
                                                    config,
                                                    place::victim_rule("belady"));
        const ir::Plan refined = search::refine_by_list_scheduling(dag.program, plan, config);
        INFO("seed " << seed);
        CHECK(refined.offset == plan.offset);
        REQUIRE(refined.spills.size() == plan.spills.size());
        for (std::size_t k = 0; k < plan.spills.size(); ++k) {
            CHECK(refined.spills[k].buf == plan.spills[k].buf);
            CHECK(refined.spills[k].new_offset == plan.spills[k].new_offset);
        }
        const auto makespan = [&](const ir::Plan& p) {
            return model::recurrence(model::build_exec_graph(dag.program, p, config)).makespan;
        };
        CHECK(makespan(refined) <= makespan(plan));
    }
}
