#pragma once

#include "arch/cube/grid_kernels.h"
#include "arch/cube/matrix.h"
#include "arch/cube/systolic_timing.h"

#include <cstdint>
#include <memory>
#include <variant>
#include <vector>

namespace systole::arch {

// A register's value: integer or floating, as the element type has it.
using GridValue = std::variant<std::int64_t, double>;

// A value that left the grid over its southern edge.
struct GridOutput {
    std::uint64_t column;  // of the grid
    std::uint64_t m, n;    // element of C
    bool partial;          // more row folds will add to it
    GridValue value;
};

// How a product lies on the grid (systolic_timing.h): `on_rows` x `on_cols` stay, `streamed`
// vectors pass, in row_folds x col_folds folds, row folds inside.
struct GridFolds {
    GridFolds(const Gemm& gemm, const Array& array);

    std::uint64_t on_rows, on_cols, streamed;
    std::uint64_t row_folds, col_folds;

    std::uint64_t count() const { return row_folds * col_folds; }
};

// A grid of PEs at register level, without SystemC: step() is one clock cycle, in which every value
// moves at most one hop. Cycles, accesses and MACs are counted as they happen; nothing here knows a
// closed form. arch/cube/README.md draws the wiring.
class PeGrid {
 public:
    PeGrid(const Gemm& gemm, const Array& array);
    virtual ~PeGrid() = default;
    PeGrid(const PeGrid&) = delete;
    PeGrid& operator=(const PeGrid&) = delete;

    // One clock cycle; not after done(). Errors: SYSTOLE_INVARIANT when two values that belong
    // together do not meet.
    void step();
    // All outputs have left.
    bool done() const { return outputs_left_ == 0; }

    const Array& array() const { return array_; }
    const GridFolds& folds() const { return folds_; }

    // Cycles so far; while step() runs, the number of that cycle, from 1.
    Cycles cycles() const { return cycles_; }
    // PEs that did a useful MAC in the last cycle, and one of them: padding does not count.
    std::uint64_t busy() const { return busy_; }
    virtual bool busy_at(std::size_t row, std::size_t col) const = 0;
    // The sum that PE (row, col) holds after the last cycle: ws, is: on its way south; os: the
    // accumulator.
    virtual GridValue sum_at(std::size_t row, std::size_t col) const = 0;

    // Keep what leaves in each cycle; off by default.
    void record_outputs(bool on) { record_ = on; }
    // What left in the last cycle, west to east; padding columns are not listed.
    const std::vector<GridOutput>& outputs() const { return outputs_; }

    // What the run has taken so far.
    ArrayCost cost() const;
    std::uint64_t macs() const { return macs_; }

 protected:
    virtual void cycle() = 0;

    const Gemm gemm_;
    const Array array_;
    const GridFolds folds_;
    const std::size_t rows_, cols_;  // of the grid
    const std::size_t words_;        // BitWords of a row

    bool record_ = false;
    std::vector<GridOutput> outputs_;
    std::uint64_t busy_ = 0;
    std::uint64_t outputs_left_;  // values that have yet to leave, padding included
    PerOperand<std::uint64_t> reads_{}, writes_{};

 private:
    Cycles cycles_ = 0;
    std::uint64_t macs_ = 0;
};

// A grid whose operands have a type.
template <class Element>
class TypedPeGrid : public PeGrid {
 public:
    using Sum = Accumulator<Element>;
    using PeGrid::PeGrid;

    // C; whole when done().
    virtual Matrix<Sum> product() const = 0;

 protected:
    static GridValue as_value(Sum sum);
};

// The grid of `array.dataflow` (ws, os or is) for C = A * B, A m x k, B k x n. Bad input:
// "array.dataflow" for another dataflow, "array.depth" for a depth above 1, "array.shape" when A
// and B do not fit. Element: std::int8_t, std::int16_t, float.
template <class Element>
std::unique_ptr<TypedPeGrid<Element>> make_pe_grid(const Array& array,
                                                   const Matrix<Element>& a,
                                                   const Matrix<Element>& b);

}  // namespace systole::arch
