#include "sim/plan/schedule/cpe_refiner.h"

#include "sim/model/exec_graph_builder.h"
#include "sim/model/measure.h"
#include "sim/model/recurrence.h"
#include "sim/plan/place/best_fit_placer.h"
#include "sim/plan/schedule/mpas_order.h"
#include "tests/support/random_dag.h"
#include "tests/support/shapes.h"
#include "tests/support/tiny_traces.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <utility>
#include <vector>

using namespace systole;

namespace {

using Pair = std::pair<std::uint32_t, std::uint32_t>;

// Every edge that gives addresses on.
std::vector<Pair> address_edges(const ir::ExecGraph& graph) {
    std::vector<Pair> edges;
    for (std::uint32_t v = 0; v < graph.nodes(); ++v) {
        for (const NodeId s : graph.address_succ[v]) {
            edges.emplace_back(v, index(s));
        }
    }
    std::sort(edges.begin(), edges.end());
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    return edges;
}

// Which nodes open and close each residency, with its addresses.
std::vector<std::vector<std::uint32_t>> residencies(const ir::ExecGraph& graph) {
    std::vector<std::vector<std::uint32_t>> all;
    for (const ir::Residency& r : graph.residencies) {
        all.push_back({index(r.buf), r.lo, r.hi, index(r.open), index(r.close)});
    }
    std::sort(all.begin(), all.end());
    return all;
}

}  // namespace

TEST_CASE("does CPE put the input that is waited for in front, with its ALLOC?") {
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
    const ir::Program program = builder.finish();
    ir::Plan plan;
    plan.order = test::ids({0, 1, 2, 3, 4, 5, 6});
    plan.offset = {0, 4};
    config::ArchConfig config = test::core_with_l1(8);
    const schedule::CpeResult result = schedule::refine_cpe(program, plan, config);
    CHECK(result.makespan_before == 50);
    CHECK(result.makespan_after == 40);
    CHECK(result.accepted == 1);
    CHECK(result.passes == 2);
    CHECK(result.plan.order == test::ids({0, 2, 3, 1, 4, 5, 6}));

    config.schedule.cpe_width = 1;  // COPY_IN b stands two positions behind COPY_IN a
    CHECK(schedule::refine_cpe(program, plan, config).makespan_after == 50);
    config.schedule.cpe_width = 64;
    config.schedule.cpe_passes = 0;
    CHECK(schedule::refine_cpe(program, plan, config).plan.order == plan.order);
}

TEST_CASE("does CPE leave the memory behaviour of 1,000 random plans as it is?") {
    std::size_t shorter = 0;
    for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
        CAPTURE(seed);
        const test::RandomDag dag = test::random_dag(seed);
        config::ArchConfig config = test::core_with_l1(1);
        for (const Tier t : kTiers) {
            config.tiers[t].capacity = dag.capacity[t];
        }
        const ir::Plan before = place::place_best_fit(dag.program,
                                                      schedule::mpas_order(dag.program, config),
                                                      config,
                                                      place::victim_rule("tier-aware"));
        const schedule::CpeResult result = schedule::refine_cpe(dag.program, before, config);
        const ir::Plan& after = result.plan;
        REQUIRE(after.offset == before.offset);
        REQUIRE(after.spills.size() == before.spills.size());
        for (std::size_t k = 0; k < before.spills.size(); ++k) {
            REQUIRE(after.spills[k].buf == before.spills[k].buf);
            REQUIRE(after.spills[k].new_offset == before.spills[k].new_offset);
        }
        const ir::ExecGraph was = model::build_exec_graph(dag.program, before, config);
        const ir::ExecGraph is = model::build_exec_graph(dag.program, after, config);
        REQUIRE(residencies(is) == residencies(was));
        REQUIRE(address_edges(is) == address_edges(was));
        REQUIRE(model::recurrence(was).makespan == result.makespan_before);
        REQUIRE(model::recurrence(is).makespan == result.makespan_after);
        REQUIRE(result.makespan_after <= result.makespan_before);
        REQUIRE((result.accepted > 0) == (result.makespan_after < result.makespan_before));
        const model::Peaks peak_was = model::peak_residency(dag.program, was.order);
        const model::Peaks peak_is = model::peak_residency(dag.program, is.order);
        REQUIRE(peak_is.all <= peak_was.all);
        REQUIRE(peak_is.l1_ub <= peak_was.l1_ub);
        shorter += result.accepted > 0 ? 1 : 0;
    }
    CHECK(shorter > 100);
}

TEST_CASE("is nothing tried on a pipe that is busy from the first cycle to the last?") {
    for (const test::Shape& shape : test::kShapes) {
        CAPTURE(shape.name);
        const ir::Program program = shape.make(4'000);
        const config::ArchConfig config = test::core_with_l1(16);
        const schedule::CpeResult result =
            schedule::refine_cpe(program,
                                 place::place_best_fit(program,
                                                       schedule::mpas_order(program, config),
                                                       config,
                                                       place::victim_rule("tier-aware")),
                                 config);
        CHECK(result.makespan_after == 40'000);
        CHECK(result.tried <= program.nodes());
    }
}
