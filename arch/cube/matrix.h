#pragma once

#include "sim/core/error.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace systole::arch {

// A dense matrix, row by row.
template <class T>
struct Matrix {
    Matrix() = default;
    Matrix(std::size_t row_count, std::size_t col_count)
        : rows(row_count), cols(col_count), values(row_count * col_count) {}
    Matrix(std::size_t row_count, std::size_t col_count, std::vector<T> row_by_row)
        : rows(row_count), cols(col_count), values(std::move(row_by_row)) {
        SYSTOLE_INVARIANT(values.size() == rows * cols, "a matrix with values missing");
    }

    T& at(std::size_t r, std::size_t c) { return values[r * cols + c]; }
    const T& at(std::size_t r, std::size_t c) const { return values[r * cols + c]; }

    std::size_t rows = 0, cols = 0;
    std::vector<T> values;
};

template <class T>
bool operator==(const Matrix<T>& a, const Matrix<T>& b) {
    return a.rows == b.rows && a.cols == b.cols && a.values == b.values;
}

template <class T>
Matrix<T> transposed(const Matrix<T>& m) {
    Matrix<T> t(m.cols, m.rows);
    for (std::size_t r = 0; r < m.rows; ++r) {
        for (std::size_t c = 0; c < m.cols; ++c) {
            t.at(c, r) = m.at(r, c);
        }
    }
    return t;
}

}  // namespace systole::arch
