#include "sim/load/network_file.h"
#include "sim/model/layer_math.h"
#include "tests/support/paths.h"

#include <catch2/catch.hpp>

#include <cstdint>
#include <string>

using namespace systole;
using ir::LayerKind;

namespace {

ir::Network shipped(const std::string& name) {
    return load::load_network(
        (test::source_dir() / "traces" / "networks" / (name + ".yaml")).string());
}

std::uint64_t macs(const ir::Network& network) {
    std::uint64_t sum = 0;
    for (const ir::Layer& l : network.layers) {
        sum += model::macs(l);
    }
    return sum;
}

std::uint64_t macs(const ir::Network& network, LayerKind kind) {
    std::uint64_t sum = 0;
    for (const ir::Layer& l : network.layers) {
        sum += l.kind == kind ? model::macs(l) : 0;
    }
    return sum;
}

std::uint64_t weights(const ir::Network& network) {
    std::uint64_t sum = 0;
    for (const ir::Layer& l : network.layers) {
        sum += model::unique_elements(l)[Operand::kWeights];
    }
    return sum;
}

}  // namespace

// Sums of spec/hardware_facts.md, section 6, exact and equal to the published ones. Weights: the
// published parameters less biases and batch norm, by hand.
TEST_CASE("ResNet-50 in both variants") {
    const ir::Network v15 = shipped("resnet50-v1.5");
    CHECK(macs(v15) == 4089184256u);
    // 25,557,032 less 2 * 26,560 for the norms of its channels and 1,000 biases.
    CHECK(weights(v15) == 25502912u);
    // 53 convolutions, 16 blocks with a sum each, two poolings, one fully connected layer.
    CHECK(v15.layers.size() == 72);
    CHECK(v15.layers[7].name == "conv2_more1.reduce");
    CHECK(v15.layers[11].name == "conv2_more2.reduce");
    const ir::Network v1 = shipped("resnet50-v1");
    CHECK(macs(v1) == 3857973248u);
    CHECK(weights(v1) == 25502912u);
}

TEST_CASE("MobileNets: depthwise layers are depthwise") {
    const ir::Network v2 = shipped("mobilenet-v2");
    CHECK(macs(v2) == 300774272u);
    CHECK(macs(v2, LayerKind::kDepthwise) == 20716416u);
    // 3,504,872 less 2 * 17,056 for the norms and 1,000 biases.
    CHECK(weights(v2) == 3469760u);
    // v1, from the shapes of its paper's table 1 (its table 8: 569 million, 4.2 million).
    const ir::Network v1 = shipped("mobilenet-v1");
    CHECK(macs(v1) == 568740352u);
    CHECK(macs(v1, LayerKind::kDepthwise) == 17385984u);
    CHECK(weights(v1) == 4209088u);
}

TEST_CASE("AlexNet with its groups") {
    const ir::Network network = shipped("alexnet");
    CHECK(macs(network, LayerKind::kConv) == 665784864u);
    // 105.4, 223.9, 149.5, 112.1, 74.8 million.
    CHECK(model::macs(network.layers[0]) == 105415200u);
    CHECK(model::macs(network.layers[2]) == 223948800u);
    CHECK(model::macs(network.layers[4]) == 149520384u);
    CHECK(model::macs(network.layers[5]) == 112140288u);
    CHECK(model::macs(network.layers[6]) == 74760192u);
    // 9,216 * 4,096 + 4,096 * 4,096 + 4,096 * 1,000.
    CHECK(macs(network, LayerKind::kGemm) == 58621952u);
}

TEST_CASE("Transformers: scores and context are batched products") {
    const ir::Network bert = shipped("bert-base-128");
    CHECK(macs(bert) == 11173625856u);
    CHECK(bert.layers.size() == 12 * 12);
    // 12 x (768 x 2,304 + 768 x 768 + 2 x 768 x 3,072): keys and values are no weights.
    CHECK(weights(bert) == 84934656u);
    CHECK(bert.layers[1].b_from_back == 1);
    CHECK(bert.layers[3].b_from_back == 3);
    const ir::Network vit = shipped("vit-b16");
    CHECK(macs(vit) == 17563828224u);
}
