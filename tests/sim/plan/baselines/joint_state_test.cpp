#include "sim/plan/baselines/joint_state.h"

#include "tests/support/random_dag.h"
#include "tests/support/tiny_traces.h"

#include <catch2/catch.hpp>

#include <utility>
#include <vector>

using namespace systole;
using dag::Op;

TEST_CASE("does a step cost what it pushes out?") {
    const ir::Program program = test::two_values();  // x, y: 4 units of UB, computed, not backed
    const dag::OpGraph graph(program);
    config::ArchConfig config = test::core_with_l1(8);
    config.tiers[Tier::kUB].capacity = 4;
    baselines::JointState state(graph, config);
    CHECK(state.outlook(1) == std::make_pair(Units{4}, Units{0}));
    state.step(1);  // EXP y comes and goes
    CHECK(state.traffic() == 0);
    state.remember();
    state.step(2);  // EXP x, COPY_OUT x
    CHECK(state.traffic() == 0);
    CHECK(state.done(0));
    state.back();
    CHECK_FALSE(state.done(0));
    CHECK(state.outlook(2) == std::make_pair(Units{4}, Units{0}));  // x, once
}

TEST_CASE("do steps end and undo on random DAGs at tight capacities?") {
    Units traffic = 0;
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        CAPTURE(seed);
        const test::RandomDag dag = test::random_dag(seed);
        config::ArchConfig config = test::core_with_l1(1);
        for (const Tier t : kTiers) {
            config.tiers[t].capacity = dag.capacity[t];
        }
        const dag::OpGraph graph(dag.program);
        baselines::JointState state(graph, config);
        for (const Op op : graph.by_id()) {
            const std::uint64_t hash = state.hash();
            state.remember();
            state.step(op);
            const std::uint64_t then = state.hash();
            const Units spent = state.traffic();
            state.back();
            REQUIRE(state.hash() == hash);
            state.step(op);
            REQUIRE(state.hash() == then);
            REQUIRE(state.traffic() == spent);
        }
        REQUIRE(state.pressure() == 0);
        traffic += state.traffic();
    }
    CHECK(traffic > 0);
}
