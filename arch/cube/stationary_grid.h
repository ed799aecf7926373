#pragma once

#include "arch/cube/grid_lanes.h"
#include "arch/cube/multiplier_pipe.h"
#include "arch/cube/pe_grid.h"
#include "arch/cube/tile_loader.h"

#include <cstdint>
#include <vector>

namespace systole::arch {

// Weight- and input-stationary: a tile of one operand stays in the PEs, the other enters from the
// west, row r one cycle after row r-1, and partial sums go south. The sums of earlier row folds
// enter at the north edge, so each output is summed in the order of k. is is ws with the operands
// exchanged.
template <class Element>
class StationaryGrid final : public TypedPeGrid<Element> {
 public:
    using Sum = Accumulator<Element>;
    StationaryGrid(const Array& array, const Matrix<Element>& a, const Matrix<Element>& b);

    bool busy_at(std::size_t row, std::size_t col) const override;
    GridValue sum_at(std::size_t row, std::size_t col) const override;
    Matrix<Sum> product() const override;

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

    bool issue();
    void enter_west();
    void swap_tiles();
    void enter_north();
    void compute();
    void compute_row(std::size_t row);
    void leave_south();
    void leave(std::size_t col);
    bool tile_can_start() const;
    BitWord* bits(std::vector<BitWord>& of, std::size_t row) { return of.data() + row * words_; }

    const bool weights_stay_;
    const Operand streamed_, stationary_;
    const std::size_t pitch_;  // of west_: one column more, where the last one's operands go
    Matrix<Element> stream_;   // on_rows x streamed
    Matrix<Sum> sums_;         // on_cols x streamed

    // Registers of the PEs.
    std::vector<Element> west_,
        next_west_;               // the operand at a PE's input, in this cycle and the next
    std::vector<BitWord> valid_;  // west_ holds an element
    std::vector<BitWord> first_;  // ... the first of its fold: the tiles are swapped
    std::vector<BitWord> used_;   // ... and neither it nor what it met was padding
    TileLoader<Element> loader_;
    std::vector<Element> held_;  // double-buffered: the stationary operand in use
    std::vector<BitWord> held_useful_;
    MultiplierPipe<Sum> multiplier_;
    std::vector<Sum> sum_;         // the partial sum on its way south
    std::vector<BitWord> summed_;  // sum_ holds one

    // Edges.
    Issuer issuer_;
    std::vector<BitWord> row_issue_;  // rows that an element enters in this cycle
    std::vector<Lane> west_lanes_, north_lanes_, south_lanes_;
    std::vector<Sum> north_;
};

extern template class StationaryGrid<std::int8_t>;
extern template class StationaryGrid<std::int16_t>;
extern template class StationaryGrid<float>;

}  // namespace systole::arch
