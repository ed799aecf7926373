#pragma once

#include "arch/cube/systolic_timing.h"

namespace systole::arch {

// What lies where when a product runs on a skewed grid (ws, is, os), and how it is cut into folds.
struct Folding {
    std::uint64_t on_rows = 1, on_cols = 1, streamed = 1;  // Sr, Sc, T: sizes of the product
    std::uint64_t row_folds = 1, col_folds = 1;            // Fr, Fc
    std::uint64_t folds = 1;                               // F
    std::uint64_t last_rows = 1, last_cols = 1;            // used part of the last fold
};

// The folding of a product whose reduction takes `reduction` steps (K' in systolic_timing.h).
// ws: K' x n, streams m; is: K' x m, streams n; os: m x n, streams K'.
Folding fold(const Gemm& gemm, std::uint64_t reduction, const Array& array);

// The largest size of a product or an array that is accepted.
inline constexpr std::uint64_t kLargestSize = std::uint64_t{1} << 31;

// Throws bad input `array.size` where a size is 0 or above 2^31.
void check_sizes(const Gemm& gemm, const Array& array);

// Products and sums of counts; throw bad input `array.too-large` past 63 bits.
std::uint64_t times(std::uint64_t a, std::uint64_t b);
std::uint64_t plus(std::uint64_t a, std::uint64_t b);

constexpr std::uint64_t ceil_div(std::uint64_t a, std::uint64_t b) {
    return a / b + (a % b != 0 ? 1 : 0);
}

}  // namespace systole::arch
