#pragma once

#include "arch/cube/systolic_timing.h"

namespace systole::arch {

// First and last cycle of a stream.
struct Window {
    Cycles start = 0, stop = 0;
};

// What SCALE-Sim 3.0.0 (commit 1d62b68) reports of one layer whose operands always arrive in time.
// Measured, not read from its source: the forms below give every one of 654 recorded rows.
struct ScalesimCost {
    Cycles compute_cycles = 0;  // index of the last cycle: one less than the count
    Cycles stall_cycles = 0;    // among them; what a memory adds (scalesim_memory_timing.h)
    std::uint64_t folds = 0;
    double overall_util_pct = 0;        // useful MACs / (PEs * compute_cycles)
    double mapping_efficiency_pct = 0;  // PEs that hold work / PEs, mean over the folds
    double compute_util_pct = 0;        // divides, for ws and is, by folds C - 1 cycles too long
    std::uint64_t ifmap_sram_reads = 0;
    std::uint64_t filter_sram_reads = 0;
    std::uint64_t ofmap_sram_writes = 0;  // os: R + C a fold more than there are outputs
    // For an input whose last filter windows hang over its edge, ifmap_sram.stop is an upper bound.
    Window ifmap_sram, filter_sram, ofmap_sram;
};

// With Sr, Sc, T and F as in systolic_timing.h:
//     ws, is:  compute_cycles = F * (2R + C + T - 2) - 1
//     os:      compute_cycles = F * ( R + C + T - 2) - 1: R short of a drain through the south edge
// Every fold costs what a full one does; partial sums read back are not counted. Throws as
// array_cost does; depth, latency and interval must be 1.
ScalesimCost scalesim_cost(const Gemm& gemm, const Array& array);

}  // namespace systole::arch
