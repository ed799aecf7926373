#pragma once

#include "sim/core/ids.h"

#include <cstdint>

namespace systole::arch {

// What a node moves over the DDR interface: rows of bytes that lie `stride` bytes apart from start
// to start.
struct Transfer {
    enum class Direction : std::uint8_t { kRead, kWrite };
    std::uint64_t address;  // of the first row, bytes
    std::uint64_t rows;
    Bytes row_bytes;
    std::uint64_t stride;
    Direction direction;
    bool shares_bus = true;  // false: over a link of its own, in the cycles of its node

    Bytes bytes() const { return rows * row_bytes; }
};

}  // namespace systole::arch
