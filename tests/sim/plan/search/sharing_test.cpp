#include "sim/plan/search/sharing.h"

#include "tests/support/random_dag.h"
#include "tests/support/tiny_traces.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <vector>

using namespace systole;

namespace {

std::vector<std::uint32_t> list(Span<std::uint32_t> span) {
    return {span.begin(), span.end()};
}

// Two products that share their left tile a: COPY_IN a, COPY_IN b, COPY_IN c, then MATMUL(a, b) and
// MATMUL(a, c). Nodes: 0..4 ALLOC a b c x y, 5 6 7 COPY_IN a b c, 8 MATMUL x, 9 MATMUL y, 10..
// FREE.
ir::Program two_products() {
    ir::ProgramBuilder builder;
    const BufId a = builder.alloc(Tier::kL1, 4);
    const BufId b = builder.alloc(Tier::kL1, 4);
    const BufId c = builder.alloc(Tier::kL1, 4);
    const BufId x = builder.alloc(Tier::kL0C, 8);
    const BufId y = builder.alloc(Tier::kL0C, 8);
    std::vector<NodeId> in;
    for (const BufId buf : {a, b, c}) {
        const std::vector<BufId> bufs = {buf};
        in.push_back(builder.operation(builder.op("COPY_IN"), Pipe::kMTE2, 10, bufs));
        builder.edge(builder.alloc_of(buf), in.back());
    }
    const auto product = [&](BufId right, NodeId right_in, BufId out) {
        const std::vector<BufId> bufs = {a, right, out};
        const NodeId v = builder.operation(builder.op("MATMUL"), Pipe::kCube, 8, bufs);
        builder.edge(in[0], v);
        builder.edge(right_in, v);
        builder.edge(builder.alloc_of(out), v);
        return v;
    };
    const NodeId first = product(b, in[1], x);
    const NodeId second = product(c, in[2], y);
    for (const BufId buf : {a, b, c, x, y}) {
        const NodeId free = builder.free(buf);
        if (buf != c && buf != y) {
            builder.edge(first, free);
        }
        if (buf != b && buf != x) {
            builder.edge(second, free);
        }
    }
    return builder.finish();
}

}  // namespace

TEST_CASE("do independent products form components that share their common tile alone?") {
    const ir::Program program = two_products();
    const dag::OpGraph graph(program, dag::Feeders::kMoves);
    const search::Sharing sharing(graph);
    REQUIRE(sharing.components() == 2);
    for (const std::uint32_t c : {0u, 1u}) {
        REQUIRE(sharing.footprint(c).size() == 1);
        CHECK(sharing.footprint(c)[0] == BufId{0});
    }
    CHECK(list(sharing.footprint_sharers(BufId{0})) == std::vector<std::uint32_t>{0, 1});
}
