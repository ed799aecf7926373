#pragma once

#include "arch/cube/scalesim_timing.h"

namespace systole::arch {

// The double-buffered SRAMs of SCALE-Sim with InterfaceBandwidth USER. Sizes are words, bandwidths
// words a cycle; the read bandwidths are those that its [layout] gives the banks, the write
// bandwidth is the first of `Bandwidth`.
struct ScalesimMemory {
    std::uint64_t ifmap_words = 65536, filter_words = 65536, ofmap_words = 65536;
    std::uint64_t ifmap_bandwidth = 10, filter_bandwidth = 10, ofmap_bandwidth = 10;
};

// Where the elements of the input lie: a convolution's map without padding, windows that hang over
// its edge reading nothing there. A product m x k is a map of m x k with a filter of 1 x k.
struct ScalesimMap {
    std::uint64_t in_h = 1, in_w = 1, channels = 1;
    std::uint64_t filter_h = 1, filter_w = 1;
    std::uint64_t stride_h = 1, stride_w = 1;
    std::uint64_t out_w = 1;

    static ScalesimMap of(const Gemm& gemm) { return {gemm.m, gemm.k, 1, 1, gemm.k, 1, 1, 1}; }
};

// Adds to `cost`, which is scalesim_cost(gemm, array), what waiting for `memory` changes: cycles,
// stalls, utilization and the cycles in which the streams start and stop. Every access is followed
// in turn:
// - An operand is cut, in the order of its prefetch, into lines of 1% of its SRAM. Half of the SRAM
//   is active, the other half is fetched meanwhile. A read outside the active lines makes the next
//   half active, as often as it takes, and waits until that half has arrived; the wait counts
//   twice, and a half that came early gives its lead back (as it does in SCALE-Sim).
// - Prefetch takes the operand fold by fold in the order of its streams, skewed ones diagonal by
//   diagonal, and starts over at its end.
// - Half of the output's SRAM drains while the other half fills; a write waits when both are full.
// The array stops for the longest wait of the three. Errors: bad input `array.memory` for a size or
// bandwidth of 0, `array.too-large` for an operand of more than 2^27 words or 2^34 reads.
void add_scalesim_stalls(ScalesimCost& cost,
                         const Gemm& gemm,
                         const Array& array,
                         const ScalesimMap& map,
                         const ScalesimMemory& memory);

}  // namespace systole::arch
