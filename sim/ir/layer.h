#pragma once

#include "sim/core/machine.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace systole::ir {

enum class LayerKind : std::uint8_t {
    kGemm,         // C[m x n] = A[m x k] * B[k x n], `batch` times with weights of their own
    kConv,         // groups > 1: grouped
    kDepthwise,    // one filter per channel: out_channels == channels == groups
    kPool,         // maximum or average over a window
    kElementwise,  // one result per element of `inputs` equal operands
    kSoftmax,      // over rows of `k` elements, m of them
    kLayerNorm     // likewise
};
inline constexpr std::array<std::string_view, 7> kLayerKindNames = {
    "gemm", "conv", "depthwise", "pool", "elementwise", "softmax", "layer_norm"};
constexpr std::string_view name(LayerKind kind) {
    return kLayerKindNames[static_cast<std::size_t>(kind)];
}

// The kind that a file names: one of kLayerKindNames, or "layernorm" for layer_norm.
constexpr std::optional<LayerKind> layer_kind_from(std::string_view text) {
    for (std::size_t i = 0; i < kLayerKindNames.size(); ++i) {
        if (kLayerKindNames[i] == text) {
            return static_cast<LayerKind>(i);
        }
    }
    return text == "layernorm" ? std::optional<LayerKind>(LayerKind::kLayerNorm) : std::nullopt;
}

// One layer, its shape checked: every size is at least 1 and every product of sizes below fits 63
// bits. Fields that a kind does not use keep their defaults.
struct Layer {
    std::string name;
    LayerKind kind = LayerKind::kGemm;
    std::uint32_t line = 0;  // in the file it came from; 0: none

    std::uint64_t batch = 1;
    // kGemm; kElementwise, kSoftmax and kLayerNorm: m rows of k elements.
    std::uint64_t m = 1, n = 1, k = 1;
    // Convolutions and pooling: input map, filter, what is around it.
    std::uint64_t in_h = 1, in_w = 1, channels = 1;
    std::uint64_t filter_h = 1, filter_w = 1, out_channels = 1, groups = 1;
    std::uint64_t stride_h = 1, stride_w = 1, dilation_h = 1, dilation_w = 1;
    std::uint64_t pad_top = 0, pad_bottom = 0, pad_left = 0, pad_right = 0;
    std::uint64_t out_h = 1, out_w = 1;  // given by the reader's convention (floor, or SCALE-Sim's
                                         // ceiling)
    std::uint64_t inputs = 1;            // kElementwise: operands

    // kGemm: how many layers before this one wrote B; 0: nobody, B are weights.
    std::uint64_t b_from_back = 0;

    // The mapping that the user asks for, in the notation of model::check_mapping; "": any.
    std::string unroll;  // dimensions on the array's rows, columns and depth
    std::string loops;   // all dimensions, outermost first
    std::uint32_t mapping_line = 0;
};

// A network as a list of layers in execution order, each reading what the one before it wrote.
struct Network {
    std::string file;
    std::string name;
    std::vector<Layer> layers;
    std::vector<std::string> notes;  // what the reader put aside, "file:line: ..." for the user
};

}  // namespace systole::ir
