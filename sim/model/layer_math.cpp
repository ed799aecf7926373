#include "sim/model/layer_math.h"

#include "sim/ir/window.h"

namespace systole::model {
namespace {

std::uint64_t window(const ir::Layer& l) {
    return l.filter_h * l.filter_w;
}

std::uint64_t positions(const ir::Layer& l) {
    return l.batch * l.out_h * l.out_w;
}

bool is_convolution(const ir::Layer& l) {
    return l.kind == ir::LayerKind::kConv || l.kind == ir::LayerKind::kDepthwise;
}

}  // namespace

bool is_depthwise(const ir::Layer& l) {
    return l.kind == ir::LayerKind::kDepthwise ||
           (l.kind == ir::LayerKind::kConv && l.groups > 1 && l.groups == l.channels &&
            l.groups == l.out_channels);
}

GemmView gemm_view(const ir::Layer& l) {
    if (l.kind == ir::LayerKind::kGemm) {
        return {l.m, l.n, l.k, l.batch};
    }
    if (is_convolution(l)) {
        return {
            positions(l), l.out_channels / l.groups, window(l) * l.channels / l.groups, l.groups};
    }
    return {};
}

std::uint64_t macs(const ir::Layer& l) {
    const GemmView view = gemm_view(l);
    return view.m * view.n * view.k * view.repeats;
}

PerOperand<std::uint64_t> unique_elements(const ir::Layer& l) {
    PerOperand<std::uint64_t> elements{};
    std::uint64_t& activations = elements[Operand::kActivations];
    std::uint64_t& weights = elements[Operand::kWeights];
    std::uint64_t& outputs = elements[Operand::kOutputs];
    switch (l.kind) {
        case ir::LayerKind::kGemm:
            activations = l.batch * l.m * l.k;
            (l.b_from_back > 0 ? activations : weights) += l.batch * l.k * l.n;
            outputs = l.batch * l.m * l.n;
            break;
        case ir::LayerKind::kConv:
        case ir::LayerKind::kDepthwise:
            weights = window(l) * (l.channels / l.groups) * l.out_channels;
            [[fallthrough]];
        case ir::LayerKind::kPool:
            activations =
                l.batch * ir::window_rows(l).read() * ir::window_columns(l).read() * l.channels;
            outputs = positions(l) * l.out_channels;
            break;
        case ir::LayerKind::kElementwise:
        case ir::LayerKind::kSoftmax:
        case ir::LayerKind::kLayerNorm:
            outputs = l.batch * l.m * l.k;
            activations = outputs * l.inputs;
            break;
    }
    return elements;
}

std::uint64_t im2col_elements(const ir::Layer& l, std::uint64_t columns) {
    return is_convolution(l) ? columns * window(l) * l.channels : 0;
}

std::uint64_t im2col_elements(const ir::Layer& l) {
    return im2col_elements(l, positions(l));
}

ir::LayerWork layer_work(const ir::Layer& l, const config::CubeConfig& cube) {
    ir::LayerWork work;
    work.name = l.name;
    work.kind = is_depthwise(l) ? ir::LayerKind::kDepthwise : l.kind;
    work.macs = macs(l);
    const PerOperand<std::uint64_t> elements = unique_elements(l);
    for (const Operand o : kOperands) {
        work.bytes[o] = o == Operand::kWeights ? cube.weight_bytes(elements[o], cube.element)
                                               : elements[o] * element_bytes(cube.element);
    }
    if (is_convolution(l)) {
        work.filter_h = static_cast<std::uint32_t>(l.filter_h);
        work.filter_w = static_cast<std::uint32_t>(l.filter_w);
        work.stride_h = static_cast<std::uint32_t>(l.stride_h);
        work.out_w = static_cast<std::uint32_t>(l.out_w);
    }
    return work;
}

double arithmetic_intensity(const ir::LayerWork& work) {
    std::uint64_t bytes = 0;
    for (const std::uint64_t of_operand : work.bytes) {
        bytes += of_operand;
    }
    return bytes == 0 ? 0 : static_cast<double>(work.macs) / static_cast<double>(bytes);
}

}  // namespace systole::model
