#include "sim/model/op_cycles.h"

#include "tests/support/random_dag.h"

#include <catch2/catch.hpp>

using namespace systole;
using model::matmul_cost;

namespace {

config::CubeConfig cube_of(std::uint64_t size, Dataflow dataflow) {
    config::CubeConfig cube;
    cube.rows = cube.cols = size;
    cube.depth = 1;
    cube.dataflow = dataflow;
    cube.element = ElementType::kInt8;
    return cube;
}

ir::LayerWork layer_of(ir::LayerKind kind, std::uint32_t filter, std::uint32_t out_w) {
    ir::LayerWork layer;
    layer.kind = kind;
    layer.filter_h = layer.filter_w = filter;
    layer.out_w = out_w;
    return layer;
}

}  // namespace

TEST_CASE("row stationary reads an input once where its filter rows meet on a diagonal") {
    const auto rs = cube_of(3, Dataflow::kRowStationary);
    // 3 x 3 outputs of a 3 x 3 filter: a map of 5 x 5, in place of nine windows of nine.
    const auto conv =
        matmul_cost(rs, ElementType::kInt8, layer_of(ir::LayerKind::kConv, 3, 3), 9, 1, 9);
    CHECK(conv.reads[Operand::kActivations] == 25);
    CHECK(conv.reads[Operand::kWeights] == 9);
    const auto product =
        matmul_cost(rs, ElementType::kInt8, layer_of(ir::LayerKind::kGemm, 1, 1), 9, 1, 9);
    CHECK(product.reads[Operand::kActivations] == 81);
}

TEST_CASE("every depthwise channel reads its own windows") {
    // Four channels of 9 taps: more taps than rows, so that no two channels share a fold.
    const auto ws = cube_of(8, Dataflow::kWeightStationary);
    const auto layer = layer_of(ir::LayerKind::kDepthwise, 3, 5);
    const auto cost = matmul_cost(ws, ElementType::kInt8, layer, 25, 4, 9);
    CHECK(cost.reads[Operand::kActivations] == 4 * 25 * 9);
    CHECK(cost.reads[Operand::kWeights] == 4 * 9);
    CHECK(cost.writes[Operand::kOutputs] == 4 * 2 * 25);  // 9 taps on 8 rows: two folds each
    CHECK(cost.reads[Operand::kOutputs] == 4 * 25);
    // On 32 x 32 three of them stand block-diagonally in a fold, and the fourth alone.
    const auto wide = cube_of(32, Dataflow::kWeightStationary);
    const auto packed = matmul_cost(wide, ElementType::kInt8, layer, 25, 4, 9);
    CHECK(packed.folds == 2);
    CHECK(packed.reads[Operand::kActivations] == 4 * 25 * 9);
    CHECK(packed.reads[Operand::kWeights] == 3 * 27 + 9);  // with the zeros between the blocks
    CHECK(packed.writes[Operand::kOutputs] == 4 * 25);
}

TEST_CASE("the start of a node is the matrix unit's, not the array's") {
    config::ArchConfig config;
    config.cube = cube_of(4, Dataflow::kOutputStationary);
    config.cube.start_cycles = 10;
    const auto layer = layer_of(ir::LayerKind::kGemm, 1, 1);
    // One fold: T + 2R + C - 2 with T = 7.
    CHECK(model::matmul_cycles(config, ElementType::kInt8, layer, 4, 4, 7) == 10 + 7 + 8 + 4 - 2);
}

namespace {

config::ArchConfig grid(Dataflow dataflow, std::uint64_t side) {
    config::ArchConfig config;
    config.cube.rows = side;
    config.cube.cols = side;
    config.cube.depth = 1;
    config.cube.dataflow = dataflow;
    config.cube.element = ElementType::kInt8;
    return config;
}

Cycles cycles(const config::ArchConfig& config,
              std::uint64_t m,
              std::uint64_t n,
              std::uint64_t k,
              ir::LayerKind kind = ir::LayerKind::kGemm,
              ElementType element = ElementType::kInt8) {
    ir::LayerWork layer;
    layer.kind = kind;
    return model::matmul_cycles(config, element, layer, m, n, k);
}

}  // namespace

// 4x4, ws, m = 8: the fold streams for 8 + 4 + 4 - 2 = 14 cycles (seeds/003 section 1.2); its
// weights take 4 more, unless they came in under the node before.
TEST_CASE("a double-buffered array hides the first load of a node") {
    config::ArchConfig config = grid(Dataflow::kWeightStationary, 4);
    config.cube.double_buffered = false;
    CHECK(cycles(config, 8, 4, 4) == 18);
    config.cube.double_buffered = true;
    CHECK(cycles(config, 8, 4, 4) == 14);
    config.cube.start_cycles = 5;
    CHECK(cycles(config, 8, 4, 4) == 19);
}

