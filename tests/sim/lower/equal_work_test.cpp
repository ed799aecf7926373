// Equal work costs the same however it is written, and a layer's operands come from whoever makes
// them.

#include "sim/lower/lower_network.h"
#include "sim/model/layer_math.h"
#include "sim/model/program_time.h"
#include "tests/support/random_network.h"

#include <catch2/catch.hpp>

using namespace systole;

namespace {

ir::Layer gemm(std::uint64_t m, std::uint64_t n, std::uint64_t k) {
    ir::Layer layer;
    layer.name = "g";
    layer.m = m;
    layer.n = n;
    layer.k = k;
    return layer;
}

ir::Layer conv(std::uint64_t batch,
               std::uint64_t side,
               std::uint64_t channels,
               std::uint64_t filters,
               std::uint64_t filter,
               std::uint64_t groups) {
    ir::Layer layer;
    layer.name = "c";
    layer.kind = ir::LayerKind::kConv;
    layer.batch = batch;
    layer.in_h = layer.in_w = layer.out_h = layer.out_w = side;
    layer.channels = channels;
    layer.out_channels = filters;
    layer.groups = groups;
    layer.filter_h = layer.filter_w = filter;
    layer.pad_top = layer.pad_bottom = layer.pad_left = layer.pad_right = filter / 2;
    return layer;
}

ir::Program lowered(const std::vector<ir::Layer>& layers, const config::ArchConfig& config) {
    ir::Network network;
    network.layers = layers;
    return lower::lower_network(network, config).program;
}

std::vector<config::ArchConfig> machines() {
    config::ArchConfig davinci;
    davinci.tiers[Tier::kL1].capacity = 4096;
    davinci.tiers[Tier::kUB].capacity = 1024;
    davinci.tiers[Tier::kL0A].capacity = 256;
    davinci.tiers[Tier::kL0B].capacity = 256;
    davinci.tiers[Tier::kL0C].capacity = 512;
    config::ArchConfig tpu = davinci;
    tpu.cube.dataflow = Dataflow::kWeightStationary;
    tpu.cube.rows = tpu.cube.cols = 256;
    tpu.cube.depth = 1;
    tpu.cube.element = ElementType::kInt8;
    tpu.tiers[Tier::kUB].capacity = 98304;
    tpu.tiers[Tier::kL0B].capacity = 1024;
    tpu.tiers[Tier::kL0C].capacity = 16384;
    tpu.bandwidth.ddr_to_l0b = 43;
    tpu.paths.activations = {Tier::kUB};
    tpu.paths.weights = {Tier::kL0B};
    return {davinci, tpu};
}

}  // namespace

TEST_CASE("a convolution with as many groups as channels is a depthwise one") {
    for (const config::ArchConfig& config : machines()) {
        ir::Layer grouped = conv(1, 14, 64, 64, 3, 64);
        ir::Layer depthwise = grouped;
        depthwise.kind = ir::LayerKind::kDepthwise;
        const ir::Program a = lowered({grouped}, config);
        const ir::Program b = lowered({depthwise}, config);
        CHECK(a.cycles == b.cycles);
        CHECK(model::program_time(a, config) == model::program_time(b, config));
    }
}

TEST_CASE("a 1 x 1 convolution of a batch is a product of matrices") {
    for (const config::ArchConfig& config : machines()) {
        const ir::Program a = lowered({conv(16, 7, 64, 128, 1, 1)}, config);
        const ir::Program b = lowered({gemm(16 * 7 * 7, 128, 64)}, config);
        CHECK(a.cycles == b.cycles);
        CHECK(model::program_time(a, config) == model::program_time(b, config));
    }
}

TEST_CASE("what a layer wrote is read behind it, as an activation") {
    ir::Layer scores = gemm(8, 8, 4);
    scores.batch = 2;
    scores.b_from_back = 2;
    const std::vector<ir::Layer> layers = {gemm(8, 16, 4), gemm(8, 8, 16), scores};
    CHECK(model::unique_elements(scores)[Operand::kActivations] == 2 * (8 * 4 + 4 * 8));
    CHECK(model::unique_elements(scores)[Operand::kWeights] == 0);
    for (const config::ArchConfig& config : machines()) {
        const ir::Program program = lowered(layers, config);
        // Behind the SYNC of the first layer, of which two stand in the program.
        std::vector<std::uint32_t> barriers;
        std::size_t reads_of_b = 0;
        std::uint64_t written_at = 0;
        for (std::uint32_t v = 0; v < program.nodes(); ++v) {
            const NodeId node{v};
            if (program.kind[v] == ir::NodeKind::kOperation && program.op_name(node) == "SYNC") {
                barriers.push_back(v);
            }
            if (program.ddr_access(node) == ir::DdrAccess::kWrite && program.work[v].layer == 0 &&
                written_at == 0) {
                written_at = program.work[v].address;
            }
        }
        REQUIRE(barriers.size() == 2);
        for (std::uint32_t v = 0; v < program.nodes(); ++v) {
            if (program.ddr_access(NodeId{v}) != ir::DdrAccess::kRead ||
                program.work[v].layer != 2) {
                continue;
            }
            CHECK(program.work[v].operand == Operand::kActivations);
            bool waits_for_producer = false;
            for (const NodeId before : program.pred[v]) {
                waits_for_producer = waits_for_producer || index(before) == barriers[0];
            }
            if (waits_for_producer) {
                ++reads_of_b;
                CHECK(program.work[v].address >= written_at);
                CHECK(program.work[v].address <
                      written_at + 8 * 16 * element_bytes(config.cube.element));
            }
        }
        CHECK(reads_of_b == 2);
    }
}
