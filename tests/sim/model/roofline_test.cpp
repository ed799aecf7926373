#include "sim/model/roofline.h"

#include <catch2/catch.hpp>

#include <string>
#include <utility>
#include <vector>

using namespace systole;
using ir::Layer;
using ir::LayerKind;
using model::BoundKind;
using model::LayerRoof;
using model::Roofline;

namespace {

// Same padding, stride 1.
Layer conv(LayerKind kind,
           std::uint64_t map,
           std::uint64_t channels,
           std::uint64_t filters,
           std::uint64_t side) {
    Layer l;
    l.name = "conv";
    l.kind = kind;
    l.in_h = l.in_w = l.out_h = l.out_w = map;
    l.channels = channels;
    l.out_channels = filters;
    l.groups = kind == LayerKind::kDepthwise ? channels : 1;
    l.filter_h = l.filter_w = side;
    l.pad_top = l.pad_bottom = l.pad_left = l.pad_right = side / 2;
    return l;
}

Layer gemm(std::uint64_t m, std::uint64_t n, std::uint64_t k) {
    Layer l;
    l.name = "gemm";
    l.m = m;
    l.n = n;
    l.k = k;
    return l;
}

ir::Network network(std::vector<Layer> layers) {
    return {"net.yaml", "net", std::move(layers), {}};
}

// A Cortex-M7 of seed 004: 1.5 int8 MACs a cycle, SRAM of 2 B a cycle.
config::ArchConfig cortex_m7() {
    config::ArchConfig c;
    c.cube.rows = c.cube.cols = 1;
    c.cube.depth = 3;
    c.cube.interval = 2;
    c.cube.element = ElementType::kInt8;
    c.ddr.bytes_per_cycle = 2;
    c.bandwidth.ddr_to_ub = c.bandwidth.ub_to_ddr = 2;
    c.paths.activations = c.paths.weights = c.paths.outputs = {Tier::kUB};
    return c;
}

// A 16 x 16 weight-stationary array of int8, with the memories of the defaults.
config::ArchConfig systolic_16() {
    config::ArchConfig c;
    c.cube.depth = 1;
    c.cube.dataflow = Dataflow::kWeightStationary;
    c.cube.element = ElementType::kInt8;
    return c;
}

std::vector<std::string> names(const Roofline& r) {
    std::vector<std::string> out;
    for (const model::MemoryLevel& level : r.levels) {
        out.push_back(level.name);
    }
    return out;
}

}  // namespace

TEST_CASE("Cortex-M7: ridge 0.75 MAC/byte; a 1 x 1 convolution 64 -> 128 on 24 x 24 is above it") {
    const Roofline r =
        model::analytic_roofline(network({conv(LayerKind::kConv, 24, 64, 128, 1)}), cortex_m7());
    CHECK(r.peak == 1.5);
    CHECK(names(r) == std::vector<std::string>{"DDR", "DDR > UB", "UB > DDR"});
    CHECK(r.ridge(0) == 0.75);
    // 36,864 activations, 8,192 weights, 73,728 outputs.
    const LayerRoof& l = r.layers.at(0);
    CHECK(l.macs == 4718592u);
    CHECK(l.compulsory == 118784u);
    CHECK(l.intensity() == Approx(39.724).epsilon(1e-4));
    CHECK(l.bound == BoundKind::kCompute);
    CHECK(model::bound_text(r, l) == "compute");
    // ceil(64 / 3) = 22 steps of two cycles for every output, where 64 / 3 would do.
    CHECK(l.array_ceiling == Approx(1.5 * 64 / 66));
    CHECK(l.attainable == l.array_ceiling);
    CHECK_FALSE(l.achieved);
}

TEST_CASE("Every connection on the operands' paths has a roof and a ridge point") {
    config::ArchConfig config;  // 16 x 16 x 16 cube
    const Roofline r = model::analytic_roofline(network({gemm(4, 5, 6)}), config);
    CHECK(r.peak == 4096);
    CHECK(names(r) == std::vector<std::string>{
                          "DDR", "DDR > L1", "L1 > L0A", "L1 > L0B", "L0C > UB", "UB > DDR"});
    CHECK(r.ridge(0) == 32);  // 128 B/cycle
    CHECK(r.ridge(1) == 32);
    CHECK(r.ridge(2) == 8);   // 512
    CHECK(r.ridge(3) == 16);  // 256
    CHECK(r.ridge(4) == 16);  // 256
    CHECK(r.ridge(5) == 64);  // 64
    // fp16, every operand once: 24 activations, 30 weights, 20 outputs.
    const std::vector<Bytes> bytes = {148, 108, 48, 60, 40, 40};
    CHECK(r.layers.at(0).bytes == bytes);
    CHECK(r.layers.at(0).intensity(2) == 120.0 / 48);
}

TEST_CASE("With the detailed model the bus has the peak bandwidth of its channels") {
    config::ArchConfig config;
    config.clock_mhz = 1000;
    config.ddr.model = config::DdrModel::kDetailed;
    config.ddr.channels = 2;
    const Roofline r = model::analytic_roofline(network({gemm(4, 5, 6)}), config);
    // DDR4-2400: 64 bytes in 4 cycles of 833 ps, twice.
    CHECK(r.levels[0].bytes_per_cycle == Approx(2 * 64 / (4 * 0.833)).epsilon(1e-6));
    CHECK(r.ridge(0) == Approx(4096 / 38.415).epsilon(1e-4));
}

