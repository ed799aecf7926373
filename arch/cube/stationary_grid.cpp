#include "arch/cube/stationary_grid.h"

#include "sim/core/error.h"

#include <algorithm>

namespace systole::arch {

// Order within step(): what a PE reads in a cycle is what its registers held at its start, so rows
// are worked from south to north where sums move in place, and the operands that go east are
// written to the registers of the next cycle.

namespace {

template <class Element>
Gemm gemm_of(const Matrix<Element>& a, const Matrix<Element>& b) {
    return {a.rows, b.cols, a.cols};
}

}  // namespace

template <class Element>
StationaryGrid<Element>::StationaryGrid(const Array& array,
                                        const Matrix<Element>& a,
                                        const Matrix<Element>& b)
    : TypedPeGrid<Element>(gemm_of(a, b), array),
      weights_stay_(array.dataflow == Dataflow::kWeightStationary),
      streamed_(weights_stay_ ? Operand::kActivations : Operand::kWeights),
      stationary_(weights_stay_ ? Operand::kWeights : Operand::kActivations),
      pitch_(cols_ + 1),
      stream_(weights_stay_ ? transposed(a) : b),
      sums_(folds_.on_cols, folds_.streamed),
      west_(rows_ * pitch_),
      next_west_(rows_ * pitch_),
      valid_(rows_ * words_),
      first_(rows_ * words_),
      used_(rows_ * words_),
      loader_(weights_stay_ ? b : transposed(a), rows_, cols_, folds_.row_folds),
      held_(array.double_buffered ? rows_ * cols_ : 0),
      held_useful_(array.double_buffered ? rows_ * words_ : 0),
      multiplier_(array.mac_latency - 1, 1, rows_, cols_),
      sum_(rows_ * cols_),
      summed_(rows_ * words_),
      row_issue_(bit_words(rows_)),
      west_lanes_(rows_),
      north_lanes_(cols_),
      south_lanes_(cols_),
      north_(cols_) {
    issuer_.interval = array.interval;
    if (array.preloaded) {
        reads_[stationary_] += loader_.preload();
    }
}

template <class Element>
void StationaryGrid<Element>::cycle() {
    const bool all_left = tile_can_start();
    shift_bits(row_issue_.data(), rows_, issue());
    enter_west();
    if (array_.double_buffered) {
        swap_tiles();
    }
    const std::vector<BitWord>& useful = array_.double_buffered ? held_useful_ : loader_.useful();
    busy_ = keep_common(valid_.data(), useful.data(), used_.data(), valid_.size());
    enter_north();
    compute();
    leave_south();
    if (array_.double_buffered ? tile_can_start() : all_left) {
        loader_.start();
    }
    reads_[stationary_] += loader_.shift();
}

// Whether the next vector starts at row 0 in this cycle: the tile it needs must be in place in
// column 0 (the other columns follow a cycle each, as the vector does).
template <class Element>
bool StationaryGrid<Element>::issue() {
    const Cycles now = this->cycles();
    if (issuer_.next.fold >= loader_.loaded(0) || now < issuer_.ready) {
        return false;
    }
    issuer_.start(now, folds_.streamed, folds_.row_folds);
    return true;
}

template <class Element>
void StationaryGrid<Element>::enter_west() {
    for_each_bit(row_issue_.data(), row_issue_.size(), [&](std::size_t row) {
        Lane& lane = west_lanes_[row];
        const std::size_t r = lane.row_fold * rows_ + row;
        const bool padding = r >= folds_.on_rows;
        west_[row * pitch_] = padding ? Element{} : stream_.at(r, lane.step);
        reads_[streamed_] += padding ? 0 : 1;
        set_bit(bits(valid_, row), 0);
        if (lane.step == 0) {
            set_bit(bits(first_, row), 0);
        }
        lane.advance(folds_.streamed, folds_.row_folds);
    });
}

template <class Element>
void StationaryGrid<Element>::swap_tiles() {
    for (std::size_t row = 0; row < rows_; ++row) {
        BitWord* swapping = bits(first_, row);
        const BitWord* useful = loader_.useful().data() + row * words_;
        for_each_bit(swapping, words_, [&](std::size_t col) {
            SYSTOLE_INVARIANT(!loader_.is_moving(row, col), "a vector came before its tile");
            held_[row * cols_ + col] = loader_.values()[row * cols_ + col];
        });
        for (std::size_t w = 0; w < words_; ++w) {
            BitWord& held = bits(held_useful_, row)[w];
            held = (held & ~swapping[w]) | (useful[w] & swapping[w]);
        }
    }
}

// The sums of the row fold before meet the first row's adders at the north edge.
template <class Element>
void StationaryGrid<Element>::enter_north() {
    if (folds_.row_folds == 1) {
        return;  // north_ stays zero
    }
    const BitWord* adding = multiplier_.stages() > 0 ? multiplier_.bits(0, 0) : bits(valid_, 0);
    for_each_bit(adding, words_, [&](std::size_t col) {
        Lane& lane = north_lanes_[col];
        const std::size_t c = lane.col_fold * cols_ + col;
        const bool resumed = lane.row_fold > 0 && c < folds_.on_cols;
        north_[col] = resumed ? sums_.at(c, lane.step) : Sum{};
        reads_[Operand::kOutputs] += resumed ? 1 : 0;
        lane.advance(folds_.streamed, folds_.row_folds);
    });
}

template <class Element>
void StationaryGrid<Element>::compute_row(std::size_t row) {
    const Element* held = (array_.double_buffered ? held_ : loader_.values()).data() + row * cols_;
    const Element* west = west_.data() + row * pitch_;
    Element* east = next_west_.data() + row * pitch_ + 1;
    const Sum* north = row > 0 ? sum_.data() + (row - 1) * cols_ : north_.data();
    Sum* south = sum_.data() + row * cols_;
    BitWord* valid = bits(valid_, row);
    BitWord* adding = valid;
    if (multiplier_.stages() == 0) {
        for_each_run(valid, words_, [&](std::size_t begin, std::size_t end) {
            multiply_add_row(north + begin,
                             held + begin,
                             west + begin,
                             south + begin,
                             east + begin,
                             end - begin);
        });
    } else {
        Sum* products = multiplier_.products(row);
        adding = multiplier_.bits(0, row);
        for_each_run(adding, words_, [&](std::size_t begin, std::size_t end) {
            add_row(north + begin, products + begin, south + begin, end - begin);
        });
        for_each_run(valid, words_, [&](std::size_t begin, std::size_t end) {
            multiply_row(held + begin, west + begin, products + begin, east + begin, end - begin);
        });
    }
    const BitWord* arriving = row > 0 ? bits(summed_, row - 1) : adding;
    BitWord* summed = bits(summed_, row);
    for (std::size_t w = 0; w < words_; ++w) {
        SYSTOLE_INVARIANT(arriving[w] == adding[w],
                          "a product and the partial sum from the north miss each other");
        summed[w] = adding[w];
        adding[w] = valid[w];  // what enters the multiplier
    }
}

template <class Element>
void StationaryGrid<Element>::compute() {
    for (std::size_t row = rows_; row-- > 0;) {
        compute_row(row);
    }
    for (std::size_t row = 0; row < rows_; ++row) {
        shift_bits(bits(valid_, row), cols_, false);
        shift_bits(bits(first_, row), cols_, false);
    }
    multiplier_.next_cycle();
    std::swap(west_, next_west_);
}

template <class Element>
void StationaryGrid<Element>::leave(std::size_t col) {
    Lane& lane = south_lanes_[col];
    const std::size_t c = lane.col_fold * cols_ + col;
    if (c < folds_.on_cols) {
        const Sum sum = sum_[(rows_ - 1) * cols_ + col];
        sums_.at(c, lane.step) = sum;
        ++writes_[Operand::kOutputs];
        if (this->record_) {
            this->outputs_.push_back({col,
                                      weights_stay_ ? lane.step : c,
                                      weights_stay_ ? c : lane.step,
                                      lane.row_fold + 1 < folds_.row_folds,
                                      grid_value(sum)});
        }
    }
    --outputs_left_;
    lane.advance(folds_.streamed, folds_.row_folds);
}

template <class Element>
void StationaryGrid<Element>::leave_south() {
    for_each_bit(bits(summed_, rows_ - 1), words_, [&](std::size_t col) { leave(col); });
}

// Whether there is a next tile and its registers in column 0 are free: with double buffering, once
// the first vector of the tile before has taken it over; without, once the fold before has left.
template <class Element>
bool StationaryGrid<Element>::tile_can_start() const {
    const std::uint64_t tiles = loader_.started();
    if (tiles == folds_.count() || loader_.loaded(0) < tiles) {
        return false;
    }
    if (!array_.double_buffered) {
        return south_lanes_[cols_ - 1].fold >= tiles;
    }
    return issuer_.next.fold >= tiles || (issuer_.next.fold + 1 == tiles && issuer_.next.step > 0);
}

template <class Element>
bool StationaryGrid<Element>::busy_at(std::size_t row, std::size_t col) const {
    return bit_at(used_.data() + row * words_, col);
}

template <class Element>
GridValue StationaryGrid<Element>::sum_at(std::size_t row, std::size_t col) const {
    return grid_value(sum_[row * cols_ + col]);
}

template <class Element>
Matrix<typename StationaryGrid<Element>::Sum> StationaryGrid<Element>::product() const {
    return weights_stay_ ? transposed(sums_) : sums_;
}

template class StationaryGrid<std::int8_t>;
template class StationaryGrid<std::int16_t>;
template class StationaryGrid<float>;

}  // namespace systole::arch
