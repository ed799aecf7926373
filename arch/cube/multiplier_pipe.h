#pragma once

#include "arch/cube/bit_row.h"

#include <cstddef>
#include <vector>

namespace systole::arch {

// The registers behind the PEs' multipliers: what enters in one cycle is added `stages` cycles
// later. The stages take turns at being the last one, instead of all values moving on.
template <class Sum>
class MultiplierPipe {
 public:
    // `tags`: bits that go with each product.
    MultiplierPipe(std::size_t stages, std::size_t tags, std::size_t rows, std::size_t cols)
        : stages_(stages),
          tags_(tags),
          rows_(rows),
          cols_(cols),
          words_(bit_words(cols)),
          products_(stages * rows * cols),
          bits_(stages * tags * rows * words_) {}

    std::size_t stages() const { return stages_; }
    // Of a row: what is added in this cycle; to be replaced by what enters in it.
    Sum* products(std::size_t row) { return products_.data() + (turn_ * rows_ + row) * cols_; }
    BitWord* bits(std::size_t tag, std::size_t row) {
        return bits_.data() + ((turn_ * tags_ + tag) * rows_ + row) * words_;
    }

    void next_cycle() { turn_ = turn_ + 1 < stages_ ? turn_ + 1 : 0; }

 private:
    std::size_t stages_, tags_, rows_, cols_, words_;
    std::size_t turn_ = 0;
    std::vector<Sum> products_;
    std::vector<BitWord> bits_;
};

}  // namespace systole::arch
