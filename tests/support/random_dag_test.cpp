#include "tests/support/random_dag.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <set>
#include <vector>

using namespace systole;

namespace {

// reach[v] = the nodes that v is an ancestor of; ids are topological.
std::vector<std::vector<bool>> reachable(const ir::Program& program) {
    std::vector<std::vector<bool>> reach(program.nodes(), std::vector<bool>(program.nodes()));
    for (std::size_t v = program.nodes(); v-- > 0;) {
        for (const NodeId s : program.succ[v]) {
            reach[v][index(s)] = true;
            for (std::size_t w = 0; w < program.nodes(); ++w) {
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
        const ir::Program& program = dag.program;
        INFO("seed " << seed);
        std::size_t operations = 0;
        bool ids_topological = true;
        bool roots_and_leaves = true;
        for (std::size_t v = 0; v < program.nodes(); ++v) {
            operations += program.kind[v] == ir::NodeKind::kOperation;
            for (const NodeId s : program.succ[v]) {
                ids_topological = ids_topological && index(s) > v;
            }
            const bool root = program.pred[v].empty();
            const bool leaf = program.succ[v].empty();
            roots_and_leaves =
                roots_and_leaves && root == (program.kind[v] == ir::NodeKind::kAlloc);
            roots_and_leaves = roots_and_leaves && leaf == (program.kind[v] == ir::NodeKind::kFree);
        }
        CHECK(operations == 40);
        CHECK(ids_topological);
        CHECK(roots_and_leaves);

        const auto reach = reachable(program);
        bool allocated_before_and_freed_after = true;
        bool fits = true;
        bool one_to_four_buffers = true;
        for (std::size_t v = 0; v < program.nodes(); ++v) {
            if (program.kind[v] != ir::NodeKind::kOperation) {
                continue;
            }
            PerTier<std::uint64_t> need{};
            for (const BufId b : program.bufs[v]) {
                allocated_before_and_freed_after = allocated_before_and_freed_after &&
                                                   reach[index(program.alloc[index(b)])][v] &&
                                                   reach[v][index(program.free[index(b)])];
                need[program.tier[index(b)]] += program.size[index(b)];
            }
            for (const Tier t : kTiers) {
                fits = fits && need[t] <= dag.capacity[t];
            }
            one_to_four_buffers =
                one_to_four_buffers && program.bufs[v].size() >= 1 && program.bufs[v].size() <= 4;
        }
        CHECK(allocated_before_and_freed_after);
        CHECK(fits);
        CHECK(one_to_four_buffers);
    }
}

TEST_CASE("the same seed gives the same trace, another seed another") {
    const ir::Program a = test::random_dag(7).program;
    const ir::Program b = test::random_dag(7).program;
    const ir::Program c = test::random_dag(8).program;
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
        tiers.insert(dag.program.tier.begin(), dag.program.tier.end());
        pipes.insert(dag.program.pipe.begin(), dag.program.pipe.end());
        backed.insert(dag.program.backed.begin(), dag.program.backed.end());
        std::size_t over = 0;
        PerTier<std::uint64_t> live{};
        for (std::size_t v = 0; v < dag.program.nodes(); ++v) {
            fan_out = std::max(fan_out, dag.program.succ[v].size());
            const BufId b = dag.program.bufs[v][0];
            if (dag.program.kind[v] == ir::NodeKind::kAlloc) {
                live[dag.program.tier[index(b)]] += dag.program.size[index(b)];
            } else if (dag.program.kind[v] == ir::NodeKind::kFree) {
                live[dag.program.tier[index(b)]] -= dag.program.size[index(b)];
            }
            over += live[dag.program.tier[index(b)]] > dag.capacity[dag.program.tier[index(b)]];
        }
        most_live += over > 0;
    }
    CHECK(tiers.size() == kTierCount);
    CHECK(pipes.size() == kPipeCount + 1);  // and ALLOC, FREE on none
    CHECK(backed.size() == 2);
    CHECK(fan_out >= 4);
    CHECK(most_live >= 18);  // nearly every trace outgrows its capacity: it has to spill
}
