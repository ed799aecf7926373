#include "sim/model/layer_stats.h"

#include "sim/model/exec_graph_builder.h"
#include "sim/model/recurrence.h"
#include "sim/model/transfer.h"
#include "tests/support/lowered_traces.h"
#include "tests/support/tiny_traces.h"

#include <catch2/catch.hpp>

using namespace systole;
using test::core_with_l1;

namespace {

constexpr Operand kA = Operand::kActivations;
constexpr Operand kB = Operand::kWeights;
constexpr Operand kC = Operand::kOutputs;

// Offsets that keep the buffers of two_layers() apart: a and b in L1; c, then x in UB.
ir::Plan two_layers_plan(const ir::Program& program) {
    return {test::id_order(program), {0, 1, 0, 0, 0, 0, 1}, {}};
}

model::LayerTable stats_of(const ir::Program& program,
                           const ir::Plan& plan,
                           const config::ArchConfig& config) {
    const ir::ExecGraph graph = model::build_exec_graph(program, plan, config);
    return model::layer_stats(program, graph, model::recurrence(graph), config);
}

}  // namespace

TEST_CASE("when does each layer run, and which cycles are its own?") {
    // COPY_INs 0-10-30, MOVEs 10-14 and 30-35, MATMUL 35-65, FIXP 65-71, COPY_OUT 71-79; the second
    // layer's COPY_IN 30-37, RELU 37-46, COPY_OUT behind the first layer's 79-90.
    const ir::Program program = test::two_layers();
    const model::LayerTable table = stats_of(program, two_layers_plan(program), core_with_l1(4));
    REQUIRE(table.layers.size() == 2);
    const model::LayerStats& fc = table.layers[0];
    const model::LayerStats& relu = table.layers[1];
    CHECK(fc.nodes == 7);
    CHECK(fc.start == 0);
    CHECK(fc.end == 79);
    CHECK(fc.share == 79);
    CHECK(relu.nodes == 3);
    CHECK(relu.start == 30);
    CHECK(relu.end == 90);
    CHECK(relu.span() == 60);
    CHECK(relu.share == 11);
    CHECK(table.rest.nodes == 0);
    CHECK(table.rest.share == 0);
    CHECK(fc.busy[Pipe::kMTE2] == 30);
    CHECK(fc.busy[Pipe::kMTE1] == 9);
    CHECK(fc.busy[Pipe::kCube] == 30);
    CHECK(fc.busy[Pipe::kFixp] == 6);
    CHECK(relu.busy[Pipe::kMTE3] == 11);
    CHECK(relu.busy[Pipe::kVector] == 9);
    CHECK(relu.busy[Pipe::kCube] == 0);
}

