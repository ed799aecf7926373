#include "arch/buffer/port_timing.h"

#include "arch/buffer/bank_timing.h"

#include <algorithm>
#include <vector>

namespace systole::arch {

Cycles port_cycles(Bytes bytes, const config::TierConfig& tier) {
    return (bytes + tier.port_bytes_per_cycle - 1) / tier.port_bytes_per_cycle;
}

std::uint64_t parallel_accesses(const config::TierConfig& tier) {
    if (tier.banks == 0) {
        return tier.ports;
    }
    const BankCycle cycle = bank_cycle(tier);
    return std::min(tier.ports, cycle.period / cycle.dwell);
}

Cycles shared_cycles(Span<Cycles> streams, std::uint64_t width) {
    std::vector<std::uint64_t> left;
    for (const Cycles cycles : streams) {
        left.push_back(cycles * PortShare::kOne);
    }
    std::sort(left.begin(), left.end());
    Cycles now = 0;
    std::uint64_t done = 0;  // on each stream that still goes on
    for (auto it = left.begin(); it != left.end();) {
        const PortShare share(width, static_cast<std::uint64_t>(left.end() - it));
        const Cycles step = share.cycles_for(*it - done);
        now += step;
        done += share.done_in(step);
        it = std::upper_bound(it, left.end(), done);
    }
    return now;
}

}  // namespace systole::arch
