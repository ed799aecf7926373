#pragma once

#include "sim/ir/layer.h"

#include <cstdint>

namespace systole::lower {

// A layer that runs on the array as products of matrices. A convolution is its im2col product: a
// row per output position, a column per filter, a reduction over taps and channels (taps inside, so
// that a range of channels is a range of the reduction). A GEMM is the same with one column of m
// output positions and one tap.
struct MatrixView {
    bool row_major = false;  // GEMM: operands lie in DDR as plain matrices
    bool depthwise = false;  // filter j reads channel j alone

    std::uint64_t problems = 1;  // products with weights of their own: batch of a GEMM, or groups
    std::uint64_t images = 1;    // share the weights: batch of a convolution
    std::uint64_t out_h = 1, out_w = 1;
    std::uint64_t in_h = 1, in_w = 1;
    std::uint64_t filter_h = 1, filter_w = 1;
    std::uint64_t stride_h = 1, stride_w = 1, dilation_h = 1, dilation_w = 1;
    std::uint64_t pad_top = 0, pad_left = 0;
    std::uint64_t channels = 1;  // of a problem's input; a GEMM's k. Depthwise: of one filter, 1
    std::uint64_t n = 1;         // of a problem

    std::uint64_t taps() const { return filter_h * filter_w; }
    std::uint64_t k() const { return channels * taps(); }
    std::uint64_t positions() const { return images * out_h * out_w; }

    // Input rows [first, end) that output rows [at, at + count) read, without padding; at least one
    // row, so that a tile that lies in the padding alone still has a buffer. Likewise columns.
    struct Range {
        std::uint64_t first = 0, end = 1;
        std::uint64_t size() const { return end - first; }
    };
    Range input_rows(std::uint64_t at, std::uint64_t count) const;
    Range input_columns(std::uint64_t at, std::uint64_t count) const;
};

// Layers of kind kGemm, kConv, kDepthwise.
MatrixView matrix_view(const ir::Layer& layer);
bool runs_on_array(const ir::Layer& layer);

}  // namespace systole::lower
