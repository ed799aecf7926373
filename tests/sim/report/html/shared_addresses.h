#pragma once

#include "sim/ir/program_builder.h"
#include "sim/model/accounting.h"
#include "sim/model/exec_graph_builder.h"
#include "sim/model/recurrence.h"
#include "sim/result/run_result.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace systole::test {

// Two buffers at the same addresses of UB, one after the other; the last operation is stretched by
// three cycles. What runs when, in cycles:
//
//   0 ALLOC a   1 COPY_IN a (MTE2, 0..10)    2 EXP a (VECTOR, 10..15)         3 FREE a
//   4 ALLOC b   5 COPY_IN b (MTE2, 15..25)   6 EXP b (VECTOR, 25..30, to 33)  7 FREE b
struct SharedAddresses {
    SharedAddresses() {
        ir::ProgramBuilder builder;
        for (int i = 0; i < 2; ++i) {
            const std::vector<BufId> buf = {builder.alloc(Tier::kUB, 4)};
            const NodeId copy = builder.operation(builder.op("COPY_IN"), Pipe::kMTE2, 10, buf);
            const NodeId use = builder.operation(builder.op("EXP"), Pipe::kVector, 5, buf);
            builder.edge(builder.alloc_of(buf[0]), copy);
            builder.edge(copy, use);
            builder.edge(use, builder.free(buf[0]));
        }
        program = builder.finish();
        for (std::uint32_t v = 0; v < 8; ++v) {
            plan.order.push_back(NodeId{v});
        }
        plan.offset = {0, 0};
        config.tiers[Tier::kUB].capacity = 4;
        graph = model::build_exec_graph(program, plan, config);
        timeline = model::recurrence(graph);
        timeline.end[6] = 33;
        timeline.start[7] = 33;
        timeline.end[7] = 33;
        timeline.makespan = 33;
        timeline.lost = {0, 0, 0, 0, 0, 0, 3, 0};
        waits = model::node_waits(graph, timeline);
    }

    RunResult report() const {
        RunResult result;
        result.workload = "shared";
        result.method = "original";
        result.spill = "belady";
        result.config = config;
        result.program = std::make_shared<ir::Program>(program);
        result.plan = plan;
        result.graph = graph;
        result.timeline = timeline;
        result.metrics = metrics;
        result.waits = waits;
        return result;
    }

    config::ArchConfig config;
    ir::Program program;
    ir::Plan plan;
    ir::ExecGraph graph;
    ir::Timeline timeline;
    std::vector<model::NodeWait> waits;
    model::Metrics metrics;
};

}  // namespace systole::test