TEST_CASE("A convolution is unrolled on the last connection of its activations") {
    const Roofline r =
        model::analytic_roofline(network({conv(LayerKind::kConv, 48, 32, 8, 3)}), systolic_16());
    CHECK(r.layers.at(0).bytes[1] == 48u * 48 * 32 + 9 * 32 * 8);
    CHECK(r.layers.at(0).bytes[2] == 663552u);
}

TEST_CASE("Depthwise is slow for its shape, and its intensity is low") {
    const Roofline r =
        model::analytic_roofline(network({conv(LayerKind::kConv, 14, 256, 256, 3),
                                          conv(LayerKind::kDepthwise, 14, 256, 256, 3)}),
                                 systolic_16());
    const LayerRoof& standard = r.layers.at(0);
    const LayerRoof& depthwise = r.layers.at(1);
    CHECK(r.peak == 256);
    CHECK(standard.bound == BoundKind::kCompute);
    CHECK(standard.array_ceiling > 0.8 * 256);
    // One column of nine rows works: nine MACs in the best cycle.
    CHECK(depthwise.bound == BoundKind::kMapping);
    CHECK(model::bound_text(r, depthwise) == "array shape");
    CHECK(depthwise.array_ceiling == 9);
    CHECK(depthwise.attainable == depthwise.array_ceiling);
    CHECK(depthwise.intensity() == Approx(451584.0 / 102656));
    CHECK(10 * depthwise.intensity() < standard.intensity());

    // With a byte a cycle its traffic is even slower than its mapping; the standard one's is not.
    config::ArchConfig slow = systolic_16();
    slow.ddr.bytes_per_cycle = 1;
    const std::vector<Layer> layers = {conv(LayerKind::kDepthwise, 14, 256, 256, 3)};
    // No roof where the run does not share the bus.
    CHECK(model::analytic_roofline(network(layers), slow).layers.at(0).bound ==
          BoundKind::kMapping);
    slow.contention = true;
    const Roofline s = model::analytic_roofline(network(layers), slow);
    CHECK(s.layers.at(0).bound == BoundKind::kMemory);
    CHECK(model::bound_text(s, s.layers.at(0)) == "DDR");
    CHECK(s.layers.at(0).attainable == Approx(451584.0 / 102656));
}

TEST_CASE("Layers that multiply nothing have no roof") {
    Layer softmax;
    softmax.kind = LayerKind::kSoftmax;
    softmax.m = softmax.k = 8;
    const Roofline r = model::analytic_roofline(network({softmax}), systolic_16());
    CHECK(r.layers.at(0).bound == BoundKind::kNone);
    CHECK(r.layers.at(0).attainable == 0);
    CHECK(model::bound_text(r, r.layers.at(0)) == "-");
}

TEST_CASE("A run: its own traffic, array and cycles; the bus binds where it is shared") {
    ir::LayerWork work;
    work.name = "g";
    work.macs = 1000000;
    work.bytes[Operand::kActivations] = 10000;
    work.bytes[Operand::kWeights] = 10000;
    work.bytes[Operand::kOutputs] = 5000;
    model::LayerStats stats;
    stats.macs = 1000000;
    stats.share = 10000;
    stats.busy[Pipe::kCube] = 5000;
    stats.ddr[Operand::kActivations].read = 20000;
    stats.ddr[Operand::kWeights].read = 10000;
    stats.ddr[Operand::kOutputs].write = 10000;
    stats.tiers[Tier::kL1][Operand::kActivations].write = 20000;
    stats.tiers[Tier::kL1][Operand::kWeights].write = 10000;
    stats.tiers[Tier::kL0A][Operand::kActivations].write = 60000;
    stats.tiers[Tier::kL0A][Operand::kActivations].read = 70000;
    stats.tiers[Tier::kL0B][Operand::kWeights].write = 2000000;
    stats.tiers[Tier::kUB][Operand::kOutputs].write = 30000;
    config::ArchConfig config = systolic_16();
    config.ddr.bytes_per_cycle = 4;
    const Roofline r = model::measured_roofline({work}, {stats}, config);
    CHECK(r.measured);
    const LayerRoof& l = r.layers.at(0);
    CHECK(l.bytes == std::vector<Bytes>{40000, 30000, 60000, 2000000, 30000, 10000});
    CHECK(l.compulsory == 25000u);
    CHECK(l.array_ceiling == 200);
    // L1 > L0B: half a MAC per byte at 256 B a cycle.
    CHECK(model::bound_text(r, l) == "L1 > L0B");
    CHECK(l.attainable == 128);
    CHECK(l.achieved == 100.0);

    config.contention = true;  // 25 MACs per byte at 4 B a cycle
    const Roofline shared = model::measured_roofline({work}, {stats}, config);
    CHECK(model::bound_text(shared, shared.layers.at(0)) == "DDR");
    CHECK(shared.layers.at(0).attainable == 100);
}
