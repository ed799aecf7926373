#include "arch/cube/pe_grid.h"

#include "arch/cube/output_grid.h"
#include "arch/cube/stationary_grid.h"
#include "sim/core/error.h"

#include <fmt/format.h>

namespace systole::arch {
namespace {

std::uint64_t folds_of(std::uint64_t size, std::uint64_t pes) {
    return (size + pes - 1) / pes;
}

}  // namespace

GridFolds::GridFolds(const Gemm& gemm, const Array& array)
    : on_rows(array.dataflow == Dataflow::kOutputStationary ? gemm.m : gemm.k),
      on_cols(array.dataflow == Dataflow::kInputStationary ? gemm.m : gemm.n),
      streamed(array.dataflow == Dataflow::kWeightStationary  ? gemm.m
               : array.dataflow == Dataflow::kInputStationary ? gemm.n
                                                              : gemm.k),
      row_folds(folds_of(on_rows, array.rows)),
      col_folds(folds_of(on_cols, array.cols)) {}

PeGrid::PeGrid(const Gemm& gemm, const Array& array)
    : CycleGrid(array),
      folds_(gemm, array),
      rows_(array.rows),
      cols_(array.cols),
      words_(bit_words(array.cols)),
      outputs_left_(folds_.count() * cols_ *
                    (array.dataflow == Dataflow::kOutputStationary ? rows_ : folds_.streamed)) {}

ArrayCost PeGrid::cost() const {
    ArrayCost cost = counted();
    cost.folds = folds_.count();
    cost.mapping_utilization =
        static_cast<double>(folds_.on_rows) * static_cast<double>(folds_.on_cols) /
        (static_cast<double>(cost.folds) * static_cast<double>(rows_) * static_cast<double>(cols_));
    return cost;
}

template <class Element>
std::unique_ptr<TypedPeGrid<Element>> make_pe_grid(const Array& array,
                                                   const Matrix<Element>& a,
                                                   const Matrix<Element>& b) {
    if (a.cols != b.rows || a.rows == 0 || a.cols == 0 || b.cols == 0) {
        throw_bad_input("array.shape",
                        {},
                        fmt::format("{} x {} activations and {} x {} weights have no product: the "
                                    "reduction (k) is {} in one and {} in the other",
                                    a.rows,
                                    a.cols,
                                    b.rows,
                                    b.cols,
                                    a.cols,
                                    b.rows));
    }
    if (array.depth != 1) {
        throw_bad_input(
            "array.depth",
            {},
            fmt::format("a PE of the grid does one MAC a cycle; depth is {}, expected 1",
                        array.depth));
    }
    switch (array.dataflow) {
        case Dataflow::kWeightStationary:
        case Dataflow::kInputStationary:
            return std::make_unique<StationaryGrid<Element>>(array, a, b);
        case Dataflow::kOutputStationary:
            return std::make_unique<OutputGrid<Element>>(array, a, b);
        default:
            break;
    }
    throw_bad_input("array.dataflow",
                    {},
                    fmt::format("a skewed grid runs ws, os or is, not {}", name(array.dataflow)));
}

// NOLINTBEGIN(bugprone-macro-parentheses): types take none
#define SYSTOLE_INSTANTIATE(Element)                                      \
    template std::unique_ptr<TypedPeGrid<Element>> make_pe_grid<Element>( \
        const Array&, const Matrix<Element>&, const Matrix<Element>&);
SYSTOLE_INSTANTIATE(std::int8_t)
SYSTOLE_INSTANTIATE(std::int16_t)
SYSTOLE_INSTANTIATE(float)
#undef SYSTOLE_INSTANTIATE
// NOLINTEND(bugprone-macro-parentheses)

}  // namespace systole::arch
