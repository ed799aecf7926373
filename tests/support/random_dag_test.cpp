#include "tests/support/random_dag.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <set>
#include <vector>

using namespace systole;

namespace {

// reach[v] = the nodes that v is an ancestor of; ids are topological.
std::vector<std::vector<bool>> reachable(const ir::Trace& trace) {
    std::vector<std::vector<bool>> reach(trace.nodes(), std::vector<bool>(trace.nodes()));
    for (std::size_t v = trace.nodes(); v-- > 0;) {
        for (const NodeId s : trace.succ[v]) {
            reach[v][index(s)] = true;
            for (std::size_t w = 0; w < trace.nodes(); ++w) {
                reach[v][w] = reach[v][w] || reach[index(s)][w];
            }
        }
    }
    return reach;
}

}  // namespace

TEST_CASE("random traces are well-formed and fit one operation at a time") {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        const test::RandomDag dag = test::random_dag(seed);
        const ir::Trace& trace = dag.trace;
        INFO("seed " << seed);
        std::size_t operations = 0;
        bool ids_topological = true;
        bool roots_and_leaves = true;
        for (std::size_t v = 0; v < trace.nodes(); ++v) {
            operations += trace.kind[v] == ir::NodeKind::kOperation;
            for (const NodeId s : trace.succ[v]) {
                ids_topological = ids_topological && index(s) > v;
            }
            const bool root = trace.pred[v].empty();
            const bool leaf = trace.succ[v].empty();
            roots_and_leaves = roots_and_leaves && root == (trace.kind[v] == ir::NodeKind::kAlloc);
            roots_and_leaves = roots_and_leaves && leaf == (trace.kind[v] == ir::NodeKind::kFree);
        }
        CHECK(operations == 40);
        CHECK(ids_topological);
        CHECK(roots_and_leaves);

        const auto reach = reachable(trace);
        bool allocated_before_and_freed_after = true;
        bool fits = true;
        bool one_to_four_buffers = true;
        for (std::size_t v = 0; v < trace.nodes(); ++v) {
            if (trace.kind[v] != ir::NodeKind::kOperation) {
                continue;
            }
            PerTier<std::uint64_t> need{};
            for (const BufId b : trace.bufs[v]) {
                allocated_before_and_freed_after = allocated_before_and_freed_after &&
                                                   reach[index(trace.alloc[index(b)])][v] &&
                                                   reach[v][index(trace.free[index(b)])];
                need[trace.tier[index(b)]] += trace.size[index(b)];
            }
            for (const Tier t : kTiers) {
                fits = fits && need[t] <= dag.capacity[t];
            }
            one_to_four_buffers =
                one_to_four_buffers && trace.bufs[v].size() >= 1 && trace.bufs[v].size() <= 4;
        }
        CHECK(allocated_before_and_freed_after);
        CHECK(fits);
        CHECK(one_to_four_buffers);
    }
}

TEST_CASE("the same seed gives the same trace, another seed another") {
    const ir::Trace a = test::random_dag(7).trace;
    const ir::Trace b = test::random_dag(7).trace;
    const ir::Trace c = test::random_dag(8).trace;
    CHECK(a.cycles == b.cycles);
    CHECK(a.succ.values == b.succ.values);
    CHECK(a.cycles != c.cycles);
}

TEST_CASE("random traces cover every tier, every pipe and both kinds of buffer") {
    std::set<Tier> tiers;
    std::set<Pipe> pipes;
    std::set<bool> backed;
    std::size_t most_live = 0;
    std::size_t fan_out = 0;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const test::RandomDag dag = test::random_dag(seed);
        tiers.insert(dag.trace.tier.begin(), dag.trace.tier.end());
        pipes.insert(dag.trace.pipe.begin(), dag.trace.pipe.end());
        backed.insert(dag.trace.backed.begin(), dag.trace.backed.end());
        std::size_t over = 0;
        PerTier<std::uint64_t> live{};
        for (std::size_t v = 0; v < dag.trace.nodes(); ++v) {
            fan_out = std::max(fan_out, dag.trace.succ[v].size());
            const BufId b = dag.trace.bufs[v][0];
            if (dag.trace.kind[v] == ir::NodeKind::kAlloc) {
                live[dag.trace.tier[index(b)]] += dag.trace.size[index(b)];
            } else if (dag.trace.kind[v] == ir::NodeKind::kFree) {
                live[dag.trace.tier[index(b)]] -= dag.trace.size[index(b)];
            }
            over += live[dag.trace.tier[index(b)]] > dag.capacity[dag.trace.tier[index(b)]];
        }
        most_live += over > 0;
    }
    CHECK(tiers.size() == kTierCount);
    CHECK(pipes.size() == kPipeCount + 1);  // and ALLOC, FREE on none
    CHECK(backed.size() == 2);
    CHECK(fan_out >= 4);
    CHECK(most_live >= 18);  // nearly every trace outgrows its capacity: it has to spill
}
