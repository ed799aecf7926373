#pragma once

#include "arch/cube/pe_grid.h"

#include <catch2/catch.hpp>

#include <cstdint>
#include <random>
#include <string>

namespace systole::test {

// The product as it is defined, every element summed in the order of k; integer sums wrap.
template <class Element>
arch::Matrix<arch::Accumulator<Element>> reference_product(const arch::Matrix<Element>& a,
                                                           const arch::Matrix<Element>& b) {
    using Sum = arch::Accumulator<Element>;
    arch::Matrix<Sum> c(a.rows, b.cols);
    for (std::size_t m = 0; m < a.rows; ++m) {
        for (std::size_t k = 0; k < a.cols; ++k) {
            for (std::size_t n = 0; n < b.cols; ++n) {
                c.at(m, n) += static_cast<Sum>(a.at(m, k)) * static_cast<Sum>(b.at(k, n));
            }
        }
    }
    return c;
}

// Elements of the whole range of an integer type; floats of 1/64 steps between -4 and 4.
template <class Element>
arch::Matrix<Element> random_matrix(std::size_t rows, std::size_t cols, std::mt19937& random) {
    arch::Matrix<Element> m(rows, cols);
    for (Element& value : m.values) {
        if constexpr (std::is_integral_v<Element>) {
            value = static_cast<Element>(random());
        } else {
            value = static_cast<Element>(static_cast<int>(random() % 513) - 256) / Element{64};
        }
    }
    return m;
}

// How a grid that ran `array` differs from the closed form and from the product; "" when it does
// not.
template <class Element>
std::string difference(const arch::Array& array,
                       const arch::Matrix<Element>& a,
                       const arch::Matrix<Element>& b) {
    const arch::Gemm gemm{a.rows, b.cols, a.cols};
    const arch::ArrayCost expected = array_cost(gemm, array, arch::Convention::kHardware);
    const auto grid = arch::make_pe_grid(array, a, b);
    while (!grid->done()) {
        grid->step();
        if (grid->cycles() > expected.cycles) {
            return "more cycles";
        }
    }
    const arch::ArrayCost found = grid->cost();
    if (found.cycles != expected.cycles) {
        return "fewer cycles";
    }
    if (grid->macs() != gemm.m * gemm.n * gemm.k) {
        return "MACs";
    }
    if (found.folds != expected.folds) {
        return "folds";
    }
    for (const Operand operand : kOperands) {
        if (found.reads[operand] != expected.reads[operand] ||
            found.writes[operand] != expected.writes[operand]) {
            return "accesses of " + std::string(name(operand));
        }
    }
    if (std::abs(found.mapping_utilization - expected.mapping_utilization) > 1e-12 ||
        std::abs(found.compute_utilization - expected.compute_utilization) > 1e-12) {
        return "utilization";
    }
    if (!(grid->product() == reference_product(a, b))) {
        return "product";
    }
    return "";
}

}  // namespace systole::test
