#include "sim/report/html/wait_cause.h"

#include "sim/ir/trace_builder.h"
#include "sim/model/exec_graph_builder.h"
#include "sim/model/recurrence.h"

#include <catch2/catch.hpp>

#include <vector>

using namespace systole;

// Two buffers at the same addresses, one after the other:
//   0 ALLOC a   1 COPY_IN a (MTE2, 10)   2 EXP a (VECTOR, 5)   3 FREE a
//   4 ALLOC b   5 COPY_IN b (MTE2, 10)   6 EXP b (VECTOR, 5)   7 FREE b
TEST_CASE("who is waited for is found through ALLOC and FREE") {
    ir::TraceBuilder builder;
    ir::Plan plan;
    for (int i = 0; i < 2; ++i) {
        const std::vector<BufId> buf = {builder.alloc(Tier::kUB, 4)};
        const NodeId copy = builder.operation(builder.op("COPY_IN"), Pipe::kMTE2, 10, buf);
        const NodeId use = builder.operation(builder.op("EXP"), Pipe::kVector, 5, buf);
        builder.edge(builder.alloc_of(buf[0]), copy);
        builder.edge(copy, use);
        builder.edge(use, builder.free(buf[0]));
    }
    const ir::Trace trace = builder.finish();
    for (std::uint32_t v = 0; v < 8; ++v) {
        plan.order.push_back(NodeId{v});
    }
    plan.offset = {0, 0};
    config::ArchConfig config;
    config.tiers[Tier::kUB].capacity = 4;
    const ir::ExecGraph graph = model::build_exec_graph(trace, plan, config);
    const ir::Timeline timeline = model::recurrence(graph);
    REQUIRE(timeline.start[5] == 15);  // MTE2 is free at 10, the addresses at 15

    const report::html::WaitCauses causes = report::html::wait_causes(graph, timeline);
    CHECK(causes.work[1] == NodeId::kNone);
    CHECK(causes.work[2] == NodeId{1});
    CHECK(causes.work[3] == NodeId{2});
    CHECK(causes.closer[2] == NodeId::kNone);
    CHECK(causes.closer[4] == NodeId{3});
    CHECK(causes.closer[5] == NodeId{3});  // through ALLOC 4
    CHECK(causes.work[5] == NodeId::kNone);
    CHECK(causes.closer[6] == NodeId::kNone);  // COPY_IN 5 is work of its own
}
