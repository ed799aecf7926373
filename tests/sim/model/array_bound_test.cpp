#include "sim/model/array_bound.h"

#include <catch2/catch.hpp>

using namespace systole;

namespace {

ir::Layer gemm(std::uint64_t m, std::uint64_t n, std::uint64_t k) {
    ir::Layer layer;
    layer.m = m;
    layer.n = n;
    layer.k = k;
    return layer;
}

config::CubeConfig square(Dataflow dataflow, std::uint64_t side, std::uint64_t depth) {
    config::CubeConfig cube;
    cube.dataflow = dataflow;
    cube.rows = cube.cols = side;
    cube.depth = depth;
    return cube;
}

// 5 x 5 positions, 3 x 3 taps.
ir::Layer depthwise(std::uint64_t channels) {
    ir::Layer layer;
    layer.kind = ir::LayerKind::kDepthwise;
    layer.in_h = layer.in_w = layer.out_h = layer.out_w = 5;
    layer.filter_h = layer.filter_w = 3;
    layer.pad_top = layer.pad_bottom = layer.pad_left = layer.pad_right = 1;
    layer.channels = layer.out_channels = layer.groups = channels;
    return layer;
}

}  // namespace

TEST_CASE("what does a skewed array need at the least?") {
    const config::CubeConfig ws = square(Dataflow::kWeightStationary, 4, 1);
    // Two folds of eight rows of weights, eight activations each.
    CHECK(model::least_array_cycles(gemm(8, 4, 8), ws) == 16);
    // One activation each: the eight rows of weights take longer to come in.
    CHECK(model::least_array_cycles(gemm(1, 4, 8), ws) == 8);
    // os: 2 x 1 folds of 8 steps; is: 2 x 2 folds of 4.
    CHECK(model::least_array_cycles(gemm(8, 4, 8), square(Dataflow::kOutputStationary, 4, 1)) ==
          16);
    CHECK(model::least_array_cycles(gemm(8, 4, 8), square(Dataflow::kInputStationary, 4, 1)) == 16);
}

TEST_CASE("what do blocks and rows need at the least?") {
    CHECK(model::least_array_cycles(gemm(17, 16, 16), square(Dataflow::kBlock, 16, 16)) == 2);
    // 17 * 16 * 16 MACs on 256 PEs, all of them all the time.
    CHECK(model::least_array_cycles(gemm(17, 16, 16), square(Dataflow::kRowStationary, 16, 1)) ==
          17);
    ir::Layer pool;
    pool.kind = ir::LayerKind::kPool;
    CHECK(model::least_array_cycles(pool, square(Dataflow::kBlock, 16, 16)) == 0);
}

TEST_CASE("what do channels that share folds need at the least?") {
    // Nine taps a channel: 16 rows hold one channel, 32 hold three.
    CHECK(model::least_array_cycles(depthwise(4), square(Dataflow::kWeightStationary, 16, 1)) ==
          4 * 25);
    CHECK(model::least_array_cycles(depthwise(4), square(Dataflow::kWeightStationary, 32, 1)) ==
          2 * 25);
    // 25 positions are 2 blocks of rows, 4 * 9 taps 2 (and a rest) of depth.
    CHECK(model::least_array_cycles(depthwise(4), square(Dataflow::kBlock, 16, 16)) == 4);
}
