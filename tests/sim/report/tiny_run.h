#pragma once

#include "sim/ir/program_builder.h"
#include "sim/result/run_result.h"

#include <memory>
#include <vector>

namespace systole::test {

// Six nodes and one spill, timed and measured by hand.
//
//   0 ALLOC A (L1, 4 units)   1 COPY_IN A (MTE2, 20 cycles)   2 ALLOC B (UB, 2 units)
//   3 "a,b" A and B (VECTOR, 5 cycles)   4 FREE A   5 FREE B
//
// executed as 0 1 6 2 7 3 4 5: SPILL_OUT 6 drops A, which is backed, at cycle 20; SPILL_IN 7 brings
// it back from 0 to 8 in 2 * 4 + 150 cycles, so that node 3 runs from 178 to 183. The file called
// the buffers 10 (A) and 30 (B).
struct TinyRun {
    TinyRun() {
        config.name = "tiny";
        config.tiers[Tier::kL1].capacity = 16;
        config.tiers[Tier::kUB].capacity = 8;
        config.tiers[Tier::kL0A].capacity = 1;
        config.tiers[Tier::kL0B].capacity = 1;
        config.tiers[Tier::kL0C].capacity = 1;

        ir::ProgramBuilder builder;
        const BufId a = builder.alloc(Tier::kL1, 4);
        const std::vector<BufId> only_a = {a};
        const NodeId copy = builder.operation(builder.op("COPY_IN"), Pipe::kMTE2, 20, only_a);
        const BufId b = builder.alloc(Tier::kUB, 2);
        const std::vector<BufId> both = {a, b};
        const NodeId use = builder.operation(builder.op("a,b"), Pipe::kVector, 5, both);
        builder.edge(NodeId{0}, copy);
        builder.edge(copy, use);
        builder.edge(NodeId{2}, use);
        builder.edge(use, builder.free(a));
        builder.edge(use, builder.free(b));
        program = builder.finish();
        program.buffer_label = {10, 30};

        plan.order = {
            NodeId{0}, NodeId{1}, NodeId{6}, NodeId{2}, NodeId{7}, NodeId{3}, NodeId{4}, NodeId{5}};
        plan.offset = {0, 0};
        plan.spills = {{a, 8}};

        graph.trace_nodes = 6;
        graph.order = plan.order;
        graph.pipe = {Pipe::kNone,
                      Pipe::kMTE2,
                      Pipe::kNone,
                      Pipe::kVector,
                      Pipe::kNone,
                      Pipe::kNone,
                      Pipe::kMTE3,
                      Pipe::kMTE2};
        graph.cycles = {0, 20, 0, 5, 0, 0, 0, 158};
        graph.residencies = {{a, Tier::kL1, 0, 4, NodeId{0}, NodeId{6}},
                             {b, Tier::kUB, 0, 2, NodeId{2}, NodeId{5}},
                             {a, Tier::kL1, 8, 12, NodeId{7}, NodeId{4}}};
        const ResId none = ResId::kNone;
        graph.opens = {ResId{0}, none, ResId{1}, none, none, none, none, ResId{2}};
        graph.closes = {none, none, none, none, ResId{2}, ResId{1}, ResId{0}, none};
        const std::vector<std::vector<ResId>> uses = {
            {}, {ResId{0}}, {}, {ResId{2}, ResId{1}}, {}, {}, {}, {}};
        for (const std::vector<ResId>& row : uses) {
            graph.uses.values.insert(graph.uses.values.end(), row.begin(), row.end());
            graph.uses.close_row();
        }

        timeline.start = {0, 0, 0, 178, 183, 183, 20, 20};
        timeline.end = {0, 20, 0, 183, 183, 183, 20, 178};
        timeline.makespan = 183;

        waits.resize(8);
        waits[3].dependency = 178;
        waits[6].dependency = 20;

        metrics.makespan = 183;
        metrics.bounds.critical_path = 25;
        metrics.bounds.busiest_pipe = 20;
        metrics.bounds.busiest = Pipe::kMTE2;
        metrics.bounds.ddr = 8;  // 4 units of 256 bytes at 128 bytes per cycle
        metrics.bounds.lower_bound = 25;
        metrics.order_bounds.makespan = 25;  // everything would fit: no spill needed
        metrics.spills = 1;
        metrics.extra_ddr = 4;
        metrics.ddr_read = 1024;
        metrics.ddr_extra = 1024;
        metrics.peak[Tier::kL1] = 4;
        metrics.peak[Tier::kUB] = 2;
        metrics.resident_peak = metrics.peak;
        metrics.peak_all = 6;
        metrics.peak_l1_ub = 6;
        metrics.busy[Pipe::kMTE2] = 178;
        metrics.busy[Pipe::kVector] = 5;
        for (const Pipe p : kPipes) {
            metrics.accounting[p].drained = 183;
        }
        metrics.accounting[Pipe::kMTE2] = {178, 0, 0, 0, 5};
        metrics.accounting[Pipe::kMTE3] = {0, 20, 0, 0, 163};
        metrics.accounting[Pipe::kVector] = {5, 178, 0, 0, 0};
    }

    RunResult report() const {
        RunResult result;
        result.workload = "tiny_case";
        result.method = "base";
        result.spill = "belady";
        result.config = config;
        result.program = std::make_shared<ir::Program>(program);
        result.plan = plan;
        result.graph = graph;
        result.timeline = timeline;
        result.metrics = metrics;
        result.waits = waits;
        result.provenance = {"0.1.0",
                             "2.3.4",
                             "c++",
                             "systole run 'a b'",
                             "cd34",
                             {{"trace", "t.json", "ab12", {}}}};
        result.counters = {{"core0.mte2.bytes", "bytes", "moved", 3072}};
        return result;
    }

    config::ArchConfig config;
    ir::Program program;
    ir::Plan plan;
    ir::ExecGraph graph;
    ir::Timeline timeline;
    model::Metrics metrics;
    std::vector<model::NodeWait> waits;
};

}  // namespace systole::test
