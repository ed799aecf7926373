#include "arch/cube/tile_loader.h"

#include "sim/core/error.h"

#include <algorithm>
#include <utility>

namespace systole::arch {

template <class Element>
TileLoader<Element>::TileLoader(Matrix<Element> whole,
                                std::size_t rows,
                                std::size_t cols,
                                std::size_t row_folds)
    : whole_(std::move(whole)),
      rows_(rows),
      cols_(cols),
      words_(bit_words(cols)),
      row_folds_(row_folds),
      values_(rows * cols),
      useful_(rows * words_),
      moving_(rows * words_),
      enabled_(words_),
      finished_(words_),
      columns_(cols) {}

template <class Element>
bool TileLoader<Element>::enter(std::size_t to_row,
                                std::size_t col,
                                std::uint64_t tile,
                                std::size_t row) {
    const std::size_t r = tile % row_folds_ * rows_ + row;
    const std::size_t c = tile / row_folds_ * cols_ + col;
    const bool useful = r < whole_.rows && c < whole_.cols;
    values_[to_row * cols_ + col] = useful ? whole_.at(r, c) : Element{};
    BitWord& word = useful_[to_row * words_ + col / kBitWord];
    const BitWord bit = BitWord{1} << (col % kBitWord);
    word = useful ? word | bit : word & ~bit;
    return useful;
}

template <class Element>
std::uint64_t TileLoader<Element>::preload() {
    std::uint64_t read = 0;
    for (std::size_t r = 0; r < rows_; ++r) {
        for (std::size_t c = 0; c < cols_; ++c) {
            read += enter(r, c, 0, r) ? 1 : 0;
        }
    }
    for (Column& column : columns_) {
        column.tile = 1;
    }
    started_ = 1;
    return read;
}

template <class Element>
void TileLoader<Element>::start() {
    SYSTOLE_INVARIANT(columns_[0].entered == 0, "a tile starts while another enters");
    enable_first_ = true;
    ++started_;
}

template <class Element>
void TileLoader<Element>::shift_row(std::size_t row) {
    const BitWord* from = moving_.data() + (row - 1) * words_;
    BitWord* to = moving_.data() + row * words_;
    const BitWord* useful_from = useful_.data() + (row - 1) * words_;
    BitWord* useful_to = useful_.data() + row * words_;
    for (std::size_t w = 0; w < words_; ++w) {
        to[w] = from[w] & enabled_[w];
        useful_to[w] = (useful_to[w] & ~to[w]) | (useful_from[w] & to[w]);
    }
    const Element* north = values_.data() + (row - 1) * cols_;
    Element* here = values_.data() + row * cols_;
    for_each_run(to, words_, [&](std::size_t begin, std::size_t end) {
        std::copy(north + begin, north + end, here + begin);
    });
    for (std::size_t w = 0; w < words_; ++w) {
        to[w] &= ~finished_[w];
    }
}

template <class Element>
std::uint64_t TileLoader<Element>::shift() {
    shift_bits(enabled_.data(), cols_, enable_first_);
    if (!any_bit(enabled_.data(), words_)) {
        return 0;
    }
    std::fill(finished_.begin(), finished_.end(), 0);
    for_each_bit(enabled_.data(), words_, [&](std::size_t col) {
        if (columns_[col].entered + 1 == rows_) {
            set_bit(finished_.data(), col);
        }
    });
    for (std::size_t row = rows_; --row > 0;) {
        shift_row(row);
    }
    std::uint64_t read = 0;
    for_each_bit(enabled_.data(), words_, [&](std::size_t col) {
        Column& column = columns_[col];
        read += enter(0, col, column.tile, rows_ - 1 - column.entered) ? 1 : 0;
        if (++column.entered == rows_) {
            column.entered = 0;
            ++column.tile;
            if (col == 0) {
                enable_first_ = false;
            }
        }
    });
    for (std::size_t w = 0; w < words_; ++w) {
        moving_[w] = enabled_[w] & ~finished_[w];
    }
    return read;
}

template class TileLoader<std::int8_t>;
template class TileLoader<std::int16_t>;
template class TileLoader<float>;

}  // namespace systole::arch
