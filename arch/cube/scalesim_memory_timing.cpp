#include "arch/cube/scalesim_memory_timing.h"

#include "arch/cube/fold_timing.h"
#include "sim/core/error.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

namespace systole::arch {
namespace {

constexpr std::uint64_t kMostWords = std::uint64_t{1} << 27;
constexpr std::uint64_t kMostReads = std::uint64_t{1} << 34;
constexpr std::uint64_t kNoWord = std::numeric_limits<std::uint64_t>::max();

// The order in which an operand is fetched: a matrix of `steps` x `across`, cut into folds of
// `width` that lie below each other; row by row, or along its rising diagonals.
struct FetchOrder {
    std::uint64_t steps, across, width;
    bool diagonal;

    // Calls take(step, position) for every element.
    template <class Take>
    void each(Take take) const {
        const std::uint64_t rows = steps * ceil_div(across, width);
        const auto at = [&](std::uint64_t row, std::uint64_t column) {
            const std::uint64_t position = row / steps * width + column;
            if (position < across) {
                take(row % steps, position);
            }
        };
        if (!diagonal) {
            for (std::uint64_t row = 0; row < rows; ++row) {
                for (std::uint64_t column = 0; column < width; ++column) {
                    at(row, column);
                }
            }
            return;
        }
        for (std::uint64_t d = 0; d < rows + width - 1; ++d) {
            const std::uint64_t last = d < width ? 0 : d - width + 1;
            for (std::uint64_t row = std::min(d, rows - 1) + 1; row-- > last;) {
                at(row, d - row);
            }
        }
    }
};

// An operand's SRAM.
class ReadBuffer {
 public:
    // `address(step, position)` below `addresses`, or kNoWord.
    template <class Address>
    ReadBuffer(std::uint64_t words,
               std::uint64_t bandwidth,
               std::uint64_t addresses,
               const FetchOrder& order,
               Address address)
        : first_(addresses + 1, 0) {
        const std::uint64_t line_words = ceil_div(words, 100);
        const std::uint64_t active_words = ceil_div(words, 2);
        const std::uint64_t next_words = words - active_words;
        order.each([&](std::uint64_t step, std::uint64_t position) {
            const std::uint64_t word = address(step, position);
            if (word != kNoWord) {
                ++first_[word + 1];
            }
        });
        for (std::size_t i = 1; i < first_.size(); ++i) {
            first_[i] += first_[i - 1];
        }
        line_.resize(first_.back());
        std::vector<std::uint32_t> filled(first_.begin(), first_.end() - 1);
        std::uint64_t count = 0;
        order.each([&](std::uint64_t step, std::uint64_t position) {
            const std::uint64_t word = address(step, position);
            if (word != kNoWord) {
                line_[filled[word]++] = static_cast<std::uint32_t>(count++ / line_words);
            }
        });
        lines_ = count / line_words + 1;
        active_lines_ = std::min(lines_, ceil_div(active_words, line_words));
        next_lines_ = std::min(lines_ - active_lines_, ceil_div(next_words, line_words));
        end_ = active_lines_;
        fetch_cycles_ = static_cast<std::int64_t>(ceil_div(next_words, bandwidth)) + 1;
    }

    // Reads `word` in the cycle begun with begin().
    void read(std::uint64_t word) {
        used_ = true;
        while (!is_active(word)) {
            start_ = (start_ + next_lines_) % lines_;
            end_ = (start_ + active_lines_) % lines_;
            arrived_ += fetch_cycles_;
            const std::int64_t wait = arrived_ - (cycle_ + kHit + wait_);
            wait_ += wait > 0 ? 2 * wait : wait;
        }
    }

    void begin(std::int64_t cycle) {
        cycle_ = cycle;
        wait_ = 0;
        used_ = false;
    }
    // What the array has to wait for this cycle's reads.
    std::int64_t end(Window& window) {
        if (used_) {
            const auto served = static_cast<Cycles>(cycle_ + kHit + wait_);
            window.start = any_ ? window.start : served;
            window.stop = served;
            any_ = true;
        }
        return wait_;
    }

