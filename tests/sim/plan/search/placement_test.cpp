#include "sim/plan/search/placement.h"

#include "sim/model/exec_graph_builder.h"
#include "sim/model/recurrence.h"
#include "sim/model/spill_cost.h"
#include "tests/support/random_dag.h"
#include "tests/support/repeats.h"
#include "tests/support/tiny_traces.h"

#include <catch2/catch.hpp>

#include <vector>

using namespace systole;
using search::PlacementRule;

namespace {

std::vector<PlacementRule> all_kinds_of_rules() {
    std::vector<PlacementRule> rules;
    for (const std::uint8_t half_power : {std::uint8_t{1}, std::uint8_t{2}, std::uint8_t{6}}) {
        for (const auto ends : {PlacementRule::Ends::kLow,
                                PlacementRule::Ends::kSplit,
                                PlacementRule::Ends::kLargeHigh}) {
            rules.push_back({half_power, ends, 0, false});
            rules.push_back({half_power, ends, 0.1, true});
        }
    }
    return rules;
}

Units traffic_of(const ir::Program& program,
                 const ir::Plan& plan,
                 const config::ArchConfig& config) {
    Units sum = 0;
    for (const ir::Spill& spill : plan.spills) {
        const std::size_t b = index(spill.buf);
        sum += model::spill_cost(program.size[b], program.backed[b], config.spill).traffic;
    }
    return sum;
}

}  // namespace

TEST_CASE("does the one-pass placement know the traffic and the time of its plan?") {
    for (std::uint64_t seed = 1; seed <= test::repeats(300); ++seed) {
        const test::RandomDag dag = test::random_dag(seed);
        config::ArchConfig config = test::core_with_l1(1);
        for (const Tier t : kTiers) {
            config.tiers[t].capacity = dag.capacity[t];
        }
        const dag::OpGraph graph(dag.program, dag::Feeders::kMoves);
        search::Placement placement(graph, config);
        const std::vector<std::uint32_t> order = graph.by_id();
        for (const PlacementRule& rule : all_kinds_of_rules()) {
            const search::Outcome outcome = placement.evaluate(order, rule, true);
            const ir::Plan plan = placement.plan(order, rule);
            INFO("seed " << seed);
            // Throws where the plan is illegal.
            const ir::ExecGraph exec = model::build_exec_graph(dag.program, plan, config);
            CHECK(outcome.makespan == model::recurrence(exec).makespan);
            CHECK(outcome.traffic == traffic_of(dag.program, plan, config));
            if (rule.wait_price == 0 && !rule.earliest_gap) {
                CHECK(placement.evaluate(order, rule, false).traffic == outcome.traffic);
            }
        }
    }
}

TEST_CASE("does the cheaper window lose to the one that is needed later, as the power says?") {
    // UB of 8: p (4 units, needed next but one) and q (4 units, needed last) fill it when r comes.
    // Distance counts: q goes. Traffic alone would be a tie, which the lower address p loses.
    ir::ProgramBuilder builder;
    std::vector<BufId> buf;
    std::vector<NodeId> made;
    const auto compute = [&](const std::vector<BufId>& bufs, const std::vector<NodeId>& after) {
        const NodeId v = builder.operation(builder.op("EXP"), Pipe::kVector, 1, bufs);
        for (const NodeId u : after) {
            builder.edge(u, v);
        }
        return v;
    };
    for (int i = 0; i < 3; ++i) {
        buf.push_back(builder.alloc(Tier::kUB, 4));
        std::vector<NodeId> after = {builder.alloc_of(buf.back())};
        if (!made.empty()) {
            after.push_back(made.back());
        }
        made.push_back(compute({buf.back()}, after));
    }
    const NodeId use_p = compute({buf[0]}, {made[2]});
    const NodeId use_q = compute({buf[1]}, {use_p});
    builder.edge(made[2], builder.free(buf[2]));
    builder.edge(use_p, builder.free(buf[0]));
    builder.edge(use_q, builder.free(buf[1]));
    const ir::Program program = builder.finish();
    config::ArchConfig config = test::core_with_l1(1);
    config.tiers[Tier::kUB].capacity = 8;
    const dag::OpGraph graph(program, dag::Feeders::kMoves);
    search::Placement placement(graph, config);
    const ir::Plan plan = placement.plan(graph.by_id(), PlacementRule{});
    REQUIRE(plan.spills.size() == 1);
    CHECK(plan.spills[0].buf == buf[1]);
    // Unbacked: out and in, 2 * 4 units.
    CHECK(placement.evaluate(graph.by_id(), PlacementRule{}, false).traffic == 8);
}

TEST_CASE("does an evaluation stop once it is above a limit?") {
    const ir::Program program = test::two_tiles();
    const dag::OpGraph graph(program, dag::Feeders::kMoves);
    search::Placement placement(graph, test::core_with_l1(4));
    // 2 tiles, one after the other: 10 + 5, the second's 10 under nothing: it needs the addresses.
    const search::Outcome whole = placement.evaluate(graph.by_id(), {}, true);
    CHECK(whole.makespan == 30);
    CHECK(placement.evaluate(graph.by_id(), {}, true, ~Units{0}, 12).makespan == 15);
}
