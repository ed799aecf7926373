#pragma once

#include "sim/ir/layer.h"

#include <cstdint>

namespace systole::ir {

// Positions [first, end) along one direction of a map.
struct Range {
    std::uint64_t first = 0, end = 0;

    std::uint64_t size() const { return end - first; }
};

// One direction of a map under a window that moves over it.
struct WindowAxis {
    std::uint64_t map = 1;  // positions of the input map, without padding
    std::uint64_t filter = 1, stride = 1, dilation = 1;
    std::uint64_t before = 0, after = 0;  // padding
    std::uint64_t outputs = 1;            // windows, the first at -before

    // Positions from the first tap of a window to its last.
    std::uint64_t span() const { return (filter - 1) * dilation + 1; }
    // Positions from the first tap of the first of `count` windows in a row to the last of the
    // last.
    std::uint64_t span_of(std::uint64_t count) const { return (count - 1) * stride + span(); }
    // How many windows lie on the padded map: what `outputs` is; 0 when not one does.
    std::uint64_t fitting() const {
        const std::uint64_t padded = map + before + after;
        return span() > padded ? 0 : (padded - span()) / stride + 1;
    }
    // Padding as TensorFlow's `same`: ceil(map / stride) windows, the odd element behind the map.
    void pad_same();
    // Windows [at, at + count) with what they reach of the map as a map of its own, at least one
    // position, and the padding that is theirs.
    WindowAxis part(std::uint64_t at, std::uint64_t count) const;
    // The map's positions from the first to the last that windows [at, at + count) read; at least
    // one, so that windows that lie in the padding alone still have an input.
    Range reach(std::uint64_t at, std::uint64_t count) const;

    // How many of the map's positions in `range` some window reads. Strides longer than the window
    // and dilation leave gaps. O(filter) where there are gaps, else O(1).
    std::uint64_t read(const Range& range) const;
    std::uint64_t read() const { return read({0, map}); }
    // `reach` with the positions that no window reads left out: ranks among those that are read.
    // At least one.
    Range compact(std::uint64_t at, std::uint64_t count) const;
    // At least the size of compact(at, count) at any `at`.
    std::uint64_t compact_span(std::uint64_t count) const;
};
bool operator==(const WindowAxis& a, const WindowAxis& b);

WindowAxis window_rows(const Layer& layer);
WindowAxis window_columns(const Layer& layer);

}  // namespace systole::ir
