#pragma once

#include "arch/buffer/port_timing.h"
#include "arch/ddr/transfer_timing.h"
#include "sim/core/hardware.h"
#include "sim/core/ids.h"
#include "sim/core/span.h"

#include <cstdint>
#include <vector>

namespace systole::arch {

// A range of a scratchpad's addresses that a buffer holds for a while, in units.
struct Window {
    std::uint64_t buffer = 0;  // a name for it: the BufId of the trace file
    Tier tier = Tier::kL1;
    std::uint32_t lo = 0;
    std::uint32_t hi = 0;
    // Reloaded and written out again without an operation between. Nothing orders those two
    // transfers, nobody needs what they move, and the addresses count as free; the time they take
    // is real.
    bool unused = false;
};

// Rows of an array in compressed sparse row form, not owned.
template <class T>
struct Rows {
    Span<std::uint32_t> offsets;
    Span<T> values;

    Span<T> operator[](std::size_t row) const {
        return {values.data() + offsets[row], offsets[row + 1] - offsets[row]};
    }
};

inline constexpr std::uint32_t kNoTransfer = 0xFFFFFFFFu;

// The work of one core: nodes in execution order with their constraints. Views into the caller's
// arrays, indexed by node id; the caller keeps them alive for the run.
struct CoreProgram {
    Span<NodeId> order;
    Span<Pipe> pipe;  // kNone: ALLOC and FREE, done by the dispatcher in no time
    Span<Cycles> cycles;
    Rows<NodeId> succ;          // released when a node ends
    Rows<NodeId> address_succ;  // likewise, because it gave up addresses
    Span<ResId> opens;          // window a node opens when it starts, or kNone
    Span<ResId> closes;         // window a node closes when it ends, or kNone
    Rows<ResId> uses;           // windows an operation works in
    std::vector<Window> windows;
    std::vector<std::uint32_t> transfer;  // index into transfers, or kNoTransfer
    std::vector<Transfer> transfers;
    // Per node in order of tier; none of a node that takes no time, none at all without contention.
    std::vector<std::uint32_t> stream_offsets;
    std::vector<Stream> streams;

    Span<Stream> streams_of(std::size_t node) const {
        return {streams.data() + stream_offsets[node],
                stream_offsets[node + 1] - stream_offsets[node]};
    }

    std::size_t nodes() const { return pipe.size(); }
};

}  // namespace systole::arch
