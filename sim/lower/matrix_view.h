#pragma once

#include "sim/config/arch_config.h"
#include "sim/core/machine.h"
#include "sim/ir/layer.h"
#include "sim/ir/window.h"

#include <cstdint>

namespace systole::lower {

// A layer that runs on the array as products of matrices. A convolution is its im2col product: a
// row per output position, a column per filter, a reduction over taps and channels (taps inside, so
// that a range of channels is a range of the reduction). A GEMM is the same with one column of m
// output positions and one tap.
struct MatrixView {
    bool row_major = false;  // GEMM: operands lie in DDR as plain matrices
    bool depthwise = false;  // filter j reads channel j alone
    bool b_written = false;  // B are activations that a layer before wrote, not weights

    std::uint64_t problems = 1;    // products with weights of their own: batch of a GEMM, or groups
    std::uint64_t images = 1;      // share the weights: batch of a convolution
    ir::WindowAxis rows, columns;  // of the maps; a GEMM's m outputs are rows, each of its own
    std::uint64_t channels = 1;    // of a problem's input; a GEMM's k. Depthwise: of one filter, 1
    std::uint64_t n = 1;           // of a problem

    std::uint64_t out_h() const { return rows.outputs; }
    std::uint64_t out_w() const { return columns.outputs; }
    std::uint64_t taps() const { return rows.filter * columns.filter; }
    std::uint64_t k() const { return channels * taps(); }
    std::uint64_t positions() const { return images * out_h() * out_w(); }
    // Bytes of so many elements of B.
    Bytes b_bytes(std::uint64_t elements, const config::CubeConfig& cube) const {
        return b_written ? elements * element_bytes(cube.element)
                         : cube.weight_bytes(elements, cube.element);
    }
};

bool operator==(const MatrixView& a, const MatrixView& b);

// Layers of kind kGemm, kConv, kDepthwise. A convolution with a 1 x 1 filter that takes every
// position as it lies is a product of matrices, a row for each position of the whole batch, and
// costs what the GEMM does; not on a row-stationary array, which knows rows of maps.
MatrixView matrix_view(const ir::Layer& layer, Dataflow dataflow);
bool runs_on_array(const ir::Layer& layer);

}  // namespace systole::lower
