#include "arch/cube/output_grid.h"

#include "sim/core/error.h"

#include <algorithm>

namespace systole::arch {

namespace {

void copy_bits(const BitWord* from, BitWord* to, std::size_t words) {
    std::copy(from, from + words, to);
}

}  // namespace

template <class Element>
OutputGrid<Element>::OutputGrid(const Array& array,
                                const Matrix<Element>& a,
                                const Matrix<Element>& b)
    : TypedPeGrid<Element>(Gemm{a.rows, b.cols, a.cols}, array),
      pitch_(cols_ + 1),
      a_(a),
      b_(transposed(b)),
      product_(a.rows, b.cols),
      west_(rows_ * pitch_),
      next_west_(rows_ * pitch_),
      north_((rows_ + 1) * cols_),
      next_north_((rows_ + 1) * cols_),
      west_useful_(rows_ * words_),
      north_useful_(rows_ * words_),
      north_valid_(rows_ * words_),
      used_(rows_ * words_),
      multiplier_(array.mac_latency - 1, kTags, rows_, cols_),
      sum_(rows_ * cols_),
      shadow_(array.double_buffered ? rows_ * cols_ : 0),
      leaving_(rows_ * words_),
      row_issue_(bit_words(rows_)),
      column_issue_(words_),
      draining_(words_),
      drain_next_(words_),
      west_lanes_(rows_),
      north_lanes_(cols_),
      south_lanes_(cols_) {
    for (std::vector<BitWord>& tag : west_bits_) {
        tag.resize(rows_ * words_);
    }
    issuer_.interval = array.interval;
}

template <class Element>
void OutputGrid<Element>::cycle() {
    const bool issued = issue();
    shift_bits(row_issue_.data(), rows_, issued);
    enter_west();
    enter_north(issued);
    // A product is useful when neither operand is padding.
    keep_common(west_useful_.data(), west_bits_[kValid].data(), used_.data(), used_.size());
    busy_ = keep_common(used_.data(), north_useful_.data(), used_.data(), used_.size());
    drain();
    compute();
    move_on();
}

// Whether the next step of the reduction starts at PE (0, 0) in this cycle. A new fold waits for
// the way out: without double buffering until the fold before has left, with it until the drain of
// the fold before, R cycles at each column's southern edge, cannot be met by its own.
template <class Element>
bool OutputGrid<Element>::issue() {
    const Cycles now = this->cycles();
    if (issuer_.next.fold == folds_.count() || now < issuer_.ready) {
        return false;
    }
    if (issuer_.next.step == 0) {
        if (now < port_free_ ||
            (!array_.double_buffered && south_lanes_[cols_ - 1].fold < issuer_.next.fold)) {
            return false;
        }
        port_free_ = now + rows_;
    }
    issuer_.start(now, folds_.streamed, folds_.row_folds);
    return true;
}

template <class Element>
void OutputGrid<Element>::enter_west() {
    for_each_bit(row_issue_.data(), row_issue_.size(), [&](std::size_t row) {
        Lane& lane = west_lanes_[row];
        const std::size_t r = lane.row_fold * rows_ + row;
        west_[row * pitch_] = Element{};
        set_bit(bits(west_bits_[kValid], row), 0);
        if (lane.step == 0) {
            set_bit(bits(west_bits_[kFirst], row), 0);
        }
        if (lane.step + 1 == folds_.streamed) {
            set_bit(bits(west_bits_[kLast], row), 0);
        }
        if (r < folds_.on_rows) {
            west_[row * pitch_] = a_.at(r, lane.step);
            set_bit(bits(west_useful_, row), 0);
            ++reads_[Operand::kActivations];
        }
        lane.advance(folds_.streamed, folds_.row_folds);
    });
}

template <class Element>
void OutputGrid<Element>::enter_north(bool first_column) {
    shift_bits(column_issue_.data(), cols_, first_column);
    copy_bits(column_issue_.data(), bits(north_valid_, 0), words_);
    BitWord* useful = bits(north_useful_, 0);
    std::fill(useful, useful + words_, 0);
    for_each_bit(column_issue_.data(), words_, [&](std::size_t col) {
        Lane& lane = north_lanes_[col];
        const std::size_t c = lane.col_fold * cols_ + col;
        north_[col] = Element{};
        if (c < folds_.on_cols) {
            north_[col] = b_.at(c, lane.step);
            set_bit(useful, col);
            ++reads_[Operand::kWeights];
        }
        lane.advance(folds_.streamed, folds_.row_folds);
    });
}

template <class Element>
void OutputGrid<Element>::leave(std::size_t col) {
    SYSTOLE_INVARIANT(bit_at(bits(leaving_, rows_ - 1), col), "a drain ran out of sums");
    Lane& lane = south_lanes_[col];
    const std::size_t m = lane.row_fold * rows_ + (rows_ - 1 - lane.step);
    const std::size_t n = lane.col_fold * cols_ + col;
    if (m < folds_.on_rows && n < folds_.on_cols) {
        const Sum sum = chain()[(rows_ - 1) * cols_ + col];
        product_.at(m, n) = sum;
        ++writes_[Operand::kOutputs];
        if (this->record_) {
            this->outputs_.push_back({col, m, n, false, grid_value(sum)});
        }
    }
    --outputs_left_;
    lane.advance(rows_, folds_.row_folds);
}

template <class Element>
void OutputGrid<Element>::drain() {
    if (!any_bit(drain_next_.data(), words_) && !any_bit(draining_.data(), words_)) {
        return;
    }
    // A column's whole chain starts to move at once.
    for (std::size_t row = 0; row < rows_; ++row) {
        for (std::size_t w = 0; w < words_; ++w) {
            bits(leaving_, row)[w] |= drain_next_[w];
        }
    }
    for (std::size_t w = 0; w < words_; ++w) {
        draining_[w] |= drain_next_[w];
        drain_next_[w] = 0;
    }
    for_each_bit(draining_.data(), words_, [&](std::size_t col) { leave(col); });
    Sum* registers = chain().data();
    for (std::size_t row = rows_; --row > 0;) {
        copy_bits(bits(leaving_, row - 1), bits(leaving_, row), words_);
        const Sum* from = registers + (row - 1) * cols_;
        Sum* to = registers + row * cols_;
        for_each_run(bits(leaving_, row), words_, [&](std::size_t begin, std::size_t end) {
            std::copy(from + begin, from + end, to + begin);
        });
    }
    std::fill_n(bits(leaving_, 0), words_, 0);
    // A drain ends with its last sum.
    for_each_bit(draining_.data(), words_, [&](std::size_t col) {
        if (south_lanes_[col].step == 0) {
            draining_[col / kBitWord] &= ~(BitWord{1} << (col % kBitWord));
        }
    });
}

// The PEs of `last` have summed their last product.
template <class Element>
void OutputGrid<Element>::finish(std::size_t row, const BitWord* last) {
    if (array_.double_buffered) {
        for_each_bit(last, words_, [&](std::size_t col) {
            SYSTOLE_INVARIANT(!bit_at(bits(leaving_, row), col), "a sum meets the drain before it");
            shadow_[row * cols_ + col] = sum_[row * cols_ + col];
        });
    }
    if (row + 1 == rows_) {
        copy_bits(last, drain_next_.data(), words_);
    }
}

template <class Element>
void OutputGrid<Element>::compute_row(std::size_t row) {
    const Element* west = west_.data() + row * pitch_;
    const Element* north = north_.data() + row * cols_;
    Element* east = next_west_.data() + row * pitch_ + 1;
    Element* south = next_north_.data() + (row + 1) * cols_;
    Sum* sum = sum_.data() + row * cols_;
    BitWord* valid = bits(west_bits_[kValid], row);
    BitWord* first = bits(west_bits_[kFirst], row);
    BitWord* last = bits(west_bits_[kLast], row);
    for (std::size_t w = 0; w < words_; ++w) {
        SYSTOLE_INVARIANT(valid[w] == bits(north_valid_, row)[w],
                          "an activation and the weight from the north miss each other");
    }
    const auto clear = [&](std::size_t col) { sum[col] = Sum{}; };
    if (multiplier_.stages() == 0) {
        for_each_bit(first, words_, clear);
        for_each_run(valid, words_, [&](std::size_t begin, std::size_t end) {
            accumulate_row(
                west + begin, north + begin, sum + begin, east + begin, south + begin, end - begin);
        });
        finish(row, last);
        return;
    }
    Sum* products = multiplier_.products(row);
    for_each_bit(multiplier_.bits(kFirst, row), words_, clear);
    for_each_run(multiplier_.bits(kValid, row), words_, [&](std::size_t begin, std::size_t end) {
        accumulate_products_row(products + begin, sum + begin, end - begin);
    });
    finish(row, multiplier_.bits(kLast, row));
    for_each_run(valid, words_, [&](std::size_t begin, std::size_t end) {
        multiply_both_row(west + begin,
                          north + begin,
                          products + begin,
                          east + begin,
                          south + begin,
                          end - begin);
    });
    copy_bits(valid, multiplier_.bits(kValid, row), words_);
    copy_bits(first, multiplier_.bits(kFirst, row), words_);
    copy_bits(last, multiplier_.bits(kLast, row), words_);
}

template <class Element>
void OutputGrid<Element>::compute() {
    for (std::size_t row = 0; row < rows_; ++row) {
        compute_row(row);
    }
    multiplier_.next_cycle();
}

template <class Element>
void OutputGrid<Element>::move_on() {
    for (std::size_t row = 0; row < rows_; ++row) {
        for (std::vector<BitWord>& tag : west_bits_) {
            shift_bits(bits(tag, row), cols_, false);
        }
        shift_bits(bits(west_useful_, row), cols_, false);
    }
    // The north's bits: every row takes those of the row above.
    std::copy_backward(north_valid_.begin(),
                       north_valid_.end() - static_cast<std::ptrdiff_t>(words_),
                       north_valid_.end());
    std::copy_backward(north_useful_.begin(),
                       north_useful_.end() - static_cast<std::ptrdiff_t>(words_),
                       north_useful_.end());
    std::swap(west_, next_west_);
    std::swap(north_, next_north_);
}

template <class Element>
bool OutputGrid<Element>::busy_at(std::size_t row, std::size_t col) const {
    return bit_at(used_.data() + row * words_, col);
}

template <class Element>
GridValue OutputGrid<Element>::sum_at(std::size_t row, std::size_t col) const {
    return grid_value(sum_[row * cols_ + col]);
}

template class OutputGrid<std::int8_t>;
template class OutputGrid<std::int16_t>;
template class OutputGrid<float>;

}  // namespace systole::arch
