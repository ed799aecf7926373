#pragma once

#include "arch/cube/grid_kernels.h"
#include "arch/cube/matrix.h"
#include "sim/core/error.h"
#include "sim/core/machine.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <type_traits>
#include <vector>

namespace systole {

template <class Element>
struct Operands {
    arch::Matrix<Element> activations, weights;  // k x m, k x n
};

// Integers of the type's whole range; floats in steps of 1/64 between -4 and 4, which fp16 has.
template <class Element>
arch::Matrix<Element> random_matrix(std::uint64_t rows, std::uint64_t cols, std::mt19937& random) {
    arch::Matrix<Element> matrix(rows, cols);
    for (Element& value : matrix.values) {
        if constexpr (std::is_integral_v<Element>) {
            value = static_cast<Element>(random());
        } else {
            value = static_cast<Element>(static_cast<int>(random() % 513) - 256) / Element{64};
        }
    }
    return matrix;
}

// Trips SYSTOLE_INVARIANT when `found` is not A * B. Integers wrap. ws, os and is sum in the order
// of k, so that floats must agree to the bit; rs sums in another one, so that they may differ by
// the rounding of k sums.
template <class Element>
void check_product(const arch::Matrix<Element>& a,
                   const arch::Matrix<Element>& b,
                   const arch::Matrix<arch::Accumulator<Element>>& found,
                   Dataflow dataflow) {
    using Sum = arch::Accumulator<Element>;
    std::vector<Sum> row(b.cols);
    std::vector<double> slack(b.cols);
    for (std::size_t m = 0; m < a.rows; ++m) {
        std::fill(row.begin(), row.end(), Sum{});
        std::fill(slack.begin(), slack.end(), 0.0);
        for (std::size_t k = 0; k < a.cols; ++k) {
            const Sum factor = a.at(m, k);
            for (std::size_t n = 0; n < b.cols; ++n) {
                const Sum product = factor * static_cast<Sum>(b.at(k, n));
                if constexpr (std::is_same_v<Sum, std::int32_t>) {
                    row[n] = static_cast<Sum>(static_cast<std::uint32_t>(row[n]) +
                                              static_cast<std::uint32_t>(product));
                } else {
                    row[n] += product;
                }
                if constexpr (std::is_floating_point_v<Sum>) {
                    slack[n] += std::abs(static_cast<double>(product));
                }
            }
        }
        for (std::size_t n = 0; n < b.cols; ++n) {
            bool same = row[n] == found.at(m, n);
            if constexpr (std::is_floating_point_v<Sum>) {
                const double difference = static_cast<double>(row[n]) - found.at(m, n);
                const double rounding = static_cast<double>(a.cols) *
                                        static_cast<double>(std::numeric_limits<Sum>::epsilon());
                same = same || !std::isfinite(row[n]) ||
                       (dataflow == Dataflow::kRowStationary &&
                        std::abs(difference) <= rounding * slack[n]);
            }
            SYSTOLE_INVARIANT(same, fmt::format("the grid's product is wrong at ({}, {})", m, n));
        }
    }
}

}  // namespace systole
