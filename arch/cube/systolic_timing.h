#pragma once

#include "sim/core/ids.h"
#include "sim/core/machine.h"

#include <cstdint>

namespace systole::arch {

// C[m x n] = A[m x k] * B[k x n], each at least 1.
struct Gemm {
    std::uint64_t m = 1, n = 1, k = 1;
};

// The array a product runs on; fields as config::CubeConfig, each at least 1.
struct Array {
    std::uint64_t rows = 1, cols = 1, depth = 1;
    Dataflow dataflow = Dataflow::kWeightStationary;
    std::uint64_t mac_latency = 1;
    std::uint64_t interval = 1;
    bool double_buffered = false;
    bool preloaded = false;  // ws, is: the first fold's stationary operand is already in place
};

// kHardware: what the PE grid takes, to the cycle (below). kScalesim: what SCALE-Sim 3.0.0 prints:
// its folds, its access counts, and the index of the last cycle in place of the count.
enum class Convention : std::uint8_t { kHardware, kScalesim };

// What running a product on an array takes. Accesses are counted in elements at the array's edge.
struct ArrayCost {
    Cycles cycles = 0;
    std::uint64_t folds = 0;
    double mapping_utilization = 0;      // MACs that hold work / MACs, mean over the folds
    double compute_utilization = 0;      // useful MACs / (PEs * depth * cycles)
    PerOperand<std::uint64_t> reads{};   // outputs: partial sums read back
    PerOperand<std::uint64_t> writes{};  // outputs alone
};

// The hardware convention. R, C: rows, cols; L: mac_latency; I: interval; K' = ceil(k / depth).
//
//            on rows  on columns  streamed (T)
//     ws     K'       n           m            weights stay
//     is     K'       m           n            activations stay
//     os     m        n           K'           outputs stay
//
// Sr, Sc: what lies on rows and columns; Fr = ceil(Sr / R), Fc = ceil(Sc / C); F = Fr * Fc folds,
// column folds outermost, row folds inside. A fold uses rows 0 .. Ru-1 from the north and columns
// 0 .. Cu-1 from the west; the last row (column) fold may use less than R (C).
//
// Wires. Operands hop one PE to the east (activations; is: weights) or south a cycle; a PE starts a
// MAC every I cycles at most and hands the result on L cycles after it started. ws, is: PE(r, c)
// starts the MAC of streamed vector t in cycle t*I + r*L + c of its fold (cycle 0: the first MAC of
// PE(0, 0)); the partial sum of a column goes south through all R rows, used or not, and leaves PE
// (R-1, c). The stationary operand is shifted in from the north through all R rows: R cycles. os:
// PE(r, c) starts the MAC of reduction step t in cycle t*I + r + c; when the last used PE has
// finished, the accumulators are shifted south and out through all R rows: R cycles.
//
// Cycles of one fold in isolation (S = (T-1)*I, the start of the last streamed vector):
//     ws, is:  load R, then stream  S + R*L + Cu - 1         (L = I = 1: T + R + Cu - 2)
//     os:      S + Ru + Cu - 2 + L, then drain R             (L = I = 1: T + Ru + Cu - 2 + R)
// Folds run one after the other; `preloaded` takes away the first load. Double-buffered:
//     ws, is:  R + (F-1) * max(T*I, R + (R-1)*(L-1)) + stream of the last fold
//              Each PE swaps its two registers when the first vector of the new fold reaches it. A
//              column's next load enters row 0 right behind the swap there; with L > 1 it would
//              catch up with the swap on its way south and so starts (R-1)*(L-1) cycles later.
//     os:      (F-1) * max(T*I, R) + last fold with its drain
//              A column's drain starts when its last used PE has finished, each PE having copied
//              its accumulator into a shadow register as it finished; the shadows shift.
// (2 x 2, ws, preloaded, T = 2: 4 cycles, worked example 1. Full folds: seeds' systolic formulas;
// Gemmini's and the TPU's double buffering issue every max(T, R) cycles.)
//
// block: ceil(m/R) * K' * ceil(n/C) blocks, one every I cycles, L cycles each.
//
// Reads and writes, in elements:
//            activations  weights     outputs written  partial sums read back
//     ws     Fc*m*k       n*k         Fr*m*n           (Fr-1)*m*n
//     is     m*k          Fc*n*k      Fr*m*n           (Fr-1)*m*n
//     os     Fc*m*k       Fr*n*k      m*n              0
//     block  m*k*ceil(n/C)  n*k*ceil(m/R)  m*n*K'      m*n*(K'-1)
//
// The cost of `gemm` on `array`; O(1). rs runs the product as a convolution with a 1 x 1 filter
// (row_stationary_timing.h). Throws bad input: `array.size` for a zero, `array.too-large` when a
// count exceeds 63 bits, `array.convention` for what SCALE-Sim does not have (block, rs, depth >
// 1).
ArrayCost array_cost(const Gemm& gemm, const Array& array, Convention convention);

}  // namespace systole::arch
