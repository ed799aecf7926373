#pragma once

#include "sim/core/ids.h"

#include <cstdint>

namespace systole::arch {

// One row or column of the grid's edge: which step of which fold it handles next.
struct Lane {
    std::uint64_t fold = 0;
    std::uint64_t step = 0;

    void advance(std::uint64_t steps) {
        if (++step == steps) {
            step = 0;
            ++fold;
        }
    }
};

// Starts streamed vectors at the grid's first row, one every `interval` cycles at most.
struct Issuer {
    std::uint64_t interval = 1;
    Lane next;
    Cycles ready = 0;  // first cycle in which the next vector may start

    // Starts a vector in `cycle`.
    void start(Cycles cycle, std::uint64_t streamed) {
        ready = cycle + interval;
        next.advance(streamed);
    }
};

}  // namespace systole::arch
