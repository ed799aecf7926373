#pragma once

#include "sim/core/ids.h"

#include <cstdint>

namespace systole::arch {

// One row or column of the grid's edge: which step of which fold it handles next.
struct Lane {
    std::uint64_t fold = 0;
    std::uint64_t row_fold = 0, col_fold = 0;  // the fold's place; row folds come first
    std::uint64_t step = 0;

    void advance(std::uint64_t steps, std::uint64_t row_folds) {
        if (++step < steps) {
            return;
        }
        step = 0;
        ++fold;
        if (++row_fold == row_folds) {
            row_fold = 0;
            ++col_fold;
        }
    }
};

// Starts streamed vectors at the grid's first row, one every `interval` cycles at most.
struct Issuer {
    std::uint64_t interval = 1;
    Lane next;
    Cycles ready = 0;  // first cycle in which the next vector may start

    // Starts a vector in `cycle`.
    void start(Cycles cycle, std::uint64_t streamed, std::uint64_t row_folds) {
        ready = cycle + interval;
        next.advance(streamed, row_folds);
    }
};

}  // namespace systole::arch
