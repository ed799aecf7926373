#pragma once

#include "arch/cube/bit_row.h"
#include "arch/cube/matrix.h"

#include <cstdint>
#include <vector>

namespace systole::arch {

// Shifts stationary tiles into the PEs from the north: the value for the last row enters first and
// each moves one row south a cycle, so a column is loaded after as many cycles as it has rows, all
// its values arriving together. Column c starts c cycles after column 0, as the streamed operand
// does. The shift registers are one per PE: the operand in use, or with double buffering the one
// behind it.
template <class Element>
class TileLoader {
 public:
    // `whole`: the stationary operand of all folds. Tiles of rows x cols, zeros beyond its edges;
    // `row_folds` tiles down the rows come before the next ones to the east.
    TileLoader(Matrix<Element> whole, std::size_t rows, std::size_t cols, std::size_t row_folds);

    // Puts the first tile in its place before the first cycle. Returns the elements read.
    std::uint64_t preload();
    // Column 0 starts the next tile with this cycle's shift.
    void start();
    // Tiles that column 0 has started, and that column `col` has loaded.
    std::uint64_t started() const { return started_; }
    std::uint64_t loaded(std::size_t col) const { return columns_[col].tile; }

    // One cycle. Returns the elements read.
    std::uint64_t shift();

    // The registers, row by row, and the bits that tell their values from padding.
    const std::vector<Element>& values() const { return values_; }
    const std::vector<BitWord>& useful() const { return useful_; }
    // The value in PE (row, col) has not arrived where it belongs.
    bool is_moving(std::size_t row, std::size_t col) const {
        return bit_at(moving_.data() + row * words_, col);
    }

 private:
    struct Column {
        std::uint64_t tile = 0;
        std::uint64_t entered = 0;  // values of this tile
    };

    // The value for `row` of a column's tile enters register (to_row, col); whether it is padding.
    bool enter(std::size_t to_row, std::size_t col, std::uint64_t tile, std::size_t row);
    void shift_row(std::size_t row);

    const Matrix<Element> whole_;
    const std::size_t rows_, cols_, words_, row_folds_;
    std::vector<Element> values_;
    std::vector<BitWord> useful_;
    std::vector<BitWord> moving_;
    std::vector<BitWord> enabled_;   // columns that shift in this cycle
    std::vector<BitWord> finished_;  // of those, for the last time
    std::vector<Column> columns_;
    bool enable_first_ = false;
    std::uint64_t started_ = 0;
};

extern template class TileLoader<std::int8_t>;
extern template class TileLoader<std::int16_t>;
extern template class TileLoader<float>;

}  // namespace systole::arch
