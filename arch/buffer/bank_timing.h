#pragma once

#include "sim/config/arch_config.h"
#include "sim/core/ids.h"
#include "sim/core/span.h"

#include <optional>

namespace systole::arch {

// How a stream of accesses passes the banks of a scratchpad. Addresses are interleaved: bank_bytes
// side by side in one bank, the next in the next one. A port that reads or writes consecutive
// addresses stays `dwell` cycles in a bank and is back at the first after `period`. A port wider
// than a bank takes several banks at once; they count as one.
struct BankCycle {
    Cycles period = 1;
    Cycles dwell = 1;
};
BankCycle bank_cycle(const config::TierConfig& tier);

// Where in the cycle of the banks an access at byte `address` begins, 0..period-1.
Cycles bank_phase(Bytes address, const config::TierConfig& tier);

// Two streams that advance in step meet in a bank again and again or never: what counts is by how
// much one runs ahead of the other. `offset` of a stream is (phase - cycle at which it is there)
// modulo the period.
constexpr Cycles bank_offset(Cycles phase, Cycles at, const BankCycle& cycle) {
    return (phase + cycle.period - at % cycle.period) % cycle.period;
}

// Cycles by which a stream that could begin at once, with `offset`, has to wait so that it is never
// in a bank together with one of the streams in `taken` (their offsets): those go first, it takes
// its turn behind. Nothing: it cannot begin before one of them ends.
std::optional<Cycles> bank_wait(Cycles offset, Span<Cycles> taken, const BankCycle& cycle);

}  // namespace systole::arch
