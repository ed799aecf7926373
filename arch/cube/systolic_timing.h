#pragma once

#include "sim/config/arch_config.h"
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
    bool preloaded = false;      // ws, is: the first fold's stationary operand is already in place
    bool register_sums = false;  // block: sums stay in the multipliers' registers for a product
};

// The array of a configuration for operands of a type; nothing is preloaded. Operands wider than a
// multiplier take a pass for each pair of their parts, which lengthens the interval; with
// cube.split_multipliers narrower ones deepen the PE. (TPU v1: two 16-bit operands at a quarter of
// the speed, one at half; Davinci: int8 at twice that of fp16.)
Array array_of(const config::CubeConfig& cube, ElementType element);
Array array_of(const config::CubeConfig& cube);

// kHardware: what the PE grid takes, to the cycle (below). kScalesim: what SCALE-Sim 3.0.0 prints:
// its folds, its access counts, and the index of the last cycle in place of the count.
enum class Convention : std::uint8_t { kHardware, kScalesim };

// What running a product on an array takes. Accesses are counted in elements at the array's edge.
struct ArrayCost {
    Cycles cycles = 0;
    // Of them, those in which operands stream in: folds * T * I (block: one every I cycles; rs: the
    // MACs of a PE). The others fill and drain the array or wait for a load.
    Cycles streaming = 0;
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
// column folds outermost, row folds inside. An edge fold is filled up with zeros and takes as long
// as a full one: the sequencer counts rows and columns of the array, not of the product. (Seed 003,
// section 4.1.)
//
// Wires. Operands hop one PE to the east or south a cycle, partial sums one PE to the south; a
// vector enters every I cycles; row r (os: row r, column c) gets its element r (c) cycles after row
// (column) 0. A PE has L - 1 registers behind its multiplier and then adds in one cycle. ws, is:
// the stationary operand is shifted in from the north, R cycles; results leave the southernmost
// row. os: when the last PE has finished, the accumulators are shifted out to the south, R cycles.
//
// Cycles of one fold: fill, stream, drain  D = (T-1)*I + R + C - 1 + (L-1), and
//     ws, is:  R + D             (L = I = 1: R + T + R + C - 2)
//     os:      D + R             (L = I = 1: 2R + C + T - 2)
// Folds run one after the other (and start T*I cycles apart at least, which only a PE that is slow
// beside a tiny array, I > 2R + C + L - 2, makes longer). Double-buffered, the next load (os: the
// last drain) goes on under compute, column by column behind the wave front:
//     ws, is:  R + (F-1) * max(T*I, R) + D
//     os:          (F-1) * max(T*I, R) + D + R
// `preloaded` takes the first load away (ws, is). 2 x 2, ws, preloaded, T = 2: 4 cycles (worked
// example 1). Gemmini and the TPU issue a fold every max(T, R) cycles too.
//
// block: ceil(m/R) * K' * ceil(n/C) blocks, one every I cycles, L cycles each.
//
// Reads and writes, in elements:
//            activations  weights     outputs written  partial sums read back
//     ws     Fc*m*k       n*k         Fr*m*n           (Fr-1)*m*n
//     is     m*k          Fc*n*k      Fr*m*n           (Fr-1)*m*n
//     os     Fc*m*k       Fr*n*k      m*n              0
//     block  m*k*ceil(n/C)  n*k*ceil(m/R)  m*n*K'      m*n*(K'-1)    (register_sums: m*n, 0)
//
// Cycles of `folds` folds that stream `streamed` vectors each (ws, is, os), as above.
Cycles fold_cycles(std::uint64_t folds, std::uint64_t streamed, const Array& array);

// The cost of `gemm` on `array`; O(1). rs runs the product as a convolution with a 1 x 1 filter
// under Eyeriss's limits (row_stationary_timing.h). Throws bad input: `array.size` for a zero,
// `array.too-large` when a count exceeds 63 bits, `array.convention` for what SCALE-Sim does not
// have (block, rs, depth > 1).
ArrayCost array_cost(const Gemm& gemm, const Array& array, Convention convention);

}  // namespace systole::arch
