#include "sim/plan/methods.h"

#include "sim/model/exec_graph_builder.h"
#include "sim/model/order_bounds.h"
#include "sim/model/recurrence.h"
#include "sim/model/spill_cost.h"
#include "sim/plan/baselines/candidate.h"
#include "sim/plan/dag/op_graph.h"
#include "sim/plan/dag/op_machine.h"
#include "sim/plan/planner.h"
#include "tests/support/random_dag.h"
#include "tests/support/repeats.h"
#include "tests/support/shapes.h"
#include "tests/support/tiny_traces.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace systole;
using test::core_with_l1;

namespace {

config::ArchConfig core_of(const test::RandomDag& dag) {
    config::ArchConfig config = core_with_l1(1);
    for (const Tier t : kTiers) {
        config.tiers[t].capacity = dag.capacity[t];
    }
    return config;
}

bool same(const ir::Plan& a, const ir::Plan& b) {
    const auto equal = [](const ir::Spill& x, const ir::Spill& y) {
        return x.buf == y.buf && x.new_offset == y.new_offset;
    };
    return a.order == b.order && a.offset == b.offset && a.spills.size() == b.spills.size() &&
           std::equal(a.spills.begin(), a.spills.end(), b.spills.begin(), equal);
}

// The plan of a method; `best` searches little.
ir::Plan plan_of(const ir::Program& program,
                 const config::ArchConfig& config,
                 std::string_view method,
                 bool explain = false,
                 plan::PlanDetails* details = nullptr) {
    plan::PlanDetails own;
    plan::PlanDetails& d = details == nullptr ? own : *details;
    d.explain = explain;
    d.search.work = 10'000;
    d.search.threads = 1;
    return plan::make_plan(program, config, method, "", &d);
}

// The inner operations of a plan in its order.
std::vector<dag::Op> inner_sequence(const dag::OpGraph& graph, const ir::Plan& plan) {
    std::vector<std::uint32_t> op_of(graph.program().nodes(), 0xFFFFFFFFu);
    for (const dag::Op op : graph.inner()) {
        op_of[index(graph.node(op))] = op;
    }
    std::vector<dag::Op> sequence;
    for (const NodeId v : plan.order) {
        if (index(v) < op_of.size() && op_of[index(v)] != 0xFFFFFFFFu) {
            sequence.push_back(op_of[index(v)]);
        }
    }
    return sequence;
}

}  // namespace

TEST_CASE("does every method have a name of its own and a line of help?") {
    std::set<std::string_view> names;
    for (const plan::Method& method : plan::methods()) {
        CHECK(names.insert(method.name).second);
        CHECK_FALSE(method.help.empty());
        CHECK((method.order == nullptr) == (method.joint != nullptr || method.search));
        CHECK(method.spill.empty() == (method.joint != nullptr || method.search));
    }
    for (const char* name : {"original",
                             "base",
                             "mpas",
                             "dan-no-cpe",
                             "dan",
                             "hmcos",
                             "cosma",
                             "magis",
                             "eda",
                             "best"}) {
        CHECK(names.count(name) == 1);
    }
    const auto refusal = test::refusal_of([] { plan::find_method("dam"); });
    CHECK(refusal.rule == "schedule.unknown");
    CHECK(refusal.what.find("did you mean 'dan'?") != std::string::npos);
}

TEST_CASE("is a spill rule refused by a method that has no use for one?") {
    const auto refusal = test::refusal_of(
        [] { plan::make_plan(test::two_tiles(), core_with_l1(8), "hmcos", "belady"); });
    CHECK(refusal.rule == "place.rule-fixed");
    CHECK(refusal.kind == ErrorKind::kBadInput);
}

TEST_CASE("is every method's plan of 1,000 random DAGs legal, and no bound beaten?") {
    for (std::uint64_t seed = 1; seed <= test::repeats(1000); ++seed) {
        const test::RandomDag dag = test::random_dag(seed);
        const config::ArchConfig config = core_of(dag);
        for (const plan::Method& method : plan::methods()) {
            CAPTURE(seed, method.name);
            const ir::Plan plan = plan_of(dag.program, config, method.name);
            const ir::ExecGraph graph = model::build_exec_graph(dag.program, plan, config);
            const model::OrderBounds bounds = model::order_bounds(dag.program, plan.order, config);
            Units traffic = 0;
            for (const ir::Spill& s : plan.spills) {
                const std::uint32_t b = index(s.buf);
                traffic +=
                    model::spill_cost(dag.program.size[b], dag.program.backed[b], config.spill)
                        .traffic;
            }
            REQUIRE(traffic >= bounds.traffic);
            REQUIRE(plan.spills.size() >= bounds.spills);
            REQUIRE(model::recurrence(graph).makespan >= bounds.makespan);
            if (seed % 20 == 0) {
                REQUIRE(same(plan, plan_of(dag.program, config, method.name)));
            }
        }
    }
}

TEST_CASE("is no baseline weaker than node ids in what it minimises?") {
    for (std::uint64_t seed = 1; seed <= test::repeats(300); ++seed) {
        CAPTURE(seed);
        const test::RandomDag dag = test::random_dag(seed);
        const config::ArchConfig config = core_of(dag);
        const dag::OpGraph graph(dag.program);
        const ir::Order ids = graph.expand(graph.by_id());
        const Units id_traffic =
            std::min(baselines::place_candidate(dag.program, ids, config, "window").extra_ddr,
                     baselines::place_candidate(dag.program, ids, config, "belady").extra_ddr);
        for (const char* name : {"cosma", "eda"}) {
            CAPTURE(name);
            const ir::Plan plan = plan::make_plan(dag.program, config, name, "");
            REQUIRE(baselines::measure_candidate(dag.program, plan, config).extra_ddr <=
                    id_traffic);
        }
        const std::uint64_t pressure =
            std::min(dag::peak_pressure(graph, config, graph.by_id()),
                     dag::peak_pressure(graph, config, graph.by_demand()));
        for (const char* name : {"hmcos", "magis"}) {
            CAPTURE(name);
            const ir::Plan plan = plan::make_plan(dag.program, config, name, "");
            const std::uint64_t reached =
                dag::peak_pressure(graph, config, inner_sequence(graph, plan));
            // A tier's capacity as a pressure: memory that is there is free to MAGIS.
            const std::uint64_t limit =
                name == std::string("magis") ? dag::OpMachine(graph, config).full() : 0;
            REQUIRE(reached <= std::max(limit, pressure));
        }
    }
}

