#include "sim/model/layer_math.h"

#include <catch2/catch.hpp>

#include <array>
#include <cstdint>

using namespace systole;
using ir::Layer;
using ir::LayerKind;

namespace {

// A square convolution with "same" padding and stride 1.
Layer same_conv(std::uint64_t map,
                std::uint64_t channels,
                std::uint64_t filters,
                std::uint64_t side) {
    Layer l;
    l.kind = LayerKind::kConv;
    l.in_h = l.in_w = l.out_h = l.out_w = map;
    l.channels = channels;
    l.out_channels = filters;
    l.filter_h = l.filter_w = side;
    l.pad_top = l.pad_bottom = l.pad_left = l.pad_right = side / 2;
    return l;
}

Layer depthwise(std::uint64_t map, std::uint64_t channels, std::uint64_t side) {
    Layer l = same_conv(map, channels, channels, side);
    l.kind = LayerKind::kDepthwise;
    l.groups = channels;
    return l;
}

Layer gemm(std::uint64_t m, std::uint64_t n, std::uint64_t k, std::uint64_t batch = 1) {
    Layer l;
    l.m = m;
    l.n = n;
    l.k = k;
    l.batch = batch;
    return l;
}

config::CubeConfig cube_of(ElementType element) {
    config::CubeConfig cube;
    cube.element = element;
    return cube;
}

double intensity(const Layer& layer) {
    return model::arithmetic_intensity(model::layer_work(layer, cube_of(ElementType::kInt8)));
}

using View = std::array<std::uint64_t, 4>;
View view(const Layer& layer) {
    const model::GemmView v = model::gemm_view(layer);
    return {v.m, v.n, v.k, v.repeats};
}

using Elements = std::array<std::uint64_t, 3>;
Elements elements(const Layer& layer) {
    const auto e = model::unique_elements(layer);
    return {e[Operand::kActivations], e[Operand::kWeights], e[Operand::kOutputs]};
}

}  // namespace

TEST_CASE("14 x 14 x 256, int8: depthwise and fully connected have a tenth of the intensity") {
    // Worked example "Roofline and layer arithmetic". By hand: 196 * 256 = 50,176 activations.
    const Layer standard = same_conv(14, 256, 256, 3);
    CHECK(model::macs(standard) == 115605504u);
    CHECK(elements(standard) == Elements{50176, 589824, 50176});
    CHECK(intensity(standard) == Approx(115605504.0 / 690176));  // 167.5

    const Layer depth = depthwise(14, 256, 3);
    CHECK(model::macs(depth) == 451584u);
    CHECK(elements(depth) == Elements{50176, 2304, 50176});
    CHECK(intensity(depth) == Approx(451584.0 / 102656));  // 4.40

    const Layer point = same_conv(14, 256, 256, 1);
    CHECK(model::macs(point) == 12845056u);
    CHECK(intensity(point) == Approx(12845056.0 / 165888));  // 77.4

    const Layer full = gemm(1, 1000, 50176);
    CHECK(model::macs(full) == 50176000u);
    CHECK(intensity(full) == Approx(50176000.0 / 50227176));  // 0.999

    CHECK(10 * intensity(depth) < intensity(standard));
    CHECK(10 * intensity(full) < intensity(standard));
}

TEST_CASE("The im2col matrix of 3 x 3 on 48 x 48 x 32 has 663,552 bytes, two columns of it 576") {
    const Layer layer = same_conv(48, 32, 64, 3);
    CHECK(model::im2col_elements(layer) == 663552u);
    CHECK(model::im2col_elements(layer, 2) == 576u);
    CHECK(model::im2col_elements(gemm(4, 4, 4)) == 0u);
}

TEST_CASE("Layers as matrix products") {
    CHECK(view(gemm(2, 3, 5, 7)) == View{2, 3, 5, 7});
    CHECK(model::macs(gemm(2, 3, 5, 7)) == 210u);
    CHECK(elements(gemm(2, 3, 5, 7)) == Elements{70, 105, 42});
    // A batch of images shares the filters, so it is more rows of one product.
    Layer conv = same_conv(14, 256, 512, 3);
    conv.batch = 2;
    CHECK(view(conv) == View{392, 512, 2304, 1});
    CHECK(elements(conv) == Elements{2 * 50176, 2304 * 512, 2 * 100352});
    conv.groups = 4;
    CHECK(view(conv) == View{392, 128, 576, 4});
    CHECK(elements(conv)[1] == 576u * 512);
    CHECK(view(depthwise(14, 256, 3)) == View{196, 1, 9, 256});
}

TEST_CASE("Rows and columns that no window reads are no traffic") {
    // 1 x 1 with stride 2 on [56, 56, 256]: 28 rows of 28 columns.
    Layer project = same_conv(56, 256, 512, 1);
    project.stride_h = project.stride_w = 2;
    project.out_h = project.out_w = 28;
    CHECK(elements(project) == Elements{28 * 28 * 256, 256 * 512, 28 * 28 * 512});
}

TEST_CASE("Layers without multiply-accumulates: their bytes count, in every type") {
    Layer pool = same_conv(56, 64, 64, 3);
    pool.kind = LayerKind::kPool;
    pool.groups = 64;
    pool.out_h = pool.out_w = 28;
    pool.stride_h = pool.stride_w = 2;
    CHECK(view(pool)[3] == 0u);
    CHECK(model::macs(pool) == 0u);
    CHECK(elements(pool) == Elements{200704, 0, 50176});
    CHECK(intensity(pool) == 0);
    CHECK(model::im2col_elements(pool) == 0u);

    Layer add;
    add.kind = LayerKind::kElementwise;
    add.m = 3;
    add.k = 4;
    add.batch = 2;
    add.inputs = 2;
    CHECK(elements(add) == Elements{48, 0, 24});
    const ir::LayerWork work = model::layer_work(add, cube_of(ElementType::kFp16));
    CHECK(work.bytes[Operand::kActivations] == 96u);
    CHECK(work.bytes[Operand::kOutputs] == 48u);
    add.kind = LayerKind::kSoftmax;
    add.inputs = 1;
    CHECK(elements(add) == Elements{24, 0, 24});
}

TEST_CASE("What a trace remembers of a layer") {
    Layer conv = same_conv(8, 3, 4, 3);
    conv.name = "c";
    conv.filter_w = 5;
    conv.stride_h = 2;
    conv.out_h = 4;
    const ir::LayerWork work = model::layer_work(conv, cube_of(ElementType::kFp32));
    CHECK(work.name == "c");
    CHECK(work.kind == LayerKind::kConv);
    CHECK(work.macs == 4u * 8 * 4 * 15 * 3);
    CHECK(work.bytes[Operand::kActivations] == 4u * 8 * 8 * 3);
    CHECK(work.bytes[Operand::kWeights] == 4u * 15 * 3 * 4);
    CHECK(work.bytes[Operand::kOutputs] == 4u * 4 * 8 * 4);
    CHECK(work.filter_h == 3u);
    CHECK(work.filter_w == 5u);
    CHECK(work.stride_h == 2u);
    CHECK(work.out_w == 8u);
}
