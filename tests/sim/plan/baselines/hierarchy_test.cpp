#include "sim/plan/baselines/hierarchy.h"

#include "tests/support/tiny_traces.h"

#include <catch2/catch.hpp>

#include <vector>

using namespace systole;
using dag::Op;

namespace {

// An EXP of `size` units that reads the values listed; every value is freed behind its last reader.
struct Values {
    ir::ProgramBuilder builder;
    std::vector<BufId> buf;
    std::vector<NodeId> op;
    std::vector<std::vector<std::size_t>> reads;

    std::size_t add(std::uint32_t size, std::vector<std::size_t> inputs) {
        buf.push_back(builder.alloc(Tier::kUB, size));
        std::vector<BufId> bufs = {buf.back()};
        for (const std::size_t i : inputs) {
            bufs.push_back(buf[i]);
        }
        op.push_back(builder.operation(builder.op("EXP"), Pipe::kVector, 1, bufs));
        builder.edge(builder.alloc_of(buf.back()), op.back());
        for (const std::size_t i : inputs) {
            builder.edge(op[i], op.back());
        }
        reads.push_back(std::move(inputs));
        return op.size() - 1;
    }

    ir::Program finish() {
        for (std::size_t v = 0; v < buf.size(); ++v) {
            const NodeId free = builder.free(buf[v]);
            builder.edge(op[v], free);
            for (std::size_t r = 0; r < reads.size(); ++r) {
                for (const std::size_t i : reads[r]) {
                    if (i == v) {
                        builder.edge(op[r], free);
                    }
                }
            }
        }
        return builder.finish();
    }
};

}  // namespace

TEST_CASE("is a chain one sequence only while it does not need more?") {
    Values values;
    const auto in = values.add(1, {});
    const auto a = values.add(4, {in});  // 5 while it runs, leaves 4
    const auto b = values.add(1, {a});   // 5 while it runs, leaves 1: no harm
    values.add(8, {b});                  // 9 while it runs: more than before
    const ir::Program program = values.finish();
    const dag::OpGraph graph(program);
    CHECK(baselines::make_sequences(graph) == std::vector<std::vector<Op>>{{1, 2}, {3}});
}

TEST_CASE("are the branches that end in one operation a group with it?") {
    Values values;
    const auto in = values.add(1, {});
    const auto left = values.add(2, {in});
    const auto right = values.add(2, {in});
    const auto join = values.add(2, {left, right});
    const auto other = values.add(2, {in});
    values.add(2, {join});
    values.add(2, {join, other});
    const ir::Program program = values.finish();
    const dag::OpGraph graph(program);
    const std::vector<std::vector<Op>> sequences = {{1}, {2}, {3}, {4}, {5}, {6}};
    const std::vector<std::uint32_t> root = baselines::post_dominator_roots(graph, sequences);
    // left, right and join end in join, which two sinks follow; other ends in the second sink.
    CHECK(root == std::vector<std::uint32_t>{2, 2, 2, 5, 4, 5});

    const baselines::Hierarchy whole = baselines::build_hierarchy(
        graph, sequences, root, std::vector<bool>(6, false), graph.by_id());
    CHECK(whole.ops == std::vector<std::vector<Op>>{{1, 2, 3}, {4, 6}, {5}});
    CHECK(whole.pred[1].size() == 1);
    std::vector<bool> dissolved(6, false);
    dissolved[2] = true;
    const baselines::Hierarchy open =
        baselines::build_hierarchy(graph, sequences, root, dissolved, graph.by_id());
    CHECK(open.ops == std::vector<std::vector<Op>>{{1}, {2}, {3}, {4, 6}, {5}});
}
