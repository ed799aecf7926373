#pragma once

#include "arch/cube/systolic_timing.h"

#include <array>
#include <cstdint>

namespace systole::arch {

// A convolution of `filters` filters with `channels` channels each; of a grouped one, `channels`
// are those of a group and `filters` all. Every size at least 1.
struct ConvShape {
    std::uint64_t batch = 1;
    std::uint64_t filters = 1, channels = 1;
    std::uint64_t filter_h = 1, filter_w = 1;
    std::uint64_t out_h = 1, out_w = 1;
    std::uint64_t stride = 1;

    std::array<std::uint64_t, 8> sizes() const {
        return {batch, filters, channels, filter_h, filter_w, out_h, out_w, stride};
    }
};

// What a PE's register files and the buffer behind the array hold, in elements. The defaults are
// Eyeriss's (16-bit elements; Chen et al., JSSC 52(1), 2017, recalled, not read again).
struct RowStationaryLimits {
    std::uint64_t activations = 12;            // of a PE
    std::uint64_t weights = 224;               // of a PE
    std::uint64_t partial_sums = 24;           // of a PE
    std::uint64_t buffer = 51200;              // 100 KB for input rows and partial sums
    std::uint64_t weight_words_per_cycle = 4;  // a 64-bit port
    // Inputs, sums read and sums written, each, that go between buffer and array in a cycle; the
    // default lets none of them wait.
    std::uint64_t buffer_words_per_cycle = std::uint64_t{1} << 31;

    std::array<std::uint64_t, 6> sizes() const {
        return {activations,
                weights,
                partial_sums,
                buffer,
                weight_words_per_cycle,
                buffer_words_per_cycle};
    }
};

// A row-stationary mapping in the paper's letters. A logical set is filter_h x e PEs: PE(i, j)
// holds filter row i and makes partial sums of output row j from input row i + stride * j; filter
// rows are shared along a row, input rows along a diagonal, partial sums are added up a column.
struct RowStationaryMapping {
    std::uint64_t e = 1;         // output rows of a set
    std::uint64_t r = 1, t = 1;  // sets with different channels / different filters
    std::uint64_t p = 1, q = 1;  // filters / channels interleaved in a PE
    std::uint64_t set_rows = 1;  // filter rows of a set: all, or a share when they exceed the array
    std::uint64_t taps = 1;      // of a filter row in a PE: all, or a share when a PE holds fewer
    std::uint64_t resident = 1;  // passes (strips, images) between two loads of weights
};

// Accesses inside the array, in elements.
struct RowStationaryAccesses {
    PerOperand<std::uint64_t> register_reads{};
    PerOperand<std::uint64_t> register_writes{};
    std::uint64_t hops = 0;  // partial sums handed from PE to PE
};

struct RowStationaryCost {
    RowStationaryMapping mapping;
    std::uint64_t active_pes = 0;  // set_rows * e * r * t
    ArrayCost array;               // accesses between the buffer and the array; folds: passes
    RowStationaryAccesses inside;
};

// What `conv` takes under the mapping that, of those within a hundredth of the fewest cycles, moves
// the fewest elements between buffer and array (the paper's maps for least energy); of equals, the
// faster one, then the one with the most output rows in a set.
//
// A PE runs p * q filter rows of `taps` taps over one input row: p * q * taps * out_w MACs a pass,
// one every `interval` cycles; the last pass over filters or channels has those that are left.
// Sets larger than the array are cut: into strips of e output rows, shares of filter rows, shares
// of taps; a set that fits stays whole unless it has one filter row. A set wider than the array
// continues in the next band of rows (AlexNet's CONV2: 5 x 27 as 5 x 14 above 5 x 13). The r sets
// whose partial sums add up stand above each other. Weights are loaded once for as many passes as
// have their partial sums and input rows in the buffer; a double-buffered
// array waits for the first load only, and for what a load takes longer than the passes it goes on
// under; any other waits for all. Partial sums go up set_rows * r PEs, mac_latency cycles each,
// once at the end. Inputs and sums stream meanwhile, and no mapping is done before they are.
//
// Chen et al., ISCA 2016 (the dataflow) and JSSC 2017 (the letters, and the mappings of AlexNet,
// whose counts of active PEs come out). Throws bad input `array.size`, `array.too-large`.
RowStationaryCost row_stationary_cost(const ConvShape& conv,
                                      const Array& array,
                                      const RowStationaryLimits& limits = {});

// A product as a convolution with 1 x 1 filters: m output rows of one element, k channels, n
// filters.
ArrayCost row_stationary_gemm_cost(const Gemm& gemm,
                                   const Array& array,
                                   const RowStationaryLimits& limits = {});

}  // namespace systole::arch
