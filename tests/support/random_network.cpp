#include "tests/support/random_network.h"

#include "tests/support/random_dag.h"

#include <string>

namespace systole::test {
namespace {

std::uint64_t output_size(std::uint64_t in,
                          std::uint64_t before,
                          std::uint64_t after,
                          std::uint64_t filter,
                          std::uint64_t dilation,
                          std::uint64_t stride) {
    return (in + before + after - ((filter - 1) * dilation + 1)) / stride + 1;
}

void make_window(Random& random, ir::Layer& layer) {
    layer.filter_h = random.between(1, 4);
    layer.filter_w = random.between(1, 4);
    layer.stride_h = random.between(1, 3);
    layer.stride_w = random.between(1, 3);
    layer.dilation_h = random.between(1, 2);
    layer.dilation_w = random.between(1, 2);
    layer.in_h = (layer.filter_h - 1) * layer.dilation_h + random.between(1, 20);
    layer.in_w = (layer.filter_w - 1) * layer.dilation_w + random.between(1, 20);
    layer.pad_top = random.below(3);
    layer.pad_bottom = random.below(3);
    layer.pad_left = random.below(3);
    layer.pad_right = random.below(3);
    layer.out_h = output_size(layer.in_h,
                              layer.pad_top,
                              layer.pad_bottom,
                              layer.filter_h,
                              layer.dilation_h,
                              layer.stride_h);
    layer.out_w = output_size(layer.in_w,
                              layer.pad_left,
                              layer.pad_right,
                              layer.filter_w,
                              layer.dilation_w,
                              layer.stride_w);
    layer.batch = random.between(1, 2);
}

ir::Layer random_layer(Random& random) {
    ir::Layer layer;
    layer.kind = static_cast<ir::LayerKind>(random.below(7));
    switch (layer.kind) {
        case ir::LayerKind::kGemm:
            layer.batch = random.between(1, 3);
            layer.m = random.between(1, 80);
            layer.n = random.between(1, 80);
            layer.k = random.between(1, 80);
            break;
        case ir::LayerKind::kConv:
            make_window(random, layer);
            layer.groups = random.between(1, 3);
            layer.channels = layer.groups * random.between(1, 20);
            layer.out_channels = layer.groups * random.between(1, 20);
            break;
        case ir::LayerKind::kDepthwise:
            make_window(random, layer);
            layer.channels = random.between(1, 40);
            layer.out_channels = layer.channels;
            layer.groups = layer.channels;
            break;
        case ir::LayerKind::kPool:
            make_window(random, layer);
            layer.channels = random.between(1, 40);
            layer.out_channels = layer.channels;
            break;
        default:
            layer.batch = random.between(1, 2);
            layer.m = random.between(1, 50);
            layer.k = random.between(1, 100);
            layer.inputs = layer.kind == ir::LayerKind::kElementwise ? random.between(1, 3) : 1;
    }
    return layer;
}

}  // namespace

ir::Network random_network(std::uint64_t seed, std::size_t layers) {
    Random random(seed);
    ir::Network network;
    network.name = "random-" + std::to_string(seed);
    for (std::size_t i = 0; i < layers; ++i) {
        network.layers.push_back(random_layer(random));
        network.layers.back().name = "layer" + std::to_string(i);
    }
    return network;
}

config::ArchConfig random_architecture(std::uint64_t seed) {
    Random random(seed);
    config::ArchConfig config;
    config.name = "random-" + std::to_string(seed);
    config.bytes_per_unit = std::uint64_t{1} << random.between(4, 8);
    const auto capacity = [&](std::uint32_t low, std::uint32_t high) {
        return std::uint64_t{random.between(low, high)};
    };
    config.tiers[Tier::kL1].capacity = capacity(60, 600);
    config.tiers[Tier::kUB].capacity = capacity(60, 600);
    config.tiers[Tier::kL0A].capacity = capacity(6, 200);
    config.tiers[Tier::kL0B].capacity = capacity(6, 200);
    config.tiers[Tier::kL0C].capacity = capacity(6, 200);
    config.cube.dataflow = static_cast<Dataflow>(random.below(kDataflowCount));
    config.cube.element = static_cast<ElementType>(random.below(kElementTypeCount));
    config.cube.rows = random.between(1, 16);
    config.cube.cols = random.between(1, 16);
    config.cube.depth = config.cube.dataflow == Dataflow::kBlock ? random.between(1, 16) : 1;
    config.cube.double_buffered = random.percent(50);
    config.cube.mac_latency = random.between(1, 2);
    config.bandwidth.ddr_to_l0a = 16;
    config.bandwidth.ddr_to_l0b = 16;
    config.bandwidth.ddr_to_ub = 32;
    config.bandwidth.l0c_to_l1 = 32;
    config.dma[Pipe::kMTE2] = {random.below(50), random.below(3)};
    config.tiling.buffers = random.between(1, 3);
    config.tiling.goal = static_cast<config::TilingGoal>(random.below(2));
    switch (random.below(5)) {
        case 0:  // a Davinci core
            break;
        case 1:  // a TPU: activations in one place, weights straight to the array
            config.paths.activations = {Tier::kUB};
            config.paths.weights = {Tier::kL0B};
            break;
        case 2:  // a scratchpad and accumulators
            config.paths.activations = {Tier::kL1};
            config.paths.weights = {Tier::kL1};
            config.paths.outputs = {Tier::kL0C};
            break;
        case 3:  // one buffer for everything
            config.paths.activations = {Tier::kL1};
            config.paths.weights = {Tier::kL1};
            config.paths.outputs = {Tier::kL1};
            break;
        default:
            config.paths.activations = {Tier::kL1};
            config.paths.weights = {Tier::kL1, Tier::kL0B};
            config.paths.outputs = {Tier::kL0C, Tier::kL1};
    }
    return config;
}

}  // namespace systole::test
