#include "sim/model/measure.h"

#include "sim/model/accounting.h"
#include "sim/model/exec_graph_builder.h"
#include "sim/model/recurrence.h"
#include "tests/support/tiny_traces.h"

#include <catch2/catch.hpp>

using namespace systole;
using test::core_with_l1;
using test::ids;

TEST_CASE("how much is alive at once, by the order alone?") {
    const ir::Program program = test::two_tiles();
    CHECK(model::peak_residency(program, ids({0, 1, 2, 3, 4, 5, 6, 7})).all == 4);
    const model::Peaks both = model::peak_residency(program, ids({0, 4, 1, 5, 2, 6, 3, 7}));
    CHECK(both.all == 8);
    CHECK(both.l1_ub == 8);
    CHECK(both.tier[Tier::kL1] == 8);
    CHECK(both.tier[Tier::kUB] == 0);
}

TEST_CASE("what does a report say about a plan with a spill?") {
    const ir::Program program = test::two_tiles();
    const config::ArchConfig config = core_with_l1(4);
    const ir::Plan plan{ids({0, 1, 8, 4, 5, 6, 7, 9, 2, 3}), {0, 0}, {{BufId{0}, 0}}};
    const ir::ExecGraph graph = model::build_exec_graph(program, plan, config);
    const ir::Timeline t = model::recurrence(graph);
    const model::Metrics m =
        model::measure(program, plan, graph, t, model::node_waits(graph, t), config);
    CHECK(m.makespan == 188);
    CHECK(m.spills == 1);
    CHECK(m.extra_ddr == 4);  // backed: only the reload moves
    CHECK(m.ddr_extra == 1024);
    CHECK(m.ddr_read == 2048);
    CHECK(m.ddr_write == 2048);
    CHECK(m.peak[Tier::kL1] == 8);           // ALLOC to FREE
    CHECK(m.resident_peak[Tier::kL1] == 4);  // what is on chip
    CHECK(m.busy[Pipe::kMTE2] == 178);
    CHECK(m.busy[Pipe::kMTE3] == 10);
    CHECK(m.bounds.lower_bound == 20);
    CHECK(m.gap() == Approx(8.4));
    CHECK(m.utilization(Pipe::kMTE2) == Approx(178.0 / 188.0));
}

TEST_CASE("does an unbacked spill move its buffer twice?") {
    const ir::Program program = test::two_values();
    config::ArchConfig config = core_with_l1(4);
    config.tiers[Tier::kUB].capacity = 4;
    const ir::Plan plan{ids({0, 1, 7, 2, 3, 4, 8, 5, 6}), {0, 0}, {{BufId{0}, 0}}};
    const ir::ExecGraph graph = model::build_exec_graph(program, plan, config);
    const ir::Timeline t = model::recurrence(graph);
    CHECK(model::measure(program, plan, graph, t, model::node_waits(graph, t), config).extra_ddr ==
          8);
}