TEST_CASE("does every method refuse what can never fit, with node, tier and units?") {
    ir::ProgramBuilder builder;
    const BufId x = builder.alloc(Tier::kUB, 600);
    const BufId y = builder.alloc(Tier::kUB, 600);
    const std::vector<BufId> bufs = {x, y};
    const NodeId op = builder.operation(builder.op("ADD"), Pipe::kVector, 1, bufs);
    for (const BufId b : bufs) {
        builder.edge(builder.alloc_of(b), op);
        builder.edge(op, builder.free(b));
    }
    const ir::Program program = builder.finish();
    for (const plan::Method& method : plan::methods()) {
        CAPTURE(method.name);
        const auto refusal =
            test::refusal_of([&] { plan_of(program, core_with_l1(8), method.name); });
        CHECK(refusal.rule == "place.does-not-fit");
        CHECK(refusal.node == 2u);
        CHECK(refusal.what.find("1200 units of UB, which has 1024: 176 units do not fit") !=
              std::string::npos);
    }
}

TEST_CASE("is best, balanced, never worse than dan in makespan or in traffic?") {
    for (std::uint64_t seed = 1; seed <= test::repeats(200); ++seed) {
        CAPTURE(seed);
        const test::RandomDag dag = test::random_dag(seed);
        const config::ArchConfig config = core_of(dag);
        const auto measured = [&](const ir::Plan& plan) {
            Units traffic = 0;
            for (const ir::Spill& spill : plan.spills) {
                const std::size_t b = index(spill.buf);
                traffic +=
                    model::spill_cost(dag.program.size[b], dag.program.backed[b], config.spill)
                        .traffic;
            }
            const ir::ExecGraph graph = model::build_exec_graph(dag.program, plan, config);
            return std::make_pair(model::recurrence(graph).makespan, traffic);
        };
        const auto dan = measured(plan_of(dag.program, config, "dan"));
        const auto best = measured(plan_of(dag.program, config, "best"));
        CHECK(best.first <= dan.first);
        CHECK(best.second <= dan.second);
    }
}

TEST_CASE("does explaining change nothing, and name one victim or more for each choice?") {
    for (const plan::Method& method : plan::methods()) {
        CAPTURE(method.name);
        if (method.search) {
            plan::PlanDetails details;
            details.explain = true;
            CHECK(test::refusal_of([&] {
                      plan::make_plan(
                          test::two_tiles(), core_with_l1(8), method.name, "", &details);
                  }).rule == "place.no-explanation");
            continue;
        }
        std::size_t choices = 0;
        for (std::uint64_t seed = 1; seed <= 30; ++seed) {
            const test::RandomDag dag = test::random_dag(seed);
            const config::ArchConfig config = core_of(dag);
            plan::PlanDetails details;
            const ir::Plan plan = plan_of(dag.program, config, method.name, true, &details);
            REQUIRE(same(plan, plan_of(dag.program, config, method.name)));
            for (const place::SpillChoice& choice : details.spills.choices) {
                const auto chosen = std::count_if(choice.candidates.begin(),
                                                  choice.candidates.end(),
                                                  [](const auto& c) { return c.chosen; });
                REQUIRE(chosen >= 1);
                ++choices;
            }
        }
        CHECK(choices > 0);
    }
}

TEST_CASE("is DLR's victim the largest score among those that are not in use?") {
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        CAPTURE(seed);
        const test::RandomDag dag = test::random_dag(seed);
        plan::PlanDetails details;
        details.explain = true;
        plan::make_plan(dag.program, core_of(dag), "dan-no-cpe", "", &details);
        for (const place::SpillChoice& choice : details.spills.choices) {
            double best = -1;
            double chosen = -1;
            for (const place::SpillCandidate& c : choice.candidates) {
                best = c.pinned || c.no_help ? best : std::max(best, c.score);
                chosen = c.chosen ? c.score : chosen;
                // Equation 30 in L1 and UB, the next use itself elsewhere.
                const bool upper = choice.tier == Tier::kL1 || choice.tier == Tier::kUB;
                const double distance = static_cast<double>(c.next_use - choice.position);
                const double cost = static_cast<double>(c.traffic + c.cycles);
                REQUIRE(c.score ==
                        Approx(upper ? distance / cost : static_cast<double>(c.next_use)));
            }
            REQUIRE(chosen == best);
        }
    }
}

TEST_CASE("does every method plan a chain, a star and one buffer of 30,000 operations?") {
    // A cost per pair of neighbours would be 900,000,000 of them, for hours.
    for (const test::Shape& shape : test::kShapes) {
        const ir::Program program = shape.make(30'000);
        const config::ArchConfig config = core_with_l1(16);
        for (const plan::Method& method : plan::methods()) {
            CAPTURE(shape.name, method.name);
            const ir::Plan plan = plan_of(program, config, method.name);
            const ir::ExecGraph graph = model::build_exec_graph(program, plan, config);
            CHECK(model::recurrence(graph).makespan >= 300'000);
        }
    }
}
