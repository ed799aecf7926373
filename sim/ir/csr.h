#pragma once

#include "sim/core/span.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace systole::ir {

// Rows of values in compressed sparse row form: row r is values[offsets[r] .. offsets[r+1]).
// 32-bit offsets: a graph holds fewer than 2^32 edges (readers check).
template <class T>
struct Csr {
    std::vector<std::uint32_t> offsets = {0};
    std::vector<T> values;

    std::size_t rows() const { return offsets.size() - 1; }
    Span<T> operator[](std::size_t row) const {
        return {values.data() + offsets[row], offsets[row + 1] - offsets[row]};
    }
    // Appends the values pushed since the last call as the next row.
    void close_row() { offsets.push_back(static_cast<std::uint32_t>(values.size())); }
};

// Groups pairs (row, value) by row, keeping their order inside a row. O(rows + pairs).
// for_each_pair(f) calls f(row, value) for every pair, twice in the same order.
template <class T, class ForEachPair>
Csr<T> group_by_row(std::size_t rows, ForEachPair for_each_pair) {
    Csr<T> csr;
    csr.offsets.assign(rows + 1, 0);
    for_each_pair([&](std::size_t row, T) { ++csr.offsets[row + 1]; });
    for (std::size_t r = 0; r < rows; ++r) {
        csr.offsets[r + 1] += csr.offsets[r];
    }
    csr.values.resize(csr.offsets[rows]);
    std::vector<std::uint32_t> next(csr.offsets.begin(), csr.offsets.end() - 1);
    for_each_pair([&](std::size_t row, T value) { csr.values[next[row]++] = value; });
    return csr;
}

}  // namespace systole::ir