// A 16 x 16 x 16 block a cycle: 128 x 128 x 128 is 8 * 8 * 8 blocks.
TEST_CASE("the cube of a Davinci core takes a block a cycle") {
    config::ArchConfig config;
    CHECK(cycles(config, 128, 128, 128) == 512);
    CHECK(cycles(config, 1, 16, 17) == 2);
}

// Twice the width: four partial products.
TEST_CASE("wider elements take as many passes as they have partial products") {
    config::ArchConfig config;
    config.cube.element = ElementType::kInt8;
    const auto kind = ir::LayerKind::kGemm;
    CHECK(cycles(config, 64, 64, 64, kind, ElementType::kInt8) == 64);
    // 64 blocks issue every 4 cycles; the last takes the one cycle of its pipeline.
    CHECK(cycles(config, 64, 64, 64, kind, ElementType::kInt16) == 63 * 4 + 1);
}

// 3x3 depthwise on 32x32: 3 channels of 9 taps lie on 27 rows and 3 columns of a fold. Six channels
// are two products of 100 x 3 x 27 then, against six of 100 x 1 x 9.
TEST_CASE("channels of a depthwise convolution share a fold") {
    const config::ArchConfig config = grid(Dataflow::kWeightStationary, 32);
    CHECK(cycles(config, 100, 6, 9, ir::LayerKind::kDepthwise) == 2 * cycles(config, 100, 3, 27));
    CHECK(2 * cycles(config, 100, 3, 27) < 6 * cycles(config, 100, 1, 9));
    CHECK(cycles(config, 100, 1, 9, ir::LayerKind::kDepthwise) == cycles(config, 100, 1, 9));
}

TEST_CASE("a path that an architecture lacks is named") {
    config::ArchConfig config;
    config.name = "c";
    CHECK(model::move_cycles(config, Pipe::kMTE1, Tier::kL1, Tier::kL0A, {1, 1024}) == 2);
    CHECK_THROWS_WITH(model::move_cycles(config, Pipe::kMTE2, {}, Tier::kL0A, {1, 1024}),
                      Catch::Contains("no data path from DDR to L0A"));
}

// 4x4, ws, m = 8: behind a node whose sums go on the next one streams in after max(8, 4) cycles.
TEST_CASE("a chain of nodes on one output tile takes what its folds take on the grid") {
    config::ArchConfig config = grid(Dataflow::kWeightStationary, 4);
    config.cube.double_buffered = true;
    ir::LayerWork layer;
    const auto node = [&](std::uint64_t m, std::uint64_t k, model::Sums sums) {
        return model::matmul_cycles(config, ElementType::kInt8, layer, m, 4, k, sums);
    };
    CHECK(node(8, 4, model::Sums::kGoOn) == 8);
    CHECK(node(8, 4, model::Sums::kComplete) == 14);
    // Two rows of activations pass before the next weights have come in.
    CHECK(node(2, 4, model::Sums::kGoOn) == 4);
    // Two folds in one node.
    CHECK(node(8, 8, model::Sums::kGoOn) == 16);

    arch::Array array;
    array.rows = array.cols = 4;
    array.double_buffered = array.preloaded = true;
    CHECK(2 * node(8, 4, model::Sums::kGoOn) + node(8, 4, model::Sums::kComplete) ==
          arch::array_cost({8, 4, 12}, array, arch::Convention::kHardware).cycles);

    config.cube.double_buffered = false;
    CHECK(node(8, 4, model::Sums::kGoOn) == 18);
}

// 8 x 4 x 4 takes 14 cycles on 4 x 4 PEs and their fill and drain is all that a larger array adds.
TEST_CASE("a product that is smaller than the array runs on a part of it") {
    for (const std::uint64_t size : {4, 8, 64, 256}) {
        config::ArchConfig config = grid(Dataflow::kWeightStationary, size);
        config.cube.double_buffered = true;
        CHECK(cycles(config, 8, 4, 4) == 14);
        config.cube.partial = false;
        CHECK(cycles(config, 8, 4, 4) == 8 + 2 * size - 2);
    }
}

TEST_CASE("an array of twice the side is never slower") {
    for (const Dataflow dataflow :
         {Dataflow::kWeightStationary, Dataflow::kInputStationary, Dataflow::kOutputStationary}) {
        for (const bool double_buffered : {false, true}) {
            for (std::uint64_t seed = 1; seed <= 300; ++seed) {
                test::Random random(seed);
                const std::uint64_t m = random.between(1, 300);
                const std::uint64_t n = random.between(1, 300);
                const std::uint64_t k = random.between(1, 300);
                Cycles smaller = 0;
                for (std::uint64_t size = 4; size <= 256; size *= 2) {
                    config::ArchConfig config = grid(dataflow, size);
                    config.cube.double_buffered = double_buffered;
                    const Cycles now = cycles(config, m, n, k);
                    CAPTURE(seed, size);
                    REQUIRE((smaller == 0 || now <= smaller));
                    smaller = now;
                }
            }
        }
    }
}
