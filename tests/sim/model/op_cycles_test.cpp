#include "sim/model/op_cycles.h"

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