TEST_CASE("what does each layer compute and move?") {
    const ir::Program program = test::two_layers();
    const model::LayerTable table = stats_of(program, two_layers_plan(program), core_with_l1(4));
    const model::LayerStats& fc = table.layers[0];
    CHECK(fc.macs == 24);
    CHECK(fc.array_macs == 24);
    CHECK(fc.macs_per_cycle() == Approx(24.0 / 79.0));
    config::ArchConfig config;
    config.cube.rows = 2;
    config.cube.cols = 3;
    config.cube.depth = 4;
    CHECK(fc.pe_utilization(config) == Approx(1.0 / 79.0));
    config.cube.interval = 3;  // a third of the MACs can be done: the same layer uses thrice of it
    CHECK(fc.pe_utilization(config) == Approx(3.0 / 79.0));
    CHECK(fc.ddr[kA].read == 8);
    CHECK(fc.ddr[kB].read == 12);
    CHECK(fc.ddr[kC].write == 6);
    CHECK(fc.ddr_read() == 20);
    CHECK(fc.ddr_write() == 6);
    CHECK(fc.tiers[Tier::kL1][kA].write == 8);
    CHECK(fc.tiers[Tier::kL1][kA].read == 8);
    CHECK(fc.tiers[Tier::kL1][kB].total() == 24);
    CHECK(fc.tiers[Tier::kL0A][kA].write == 8);
    CHECK(fc.tiers[Tier::kL0B][kB].write == 12);
    CHECK(fc.tiers[Tier::kUB][kC].write == 6);
    CHECK(fc.tiers[Tier::kUB][kC].read == 6);
    CHECK(fc.moved[kA] == 16);
    CHECK(fc.moved[kB] == 24);
    CHECK(fc.moved[kC] == 12);

    // The 16 x 16 x 16 cube does it in one block: each element once, sums of 4 bytes.
    CHECK(fc.tiers[Tier::kL0A][kA].read == 8);
    CHECK(fc.tiers[Tier::kL0B][kB].read == 12);
    CHECK(fc.tiers[Tier::kL0C][kC].write == 24);
    CHECK(fc.tiers[Tier::kL0C][kC].read == 24);  // the FIXP; it writes 6 narrow outputs

    const model::LayerStats& relu = table.layers[1];
    CHECK(relu.macs == 0);
    CHECK(relu.macs_per_cycle() == 0.0);
    CHECK(relu.vector_ops == 8);
    CHECK(relu.tiers[Tier::kUB][kA].read == 16);  // one operation has two operands
    CHECK(relu.tiers[Tier::kUB][kA].write == 8);  // the COPY_IN
    CHECK(relu.tiers[Tier::kUB][kC].write == 8);  // the results
    CHECK(relu.tiers[Tier::kUB][kC].read == 8);   // the COPY_OUT
}

TEST_CASE("which end of a transfer is its source?") {
    test::LoweredTrace t;
    const BufId l1 = t.buffer(Tier::kL1, 1);
    const BufId ub = t.buffer(Tier::kUB, 1);
    const BufId l0c = t.buffer(Tier::kL0C, 1);
    const ir::Work work = test::move_work(0, kC, 3, 5);
    const NodeId in = t.operation("COPY_IN", Pipe::kMTE2, 1, {l1}, work);
    const NodeId up = t.operation("MOVE", Pipe::kMTE3, 1, {l1, ub}, work);
    const NodeId down = t.operation("MOVE", Pipe::kMTE1, 1, {ub, l1}, work);
    const NodeId drain = t.operation("FIXP", Pipe::kFixp, 1, {ub, l0c}, work);
    const NodeId inside = t.operation("MOVE", Pipe::kMTE1, 1, {l1}, work);
    const NodeId out = t.operation("COPY_OUT", Pipe::kFixp, 1, {l0c}, work);
    const BufId l0a = t.buffer(Tier::kL0A, 1);
    const NodeId back = t.operation("MOVE", Pipe::kMTE3, 1, {l1, l0c}, work);
    const NodeId feed = t.operation("MOVE", Pipe::kMTE1, 1, {l0a, ub}, work);
    const ir::Program program = t.finish({{}}, ElementType::kInt8);
    const auto is = [&](NodeId v, std::optional<Tier> from, std::optional<Tier> to) {
        const model::Transfer transfer = model::transfer_of(program, v);
        return transfer.from == from && transfer.to == to && transfer.bytes == 15;
    };
    CHECK(is(in, std::nullopt, Tier::kL1));
    CHECK(is(up, Tier::kUB, Tier::kL1));
    CHECK(is(down, Tier::kL1, Tier::kUB));
    CHECK(is(drain, Tier::kL0C, Tier::kUB));
    CHECK(is(inside, Tier::kL1, Tier::kL1));
    CHECK(is(out, Tier::kL0C, std::nullopt));
    CHECK(is(back, Tier::kL0C, Tier::kL1));
    CHECK(is(feed, Tier::kUB, Tier::kL0A));
}

