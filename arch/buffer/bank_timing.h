#pragma once

#include "sim/config/arch_config.h"
#include "sim/core/ids.h"

namespace systole::arch {

// How a stream of accesses passes the banks of a scratchpad. Addresses are interleaved: bank_bytes
// side by side in one bank, the next in the next one. A port that reads or writes consecutive
// addresses stays `dwell` cycles in a bank and is back at the first after `period`. A port wider
// than a bank takes several banks at once; they count as one.
struct BankCycle {
    Cycles period = 1;
    Cycles dwell = 1;
};
// `tier.banks` is at least 1.
BankCycle bank_cycle(const config::TierConfig& tier);

}  // namespace systole::arch
