#include "sim/report/html/node_work.h"

#include "tests/sim/report/tiny_run.h"

#include <catch2/catch.hpp>

using namespace systole;

namespace {

report::html::Column column(std::initializer_list<std::uint32_t> values) {
    report::html::Column out;
    for (const std::uint32_t value : values) {
        out.add(value);
    }
    return out;
}

ir::Work work(
    ir::WorkKind kind, std::uint32_t layer, std::uint32_t m, std::uint32_t n, std::uint32_t k) {
    ir::Work out;
    out.kind = kind;
    out.operand = Operand::kWeights;
    out.layer = layer;
    out.m = m;
    out.n = n;
    out.k = k;
    return out;
}

}  // namespace

TEST_CASE("does each node name its layer and its shape, and each shape stand once?") {
    test::TinyRun run;
    run.program.work.assign(run.program.nodes(), {});
    run.program.work[1] = work(ir::WorkKind::kMove, 0, 3, 64, 0);
    run.program.work[2] = work(ir::WorkKind::kMatmul, 1, 16, 8, 4);
    run.program.work[3] = work(ir::WorkKind::kVector, 1, 100, 0, 2);
    run.program.work[4] = work(ir::WorkKind::kMatmul, 2, 16, 8, 4);
    const RunResult report = run.report();
    report::html::NodeWork nodes(report);
    for (const std::uint32_t id : {0u, 1u, 2u, 3u, 4u, 6u}) {  // 6: a spill of the plan
        nodes.add(NodeId{id});
    }
    CHECK(nodes.layer().base64() == column({0, 1, 2, 2, 3, 0}).base64());
    CHECK(nodes.shape().base64() == column({0, 1, 2, 3, 2, 0}).base64());
    CHECK(nodes.shapes_json() == R"([["move",3,64,"weights"],["matmul",16,8,4],["vector",100,2]])");
}

TEST_CASE("has a trace without shapes none?") {
    const test::TinyRun run;
    const RunResult report = run.report();
    report::html::NodeWork nodes(report);
    nodes.add(NodeId{1});
    CHECK(nodes.layer().base64() == column({0}).base64());
    CHECK(nodes.shapes_json() == "[]");
}