TEST_CASE("are partial sums read back, inside a MATMUL and from one to the next?") {
    // Weight-stationary, 2 rows: k = 4 takes two folds, so 2 * 3 sums are read once; the second
    // MATMUL adds to the same buffer and reads all 2 * 3 of them again. int8 sums have 4 bytes.
    test::LoweredTrace t;
    const BufId c = t.buffer(Tier::kL0C, 1);
    const BufId a = t.buffer(Tier::kL0A, 1);
    const BufId b = t.buffer(Tier::kL0B, 1);
    const NodeId first =
        t.operation("MATMUL", Pipe::kCube, 9, {c, a, b}, test::matmul_work(0, 2, 3, 4));
    t.operation("MATMUL", Pipe::kCube, 9, {c, a, b}, test::matmul_work(0, 2, 3, 4), {first});
    const ir::Program program = t.finish({{}}, ElementType::kInt8);
    config::ArchConfig config = core_with_l1(4);
    config.cube.rows = 2;
    config.cube.cols = 3;
    config.cube.depth = 1;
    config.cube.dataflow = Dataflow::kWeightStationary;
    const model::LayerTable table =
        stats_of(program, {test::id_order(program), {0, 0, 0}, {}}, config);
    const model::LayerStats& l = table.layers[0];
    CHECK(l.array_macs == 48);
    CHECK(l.tiers[Tier::kL0A][kA].read == 2 * 8);
    CHECK(l.tiers[Tier::kL0B][kB].read == 2 * 12);
    CHECK(l.tiers[Tier::kL0C][kC].write == 2 * 2 * 6 * 4);
    CHECK(l.tiers[Tier::kL0C][kC].read == (6 + 6 + 6) * 4);
}

TEST_CASE("to which layer, operand and tier does a spill belong?") {
    // Layer 0 computes y from x in UB (each 1 unit = 256 bytes) and layer 1 reads both again: x was
    // brought by a COPY_IN, so DDR has it; y was not.
    test::LoweredTrace t;
    const BufId x = t.buffer(Tier::kUB, 1);
    const BufId y = t.buffer(Tier::kUB, 1);
    const NodeId in = t.operation("COPY_IN", Pipe::kMTE2, 5, {x}, test::move_work(0, kB, 1, 200));
    const NodeId exp =
        t.operation("EXP", Pipe::kVector, 3, {x, y}, test::vector_work(0, 200, 1), {in});
    const NodeId mul =
        t.operation("MUL", Pipe::kVector, 4, {x, y}, test::vector_work(1, 200, 1), {exp});
    const ir::Program program = t.finish({{}, {}}, ElementType::kInt8);
    // Ids: 0, 1 ALLOC; 2 in; 3 exp; 4 mul; 5, 6 FREE; spills 7, 8 (x) and 9, 10 (y).
    REQUIRE(index(mul) == 4);
    const ir::Plan plan{test::ids({0, 1, 2, 3, 7, 9, 8, 10, 4, 5, 6}), {0, 1}, {{x, 0}, {y, 1}}};
    const model::LayerTable table = stats_of(program, plan, core_with_l1(4));
    const model::LayerStats& first = table.layers[0];
    const model::LayerStats& second = table.layers[1];
    CHECK(first.nodes == 4);  // in, exp and both SPILL_OUTs
    CHECK(first.spill.read == 0);
    CHECK(first.spill.write == 256);  // y alone: x is only dropped
    CHECK(first.ddr[kC].write == 256);
    CHECK(first.ddr[kB].read == 200);
    CHECK(second.nodes == 3);
    CHECK(second.spill.read == 512);
    CHECK(second.ddr[kB].read == 256);  // x came with a transfer of weights
    CHECK(second.ddr[kC].read == 256);  // y never was in a transfer
    CHECK(second.moved[kB] == 256);
    CHECK(second.tiers[Tier::kUB][kB].write == 256);
}

TEST_CASE("is a trace without layers one rest?") {
    const ir::Program program = test::two_tiles();
    const ir::Plan plan{test::ids({0, 1, 2, 3, 4, 5, 6, 7}), {0, 0}, {}};
    const model::LayerTable table = stats_of(program, plan, core_with_l1(4));
    CHECK(table.layers.empty());
    CHECK(table.rest.nodes == 4);
    CHECK(table.rest.share == 30);
    CHECK(table.rest.busy[Pipe::kMTE2] == 20);
}
