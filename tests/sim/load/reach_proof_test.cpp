#include "sim/load/reach_proof.h"

#include "sim/ir/program_builder.h"
#include "tests/support/random_dag.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

using namespace systole;

namespace {

using Uses = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

Uses pairs(const std::vector<load::BufferUse>& uses) {
    Uses out;
    for (const load::BufferUse& use : uses) {
        out.emplace_back(index(use.node), index(use.buf));
    }
    return out;
}

std::vector<NodeId> by_id(const ir::Program& trace) {
    std::vector<NodeId> order;
    for (std::uint32_t v = 0; v < trace.nodes(); ++v) {
        order.push_back(NodeId{v});
    }
    return order;
}

// reach[u][v]: a path leads from u to v. Ids are topological.
std::vector<std::vector<bool>> closure(const ir::Program& trace) {
    const std::size_t n = trace.nodes();
    std::vector<std::vector<bool>> reach(n, std::vector<bool>(n, false));
    for (std::size_t u = n; u-- > 0;) {
        reach[u][u] = true;
        for (NodeId to : trace.succ[u]) {
            for (std::size_t v = 0; v < n; ++v) {
                reach[u][v] = reach[u][v] || reach[index(to)][v];
            }
        }
    }
    return reach;
}

// The definition, with nothing clever in it.
Uses unreached(const ir::Program& trace, bool from_alloc) {
    const auto reach = closure(trace);
    Uses out;
    for (std::uint32_t v = 0; v < trace.nodes(); ++v) {
        const bool asks = trace.kind[v] == ir::NodeKind::kOperation ||
                          (from_alloc && trace.kind[v] == ir::NodeKind::kFree);
        std::vector<BufId> row(trace.bufs[v].begin(), trace.bufs[v].end());
        std::sort(row.begin(), row.end());
        row.erase(std::unique(row.begin(), row.end()), row.end());
        for (BufId b : row) {
            const std::uint32_t alloc = index(trace.alloc[index(b)]);
            const std::uint32_t free = index(trace.free[index(b)]);
            if (asks && !(from_alloc ? reach[alloc][v] : reach[v][free])) {
                out.emplace_back(v, index(b));
            }
        }
    }
    return out;
}

// The trace with each edge kept with the given chance, and some others between earlier and later
// nodes in its place.
ir::Program damaged(ir::Program trace, test::Random& random, unsigned keep, unsigned add) {
    std::vector<ir::Edge> edges;
    for (std::uint32_t v = 0; v < trace.nodes(); ++v) {
        for (NodeId to : trace.succ[v]) {
            if (random.percent(keep)) {
                edges.push_back({NodeId{v}, to});
            }
        }
        if (v + 1 < trace.nodes() && random.percent(add)) {
            const auto to = random.between(v + 1, static_cast<std::uint32_t>(trace.nodes()) - 1);
            edges.push_back({NodeId{v}, NodeId{to}});
        }
    }
    ir::build_edge_tables(trace, edges);
    return trace;
}

// The fewest edges with the same paths: every rule that looks at neighbours alone fails here.
ir::Program reduced(ir::Program trace) {
    const auto reach = closure(trace);
    std::vector<ir::Edge> edges;
    for (std::uint32_t v = 0; v < trace.nodes(); ++v) {
        for (NodeId to : trace.succ[v]) {
            bool direct = true;
            for (NodeId via : trace.succ[v]) {
                direct = direct && (via == to || !reach[index(via)][index(to)]);
            }
            if (direct) {
                edges.push_back({NodeId{v}, to});
            }
        }
    }
    ir::build_edge_tables(trace, edges);
    return trace;
}

void compare(const ir::Program& trace) {
    const std::vector<NodeId> order = by_id(trace);
    CHECK(pairs(load::uses_before_alloc(trace, order, 1000000)) == unreached(trace, true));
    CHECK(pairs(load::uses_after_free(trace, order, 1000000)) == unreached(trace, false));
}

}  // namespace

TEST_CASE("The proof agrees with the definition on traces with missing and extra edges") {
    test::Random random(7);
    for (std::uint64_t seed = 0; seed < 120; ++seed) {
        INFO(seed);
        const ir::Program trace = test::random_dag(seed, 30 + seed % 50).program;
        compare(trace);
        compare(damaged(trace, random, 90, 20));
        compare(damaged(trace, random, 60, 60));
        compare(damaged(trace, random, 10, 95));
    }
}

TEST_CASE("Nothing is missed where only a path proves a use") {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        INFO(seed);
        const ir::Program trace = reduced(test::random_dag(seed, 80).program);
        CHECK(unreached(trace, true).empty());
        compare(trace);
    }
}

TEST_CASE("More than 64 buffers in question take more than one sweep") {
    // 200 buffers, all opened before a chain of operations and closed after it. Operation i names
    // buffer i, but only even buffers are joined to the chain, by way of a node that does not name
    // them.
    ir::ProgramBuilder builder;
    const std::uint16_t op = builder.op("X");
    std::vector<BufId> bufs;
    bufs.reserve(200);
    for (int i = 0; i < 200; ++i) {
        bufs.push_back(builder.alloc(Tier::kL1, 1));
    }
    const NodeId gather = builder.operation(op, Pipe::kCube, 1, {});
    NodeId last = gather;
    for (int i = 0; i < 200; ++i) {
        const NodeId v = builder.operation(op, Pipe::kCube, 1, {&bufs[std::size_t(i)], 1});
        builder.edge(last, v);
        last = v;
    }
    const NodeId spread = builder.operation(op, Pipe::kCube, 1, {});
    builder.edge(last, spread);
    for (std::size_t i = 0; i < 200; ++i) {
        const NodeId free = builder.free(bufs[i]);
        if (i % 2 == 0) {
            builder.edge(builder.alloc_of(bufs[i]), gather);
            builder.edge(spread, free);
        }
    }
    const ir::Program trace = builder.finish();
    compare(trace);
    Uses odd;
    for (std::uint32_t i = 1; i < 200; i += 2) {
        odd.emplace_back(index(gather) + 1 + i, i);
    }
    CHECK(pairs(load::uses_before_alloc(trace, by_id(trace), 1000)) == odd);
    CHECK(pairs(load::uses_after_free(trace, by_id(trace), 1000)) == odd);
    CHECK(!load::uses_before_alloc(trace, by_id(trace), 1).empty());
}
