#pragma once

#include "arch/cube/cycle_grid.h"
#include "arch/cube/grid_kernels.h"
#include "arch/cube/matrix.h"
#include "arch/cube/systolic_timing.h"

#include <cstdint>
#include <memory>

namespace systole::arch {

// How a product lies on the grid (systolic_timing.h): `on_rows` x `on_cols` stay, `streamed`
// vectors pass, in row_folds x col_folds folds, row folds inside.
struct GridFolds {
    GridFolds(const Gemm& gemm, const Array& array);

    std::uint64_t on_rows, on_cols, streamed;
    std::uint64_t row_folds, col_folds;

    std::uint64_t count() const { return row_folds * col_folds; }
};

// The skewed grids: ws, is and os. arch/cube/README.md draws the wiring.
class PeGrid : public CycleGrid {
 public:
    PeGrid(const Gemm& gemm, const Array& array);

    bool done() const final { return outputs_left_ == 0; }
    const GridFolds& folds() const { return folds_; }
    ArrayCost cost() const final;

 protected:
    const GridFolds folds_;
    const std::size_t rows_, cols_;  // of the grid
    const std::size_t words_;        // BitWords of a row

    std::uint64_t outputs_left_;  // values that have yet to leave, padding included
};

// A grid whose operands have a type.
template <class Element>
class TypedPeGrid : public PeGrid {
 public:
    using Sum = Accumulator<Element>;
    using PeGrid::PeGrid;

    // C; whole when done().
    virtual Matrix<Sum> product() const = 0;
};

// The grid of `array.dataflow` (ws, os or is) for C = A * B, A m x k, B k x n. Bad input:
// "array.dataflow" for another dataflow, "array.depth" for a depth above 1, "array.shape" when A
// and B do not fit. Element: std::int8_t, std::int16_t, float.
template <class Element>
std::unique_ptr<TypedPeGrid<Element>> make_pe_grid(const Array& array,
                                                   const Matrix<Element>& a,
                                                   const Matrix<Element>& b);

}  // namespace systole::arch
