#pragma once

#include "sim/config/arch_config.h"
#include "sim/core/hardware.h"
#include "sim/core/ids.h"
#include "sim/core/span.h"

#include <cstddef>

namespace systole::arch {

// Bytes that a node moves through the ports of a scratchpad, one behind the other.
struct Stream {
    Tier tier = Tier::kL1;
    Bytes bytes = 0;
};

// Streams of one node that a scratchpad serves side by side; more go on behind the last.
inline constexpr std::size_t kMaxStreams = 4;

// Cycles for which `bytes` of traffic occupy one port of a scratchpad.
Cycles port_cycles(Bytes bytes, const config::TierConfig& tier);

// Accesses that a scratchpad serves at the same time: its ports, or the banks that different ports
// can be in where those are fewer. `banks` 0: every port reaches every address.
std::uint64_t parallel_accesses(const config::TierConfig& tier);

// Streams that share `width` parallel accesses word by word: each moves at the pace of one port or,
// when they are more than `width`, at its equal share of all. Exact up to 2^-16 of a cycle; a
// stream ends at the first clock edge from its last word on.
class PortShare {
 public:
    static constexpr std::uint64_t kOne = 1u << 16;  // a cycle of one port

    PortShare(std::uint64_t width, std::uint64_t streams) : width_(width), streams_(streams) {}

    // Work done on each of the streams in `cycles`, in cycles of one port times kOne.
    std::uint64_t done_in(Cycles cycles) const {
        return streams_ <= width_ ? cycles * kOne : cycles * width_ * kOne / streams_;
    }
    // Whole cycles until a stream has done `left` cycles of one port times kOne.
    Cycles cycles_for(std::uint64_t left) const {
        return streams_ <= width_ ? (left + kOne - 1) / kOne
                                  : (left * streams_ + width_ * kOne - 1) / (width_ * kOne);
    }

 private:
    std::uint64_t width_;
    std::uint64_t streams_;
};

// Cycles that streams of so many port cycles each, begun together, take to the end of the last.
Cycles shared_cycles(Span<Cycles> streams, std::uint64_t width);

}  // namespace systole::arch
