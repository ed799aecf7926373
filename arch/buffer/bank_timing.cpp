#include "arch/buffer/bank_timing.h"

#include <algorithm>

namespace systole::arch {

BankCycle bank_cycle(const config::TierConfig& tier) {
    const Bytes port = tier.port_bytes_per_cycle;
    return {std::max<Cycles>(1, tier.banks * tier.bank_bytes / port),
            std::max<Cycles>(1, tier.bank_bytes / port)};
}

}  // namespace systole::arch
