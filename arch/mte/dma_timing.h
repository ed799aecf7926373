#pragma once

#include "sim/config/arch_config.h"
#include "sim/core/ids.h"

#include <cstdint>

namespace systole::arch {

// What one DMA transfer moves: `rows` pieces of `row_bytes` bytes that lie side by side at the
// destination.
struct DmaPattern {
    std::uint64_t rows = 1;
    Bytes row_bytes = 0;

    Bytes bytes() const { return rows * row_bytes; }
};

// One piece.
constexpr DmaPattern linear(Bytes bytes) {
    return {1, bytes};
}
// `rows` pieces, each `stride` bytes after the one before it; one piece when they touch.
constexpr DmaPattern strided(std::uint64_t rows, Bytes row_bytes, Bytes stride) {
    return stride == row_bytes ? linear(rows * row_bytes) : DmaPattern{rows, row_bytes};
}
// The im2col matrix of `positions` output positions, made on the way from the input map: a row
// holds `taps` filter taps of `channel_bytes` bytes. (48 x 48 positions, 9 taps, 32 bytes: 663,552
// bytes; seeds/004.)
constexpr DmaPattern im2col(std::uint64_t positions, std::uint64_t taps, Bytes channel_bytes) {
    return {positions, taps * channel_bytes};
}

// Cycles of one transfer that has its route to itself:
//     setup_cycles + rows * row_cycles + ceil(bytes / bytes_per_cycle)
// bytes_per_cycle, the bandwidth of the route, is at least 1.
Cycles dma_cycles(const DmaPattern& pattern,
                  const config::DmaConfig& engine,
                  std::uint64_t bytes_per_cycle);

}  // namespace systole::arch
