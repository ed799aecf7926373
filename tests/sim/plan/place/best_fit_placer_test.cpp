#include "sim/plan/place/best_fit_placer.h"

#include "sim/model/exec_graph_builder.h"
#include "sim/plan/schedule/base_order.h"
#include "sim/plan/schedule/mpas_order.h"
#include "sim/plan/schedule/original_order.h"
#include "tests/support/random_dag.h"
#include "tests/support/tiny_traces.h"

#include <catch2/catch.hpp>

#include <string>
#include <vector>

using namespace systole;
using test::core_with_l1;
using test::ids;
using test::refusal_of;

TEST_CASE("does a plan with room for everything have no spill?") {
    const ir::Program program = test::two_tiles();
    const ir::Order order = ids({0, 4, 1, 5, 2, 6, 3, 7});
    const ir::Plan plan =
        place::place_best_fit(program, order, core_with_l1(8), place::victim_rule("belady"));
    CHECK(plan.spills.empty());
    CHECK(plan.order == order);
    CHECK(plan.offset == std::vector<std::uint32_t>{0, 4});
}

TEST_CASE("does the buffer that is needed later make room?") {
    const ir::Program program = test::two_tiles();
    const ir::Plan plan = place::place_best_fit(
        program, ids({0, 1, 4, 5, 6, 7, 2, 3}), core_with_l1(4), place::victim_rule("belady"));
    // a goes right before ALLOC b and comes back right before its COPY_OUT.
    CHECK(plan.order == ids({0, 1, 8, 4, 5, 6, 7, 9, 2, 3}));
    REQUIRE(plan.spills.size() == 1);
    CHECK(plan.spills[0].buf == BufId{0});
    CHECK(plan.spills[0].new_offset == 0);
}

TEST_CASE("is a spilled buffer back before its FREE though nobody uses it again?") {
    const ir::Program program = test::two_tiles();
    const ir::Plan plan = place::place_best_fit(
        program, ids({0, 1, 2, 4, 5, 6, 7, 3}), core_with_l1(4), place::victim_rule("lru"));
    CHECK(plan.order == ids({0, 1, 2, 8, 4, 5, 6, 7, 9, 3}));
}

TEST_CASE("are an operation's own buffers laid side by side when they stand in each other's way?") {
    // UB of 6 units: w (4) goes for v (2) and y (1) at 0 and 2; v and x leave y alone in the
    // middle, with gaps of 2 and 3, when ADD needs y and w together.
    ir::ProgramBuilder builder;
    const auto value = [&](std::uint32_t size) {
        const BufId buf = builder.alloc(Tier::kUB, size);
        const std::vector<BufId> bufs = {buf};
        const NodeId exp = builder.operation(builder.op("EXP"), Pipe::kVector, 1, bufs);
        builder.edge(builder.alloc_of(buf), exp);
        return std::make_pair(buf, exp);
    };
    const auto [w, exp_w] = value(4);
    const auto [x, exp_x] = value(2);
    const auto [v, exp_v] = value(2);
    const auto [y, exp_y] = value(1);
    builder.edge(exp_v, builder.free(v));
    builder.edge(exp_x, builder.free(x));
    const std::vector<BufId> both = {w, y};
    const NodeId add = builder.operation(builder.op("ADD"), Pipe::kVector, 1, both);
    builder.edge(exp_w, add);
    builder.edge(exp_y, add);
    builder.edge(add, builder.free(w));
    builder.edge(add, builder.free(y));
    const ir::Program program = builder.finish();
    config::ArchConfig config = core_with_l1(4);
    config.tiers[Tier::kUB].capacity = 6;
    for (const char* rule : {"belady", "lru"}) {
        const ir::Plan plan = place::place_best_fit(program,
                                                    ids({0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}),
                                                    config,
                                                    place::victim_rule(rule));
        CHECK(plan.order == ids({0, 1, 2, 3, 13, 4, 5, 6, 7, 8, 9, 15, 14, 16, 10, 11, 12}));
        REQUIRE(plan.spills.size() == 2);
        CHECK(plan.spills[0].buf == w);
        CHECK(plan.spills[0].new_offset == 0);
        CHECK(plan.spills[1].buf == y);
        CHECK(plan.spills[1].new_offset == 4);
        CHECK_NOTHROW(model::build_exec_graph(program, plan, config));
    }
}

TEST_CASE("is what can never fit refused, with node, tier and the units over?") {
    const ir::Program program = test::two_tiles();
    const auto place_in = [](const ir::Program& t, const config::ArchConfig& config) {
        return refusal_of([&] {
            place::place_best_fit(
                t, schedule::original_order(t), config, place::victim_rule("belady"));
        });
    };
    SECTION("a buffer larger than its tier") {
        const auto refusal = place_in(program, core_with_l1(3));
        CHECK(refusal.rule == "place.does-not-fit");
        CHECK(refusal.kind == ErrorKind::kRefused);
        CHECK(refusal.node == 0u);
        CHECK(refusal.what.find("buffer 0 needs 4 units of L1, which has 3: 1 units do not fit") !=
              std::string::npos);
    }
    SECTION("an operation whose buffers fit only one by one") {
        ir::ProgramBuilder builder;
        const BufId x = builder.alloc(Tier::kUB, 600);
        const BufId y = builder.alloc(Tier::kUB, 600);
        const std::vector<BufId> bufs = {x, y};
        const NodeId op = builder.operation(builder.op("ADD"), Pipe::kVector, 1, bufs);
        for (const BufId b : bufs) {
            builder.edge(builder.alloc_of(b), op);
            builder.edge(op, builder.free(b));
        }
        const auto refusal = place_in(builder.finish(), core_with_l1(8));
        CHECK(refusal.rule == "place.does-not-fit");
        CHECK(refusal.node == 2u);
        CHECK(refusal.what.find("1200 units of UB, which has 1024: 176 units do not fit") !=
              std::string::npos);
    }
}

TEST_CASE("is every plan of 1,000 random DAGs at tight capacities legal?") {
    std::size_t spills = 0;
    for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
        const test::RandomDag dag = test::random_dag(seed);
        config::ArchConfig config = core_with_l1(1);
        for (const Tier t : kTiers) {
            config.tiers[t].capacity = dag.capacity[t];
        }
        for (const auto order_of :
             {schedule::original_order, schedule::base_order, schedule::mpas_order}) {
            const ir::Order order = order_of(dag.program, config);
            for (const auto& rule : place::victim_rules()) {
                CAPTURE(seed, rule.name);
                const ir::Plan plan = place::place_best_fit(dag.program, order, config, rule);
                REQUIRE_NOTHROW(model::build_exec_graph(dag.program, plan, config));
                spills += plan.spills.size();
            }
        }
    }
    CHECK(spills > 1000);
}
