#pragma once

#include "sim/core/ids.h"
#include "sim/core/machine.h"

#include <cstdint>

namespace systole::arch {

// C[m x n] = A[m x k] * B[k x n], each at least 1.
struct Gemm {
    std::uint64_t m = 1, n = 1, k = 1;
};

// The array a product runs on; fields as config::CubeConfig.
struct Array {
    std::uint64_t rows = 1, cols = 1, depth = 1;
    Dataflow dataflow = Dataflow::kWeightStationary;
    std::uint64_t mac_latency = 1;
    std::uint64_t interval = 1;
    bool double_buffered = false;
};

// kHardware: what the PE grid takes, to the cycle. kScalesim: what SCALE-Sim 3.0.0 prints.
enum class Convention : std::uint8_t { kHardware, kScalesim };

// What running a product on an array takes. Accesses are counted in elements at the array's edge.
struct ArrayCost {
    Cycles cycles = 0;
    std::uint64_t folds = 0;
    double mapping_utilization = 0;      // PEs that hold work / PEs, mean over the folds
    double compute_utilization = 0;      // useful MACs / (PEs * depth * cycles)
    PerOperand<std::uint64_t> reads{};   // outputs: partial sums read back
    PerOperand<std::uint64_t> writes{};  // outputs alone
};

// The cost of `gemm` on `array`. Dataflows ws, os, is: a skewed grid, folds one after the other;
// block: rows x depth x cols MACs a cycle. rs: as a convolution with a 1 x 1 filter (see
// row_stationary_timing.h). Linear in nothing: closed forms.
ArrayCost array_cost(const Gemm& gemm, const Array& array, Convention convention);

}  // namespace systole::arch
