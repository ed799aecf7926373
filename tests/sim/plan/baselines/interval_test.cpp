#include "sim/plan/baselines/interval.h"

#include "tests/support/random_dag.h"
#include "tests/support/tiny_traces.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <vector>

using namespace systole;
using dag::Op;

TEST_CASE("how many operations run beside each?") {
    const ir::Program program = test::two_tiles();  // inner: COPY_OUT a, COPY_OUT b, unrelated
    const dag::OpGraph graph(program);
    const std::vector<std::uint32_t> nw = baselines::narrow_waists(graph);
    CHECK(nw[1] == 1);
    CHECK(nw[3] == 1);
}

TEST_CASE("does reordering an interval keep its operations and their dependencies?") {
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        CAPTURE(seed);
        const test::RandomDag dag = test::random_dag(seed);
        config::ArchConfig config = test::core_with_l1(1);
        for (const Tier t : kTiers) {
            config.tiers[t].capacity = dag.capacity[t];
        }
        const dag::OpGraph graph(dag.program);
        const std::vector<Op> sequence = graph.by_id();
        const std::size_t first = seed % 5;
        const std::size_t last = std::min(sequence.size(), first + 25);
        dag::OpMachine machine(graph, config);
        std::vector<bool> done(graph.size(), false);
        for (std::size_t i = 0; i < first; ++i) {
            machine.run(sequence[i]);
            done[sequence[i]] = true;
        }
        const std::uint64_t start = machine.pressure();
        const std::vector<Op> interval(sequence.begin() + static_cast<std::ptrdiff_t>(first),
                                       sequence.begin() + static_cast<std::ptrdiff_t>(last));
        std::vector<Op> order = baselines::reorder_interval(graph, machine, interval);
        CHECK(machine.pressure() == start);
        for (const Op op : order) {
            for (const Op p : graph.pred(op)) {
                REQUIRE((graph.is_feeder(p) || done[p]));
            }
            done[op] = true;
        }
        std::sort(order.begin(), order.end());
        std::vector<Op> expected = interval;
        std::sort(expected.begin(), expected.end());
        CHECK(order == expected);
    }
}