 private:
    static constexpr std::int64_t kHit = 1;  // cycles of a read that hits

    bool is_active(std::uint64_t word) const {
        for (std::uint32_t i = first_[word]; i < first_[word + 1]; ++i) {
            const std::uint64_t line = line_[i];
            if (start_ < end_ ? start_ <= line && line < end_ : start_ <= line || line < end_) {
                return true;
            }
        }
        return false;
    }

    std::vector<std::uint32_t> first_;  // of every word, into line_
    std::vector<std::uint32_t> line_;   // the lines that hold it
    std::uint64_t lines_ = 1, active_lines_ = 1, next_lines_ = 0;
    std::uint64_t start_ = 0, end_ = 1;  // the active lines, round the end
    std::int64_t fetch_cycles_ = 1;
    std::int64_t arrived_ = -1;  // when the half that is fetched is there; the first is at once
    std::int64_t cycle_ = 0, wait_ = 0;
    bool used_ = false, any_ = false;
};

// The output's SRAM. Words leave in lines of the bandwidth, a line a cycle.
class WriteBuffer {
 public:
    WriteBuffer(std::uint64_t words, std::uint64_t bandwidth)
        : free_(static_cast<std::int64_t>(words)),
          kept_(static_cast<std::int64_t>(ceil_div(words, 2))),
          drain_lines_(ceil_div(words - ceil_div(words, 2), bandwidth)),
          bandwidth_(bandwidth) {}

    // Writes `words` from `cycle` on; the cycle in which the last is taken.
    std::int64_t write(std::uint64_t words, std::int64_t cycle) {
        for (; words > 0; --words) {
            --free_;
            if (++open_ == bandwidth_) {
                close_line();
            }
            if (cycle < drained_) {
                cycle = free_ > 0 ? cycle : drained_;
            } else if (free_ < kept_) {
                drain(cycle);
            }
        }
        return cycle;
    }

 private:
    void close_line() {
        full_.push_back(open_);
        open_ = 0;
    }

    void drain(std::int64_t cycle) {
        if (open_ > 0) {
            close_line();
        }
        const std::uint64_t lines = std::min(drain_lines_, full_.size() - left_);
        left_ += lines;
        // Only the last line of a drain counts as filled in part; those of earlier drains count
        // whole, so the room grows.
        free_ += static_cast<std::int64_t>((lines - 1) * bandwidth_ + full_[left_ - 1]);
        drained_ = cycle + static_cast<std::int64_t>(lines) - 1;
    }

    std::int64_t free_, kept_;
    std::uint64_t drain_lines_, bandwidth_;
    std::vector<std::uint64_t> full_;  // words of every line written
    std::size_t left_ = 0;             // of those, drained
    std::uint64_t open_ = 0;           // words of the line that is being filled
    std::int64_t drained_ = 0;
};

// What a product asks of its three buffers, cycle by cycle.
class Walk {
 public:
    Walk(const Gemm& gemm, const Array& array, const ScalesimMap& map, const ScalesimMemory& memory)
        : gemm_(gemm),
          array_(array),
          map_(map),
          fold_(fold(gemm, gemm.k, array)),
          inputs_(memory.ifmap_words,
                  memory.ifmap_bandwidth,
                  map.in_h * map.in_w * map.channels,
                  input_order(),
                  [this](std::uint64_t step, std::uint64_t position) {
                      return array_.dataflow == Dataflow::kWeightStationary ? input(step, position)
                                                                            : input(position, step);
                  }),
          weights_(memory.filter_words,
                   memory.filter_bandwidth,
                   gemm.k * gemm.n,
                   weight_order(),
                   [this](std::uint64_t step, std::uint64_t position) {
                       return array_.dataflow == Dataflow::kInputStationary
                                  ? weight(position, step)
                                  : weight(step, position);
                   }),
          outputs_(memory.ofmap_words, memory.ofmap_bandwidth) {}

