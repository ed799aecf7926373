#pragma once

#include "sim/config/arch_config.h"
#include "sim/core/machine.h"
#include "sim/ir/layer.h"
#include "sim/ir/work.h"

#include <cstdint>

namespace systole::model {

// The arithmetic of a layer, from its shape alone. No result overflows for a layer whose shape was
// checked (load::check_layer_size).

// Whether every filter reads one channel of its own: a depthwise layer, or a convolution with as
// many groups as channels and filters.
bool is_depthwise(const ir::Layer& layer);

// Useful multiply-accumulates: those of GEMMs and convolutions, products with padding included (as
// published counts do); 0 for pooling, elementwise, softmax and normalization.
std::uint64_t macs(const ir::Layer& layer);

// Elements of each operand, each counted once: of input maps without padding the rows and columns
// that some window reads (the operands of an elementwise layer all), whole weights, whole outputs.
// A B that an earlier layer wrote counts with the activations. These, times the size of an element,
// are the layer's compulsory traffic.
PerOperand<std::uint64_t> unique_elements(const ir::Layer& layer);

// The layer as matrix products: `repeats` times C[m x n] = A[m x k] * B[k x n]. A convolution is
// one product of its im2col matrix for each group (m: output positions of the whole batch; k: one
// window; n: the filters of a group); a batched GEMM is one for each batch. repeats is 0 for a
// layer that multiplies no matrices.
struct GemmView {
    std::uint64_t m = 1, n = 1, k = 1;
    std::uint64_t repeats = 0;
};
GemmView gemm_view(const ir::Layer& layer);

// Elements of the im2col matrix of a convolution: one window of all channels for every output
// position; with `columns`, of that many positions alone (what a kernel needs that unrolls as it
// goes). 0 for other kinds.
std::uint64_t im2col_elements(const ir::Layer& layer);
std::uint64_t im2col_elements(const ir::Layer& layer, std::uint64_t columns);

// What a trace remembers of the layer, depthwise as such however it was written; bytes in the
// array's types. Fields of 32 bits hold any checked shape.
ir::LayerWork layer_work(const ir::Layer& layer, const config::CubeConfig& cube);

// Multiply-accumulates per byte, every operand read once and the output written once; 0 for a layer
// without multiply-accumulates. (seed 004, roofline; the TPU v1 paper counts weight bytes alone.)
double arithmetic_intensity(const ir::LayerWork& work);

}  // namespace systole::model
