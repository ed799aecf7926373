#include "sim/plan/schedule/mpas_order.h"

#include "sim/load/trace_file.h"
#include "sim/model/measure.h"
#include "tests/support/paths.h"
#include "tests/support/random_dag.h"
#include "tests/support/tiny_traces.h"

#include <catch2/catch.hpp>

#include <vector>

using namespace systole;
using schedule::mpas_order;
using test::ids;

namespace {

// 0 ALLOC p (UB, 8), 1 ALLOC q (UB, 2), 2 ALLOC r (L0C, 9), then on each one operation of 5, 7 and
// 1 cycles on VECTOR (3, 4, 5) and its FREE (6, 7, 8).
ir::Program three_values() {
    ir::ProgramBuilder builder;
    const std::vector<BufId> bufs = {
        builder.alloc(Tier::kUB, 8), builder.alloc(Tier::kUB, 2), builder.alloc(Tier::kL0C, 9)};
    const std::vector<std::uint32_t> cycles = {5, 7, 1};
    std::vector<NodeId> ops;
    for (std::size_t i = 0; i < 3; ++i) {
        const std::vector<BufId> own = {bufs[i]};
        ops.push_back(builder.operation(builder.op("EXP"), Pipe::kVector, cycles[i], own));
        builder.edge(builder.alloc_of(bufs[i]), ops[i]);
    }
    for (std::size_t i = 0; i < 3; ++i) {
        builder.edge(ops[i], builder.free(bufs[i]));
    }
    return builder.finish();
}

config::ArchConfig weights(std::uint64_t memory, std::uint64_t criticality, std::uint64_t order) {
    config::ArchConfig config = test::core_with_l1(4096);
    config.schedule.mpas_memory_weight = memory;
    config.schedule.mpas_criticality_weight = criticality;
    config.schedule.mpas_order_weight = order;
    return config;
}

}  // namespace

TEST_CASE("is equation 21 followed as written?") {
    const ir::Program program = three_values();
    config::ArchConfig config = weights(0, 0, 0);
    // ALLOC r adds nothing to L1 and UB, so it goes first; then q, 2 units; then p, 8. Operations
    // and FREEs run as soon as they are ready.
    const auto upper = ids({2, 5, 8, 1, 4, 7, 0, 3, 6});
    CHECK(mpas_order(program, config) == upper);
    config.schedule.mpas_all_tiers = true;  // r now adds 9
    CHECK(mpas_order(program, config) == ids({1, 4, 7, 0, 3, 6, 2, 5, 8}));
    // The literal priority does not look at weights.
    CHECK(schedule::mpas_literal_order(program, weights(0, 0, 1)) == upper);
}

TEST_CASE("do the weights decide which term comes first?") {
    const ir::Program program = three_values();
    CHECK(mpas_order(program, weights(0, 1, 0)) == ids({1, 4, 7, 0, 3, 6, 2, 5, 8}));
    CHECK(mpas_order(program, weights(0, 0, 1)) == ids({0, 3, 6, 1, 4, 7, 2, 5, 8}));
}

TEST_CASE("does an ALLOC wait for its first consumer's place?") {
    ir::ProgramBuilder builder;
    const BufId late = builder.alloc(Tier::kUB, 1);
    const BufId early = builder.alloc(Tier::kUB, 1);
    const std::vector<BufId> on_early = {early};
    const std::vector<BufId> on_late = {late};
    const NodeId first = builder.operation(builder.op("EXP"), Pipe::kVector, 1, on_early);
    const NodeId second = builder.operation(builder.op("EXP"), Pipe::kVector, 1, on_late);
    builder.edge(builder.alloc_of(early), first);
    builder.edge(builder.alloc_of(late), second);
    builder.edge(first, builder.free(early));
    builder.edge(second, builder.free(late));
    const ir::Program program = builder.finish();
    config::ArchConfig config = weights(0, 0, 1);
    CHECK(mpas_order(program, config) == ids({1, 2, 4, 0, 3, 5}));
    config.schedule.mpas_demand = false;
    CHECK(mpas_order(program, config) == ids({0, 3, 5, 1, 2, 4}));
}

TEST_CASE("is every order of 1,000 random DAGs topological, whatever the weights?") {
    for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
        const test::RandomDag dag = test::random_dag(seed);
        config::ArchConfig config = weights(seed % 3, seed / 3 % 3, seed / 9 % 3);
        config.schedule.mpas_all_tiers = seed % 2 == 0;
        const ir::Order order = mpas_order(dag.program, config);
        CAPTURE(seed);
        REQUIRE(order.size() == dag.program.nodes());
        std::vector<bool> done(order.size(), false);
        for (const NodeId v : order) {
            for (const NodeId p : dag.program.pred[index(v)]) {
                REQUIRE(done[index(p)]);
            }
            REQUIRE_FALSE(done[index(v)]);
            done[index(v)] = true;
        }
    }
}

TEST_CASE("does demand order give the peaks that the execution model names for it?") {
    const auto shared = test::shared_dir();
    if (!shared) {
        WARN("skipped: the public traces are not here");
        return;
    }
    struct Expected {
        const char* name;
        Units all;
    };
    // "A simple order already beats that column" (execution model).
    for (const Expected& e : {Expected{"Conv_Case0", 7560},
                              Expected{"FlashAttention_Case0", 4884},
                              Expected{"FlashAttention_Case1", 7972},
                              Expected{"Matmul_Case0", 9728},
                              Expected{"Matmul_Case1", 35328}}) {
        const ir::Program program = load::load_trace(
            (*shared / "traces/davinci" / (std::string(e.name) + ".json")).string());
        CAPTURE(e.name);
        CHECK(model::peak_residency(program, mpas_order(program, weights(0, 0, 1))).all == e.all);
    }
}