    void run(ScalesimCost& cost) {
        const bool os = array_.dataflow == Dataflow::kOutputStationary;
        const std::uint64_t length =
            array_.rows + array_.cols + fold_.streamed - 2 + (os ? 0 : array_.rows);
        for (std::uint64_t fc = 0; fc < fold_.col_folds; ++fc) {
            for (std::uint64_t fr = 0; fr < fold_.row_folds; ++fr) {
                first_row_ = fr * array_.rows;
                rows_ = std::min(array_.rows, fold_.on_rows - first_row_);
                first_col_ = fc * array_.cols;
                cols_ = std::min(array_.cols, fold_.on_cols - first_col_);
                for (std::uint64_t t = 0; t < length; ++t) {
                    cycle(os, t, cost);
                }
            }
        }
        cost.compute_cycles = static_cast<Cycles>(last_);
        cost.stall_cycles = static_cast<Cycles>(stalls_);
    }

 private:
    FetchOrder input_order() const {
        switch (array_.dataflow) {
            case Dataflow::kWeightStationary:
                return {gemm_.m, gemm_.k, array_.rows, true};
            case Dataflow::kOutputStationary:
                return {gemm_.k, gemm_.m, array_.rows, true};
            default:
                return {gemm_.k, gemm_.m, array_.cols, false};
        }
    }
    FetchOrder weight_order() const {
        switch (array_.dataflow) {
            case Dataflow::kWeightStationary:
                return {gemm_.k, gemm_.n, array_.cols, false};
            case Dataflow::kOutputStationary:
                return {gemm_.k, gemm_.n, array_.cols, true};
            default:
                return {gemm_.n, gemm_.k, array_.rows, true};
        }
    }

    // The word of the input at row m, column k of the im2col matrix; none past the map's edge.
    std::uint64_t input(std::uint64_t m, std::uint64_t k) const {
        const std::uint64_t row =
            m / map_.out_w * map_.stride_h + k / (map_.filter_w * map_.channels);
        const std::uint64_t in_row = k % (map_.filter_w * map_.channels);
        const std::uint64_t column = m % map_.out_w * map_.stride_w + in_row / map_.channels;
        return row < map_.in_h && column < map_.in_w
                   ? (row * map_.in_w + column) * map_.channels + in_row % map_.channels
                   : kNoWord;
    }
    std::uint64_t weight(std::uint64_t k, std::uint64_t n) const { return n * gemm_.k + k; }

    void read_input(std::uint64_t m, std::uint64_t k) {
        if (const std::uint64_t word = input(m, k); word != kNoWord) {
            inputs_.read(word);
        }
    }

    // Cycle t of a fold that streams both operands, skewed; outputs leave bottom row first.
    std::uint64_t stream_both(std::uint64_t t) {
        const std::uint64_t steps = fold_.streamed;
        for (std::uint64_t i = 0; i < rows_ && i <= t; ++i) {
            if (t - i < steps) {
                read_input(first_row_ + i, t - i);
            }
        }
        std::uint64_t written = 0;
        for (std::uint64_t i = 0; i < cols_ && i <= t; ++i) {
            if (t - i < steps) {
                weights_.read(weight(t - i, first_col_ + i));
            }
            const std::uint64_t out = t - i - (steps - 1);  // wraps before the first
            written += t - i >= steps - 1 && out < array_.rows && array_.rows - 1 - out < rows_;
        }
        return written;
    }

