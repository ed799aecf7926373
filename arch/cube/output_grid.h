#pragma once

#include "arch/cube/grid_lanes.h"
#include "arch/cube/multiplier_pipe.h"
#include "arch/cube/pe_grid.h"

#include <cstdint>
#include <vector>

namespace systole::arch {

// Output-stationary: activations go east, weights south, both skewed, and each PE sums one output.
// The last PE of a column to finish starts the column's drain: the sums shift south and out, one a
// cycle. With double buffering each PE copies its sum into a shadow register as it finishes and the
// shadows drain under the next fold.
template <class Element>
class OutputGrid final : public TypedPeGrid<Element> {
 public:
    using Sum = Accumulator<Element>;
    OutputGrid(const Array& array, const Matrix<Element>& a, const Matrix<Element>& b);

    bool busy_at(std::size_t row, std::size_t col) const override;
    GridValue sum_at(std::size_t row, std::size_t col) const override;
    Matrix<Sum> product() const override { return product_; }

 protected:
    void cycle() override;

 private:
    using CycleGrid::array_;
    using CycleGrid::busy_;
    using CycleGrid::reads_;
    using CycleGrid::writes_;
    using PeGrid::cols_;
    using PeGrid::folds_;
    using PeGrid::outputs_left_;
    using PeGrid::rows_;
    using PeGrid::words_;

    // Bits that go east with an activation, and through the multiplier with a product.
    enum Tag : std::size_t { kValid, kFirst, kLast, kTags };

    bool issue();
    void enter_west();
    void enter_north(bool first_column);
    void drain();
    void leave(std::size_t col);
    void compute();
    void compute_row(std::size_t row);
    void finish(std::size_t row, const BitWord* last);
    void move_on();
    BitWord* bits(std::vector<BitWord>& of, std::size_t row) { return of.data() + row * words_; }
    std::vector<Sum>& chain() { return array_.double_buffered ? shadow_ : sum_; }

    const std::size_t pitch_;  // of west_: one column more, where the last one's operands go
    Matrix<Element> a_;        // m x k
    Matrix<Element> b_;        // n x k: B transposed
    Matrix<Sum> product_;

    // Registers of the PEs.
    std::vector<Element> west_, next_west_;    // the activation at a PE's input, now and next
    std::vector<Element> north_, next_north_;  // the weight; a row more, where the last one's go
    std::vector<BitWord> west_bits_[kTags];
    std::vector<BitWord> west_useful_, north_useful_;  // not padding
    std::vector<BitWord> north_valid_;
    std::vector<BitWord> used_;
    MultiplierPipe<Sum> multiplier_;
    std::vector<Sum> sum_;
    std::vector<Sum> shadow_;
    std::vector<BitWord> leaving_;  // the sum (or shadow) moves south

    // Edges.
    Issuer issuer_;
    Cycles port_free_ = 0;            // first cycle in which a fold may start, for its drain's sake
    std::vector<BitWord> row_issue_;  // rows that an activation enters in this cycle
    std::vector<BitWord> column_issue_;  // columns that a weight enters in this cycle
    std::vector<BitWord> draining_;      // columns that drain in this cycle
    std::vector<BitWord> drain_next_;    // columns whose drain starts in the next
    std::vector<Lane> west_lanes_, north_lanes_, south_lanes_;
};

extern template class OutputGrid<std::int8_t>;
extern template class OutputGrid<std::int16_t>;
extern template class OutputGrid<float>;

}  // namespace systole::arch