    // Cycle t of a fold that first loads one operand, bottom row first, then streams the other.
    std::uint64_t load_and_stream(std::uint64_t t) {
        const bool ws = array_.dataflow == Dataflow::kWeightStationary;
        const std::uint64_t row = array_.rows - 1 - t;
        for (std::uint64_t i = 0; t < array_.rows && row < rows_ && i < cols_; ++i) {
            if (ws) {
                weights_.read(weight(first_row_ + row, first_col_ + i));
            } else {
                read_input(first_col_ + i, first_row_ + row);
            }
        }
        for (std::uint64_t i = 0; i < rows_ && array_.rows + i <= t; ++i) {
            const std::uint64_t step = t - array_.rows - i;
            if (step >= fold_.streamed) {
                continue;
            }
            if (ws) {
                read_input(step, first_row_ + i);
            } else {
                weights_.read(weight(first_row_ + i, step));
            }
        }
        std::uint64_t written = 0;
        for (std::uint64_t i = 0; i < cols_ && 2 * array_.rows - 1 + i <= t; ++i) {
            written += t - (2 * array_.rows - 1) - i < fold_.streamed;
        }
        return written;
    }

    void cycle(bool os, std::uint64_t t, ScalesimCost& cost) {
        const std::int64_t now = asked_++ + stalls_;
        inputs_.begin(now);
        weights_.begin(now);
        const std::uint64_t written = os ? stream_both(t) : load_and_stream(t);
        const std::int64_t input_wait = inputs_.end(cost.ifmap_sram);
        const std::int64_t weight_wait = weights_.end(cost.filter_sram);
        const std::int64_t taken = outputs_.write(written, now);
        if (written > 0) {
            cost.ofmap_sram.start = wrote_ ? cost.ofmap_sram.start : static_cast<Cycles>(taken);
            cost.ofmap_sram.stop = static_cast<Cycles>(taken);
            wrote_ = true;
        }
        last_ = std::max(last_, taken);
        stalls_ += std::max({input_wait, weight_wait, taken - now});
    }

    const Gemm& gemm_;
    const Array& array_;
    const ScalesimMap& map_;
    Folding fold_;
    ReadBuffer inputs_, weights_;
    WriteBuffer outputs_;
    std::uint64_t first_row_ = 0, rows_ = 0, first_col_ = 0, cols_ = 0;  // of the current fold
    std::int64_t asked_ = 0, stalls_ = 0, last_ = 0;
    bool wrote_ = false;
};

void check(const ScalesimCost& cost,
           const Gemm& gemm,
           const ScalesimMap& map,
           const ScalesimMemory& memory) {
    for (const std::uint64_t part : {memory.ifmap_words,
                                     memory.filter_words,
                                     memory.ofmap_words,
                                     memory.ifmap_bandwidth,
                                     memory.filter_bandwidth,
                                     memory.ofmap_bandwidth}) {
        if (part == 0) {
            throw_bad_input("array.memory",
                            {},
                            "a buffer or bandwidth of 0; with a bandwidth given by the user all "
                            "of them must be at least 1");
        }
    }
    const std::uint64_t words = std::max({times(times(map.in_h, map.in_w), map.channels),
                                          times(gemm.m, gemm.k),
                                          times(gemm.k, gemm.n)});
    const std::uint64_t reads = plus(cost.ifmap_sram_reads, cost.filter_sram_reads);
    if (words > kMostWords || reads > kMostReads) {
        throw_bad_input("array.too-large",
                        {},
                        "an operand of " + std::to_string(words) + " words and " +
                            std::to_string(reads) +
                            " reads; with a bandwidth given by the user every read is followed, "
                            "expected at most 2^27 words and 2^34 reads: cut the layer, or set "
                            "InterfaceBandwidth to CALC");
    }
}

}  // namespace

void add_scalesim_stalls(ScalesimCost& cost,
                         const Gemm& gemm,
                         const Array& array,
                         const ScalesimMap& map,
                         const ScalesimMemory& memory) {
    check(cost, gemm, map, memory);
    const Cycles before = cost.compute_cycles;
    Walk(gemm, array, map, memory).run(cost);
    if (before != 0 && cost.compute_cycles != 0) {
        cost.overall_util_pct *=
            static_cast<double>(before) / static_cast<double>(cost.compute_cycles);
    }
}

}  // namespace systole::arch
