#include "arch/buffer/bank_timing.h"

#include <algorithm>

namespace systole::arch {
namespace {

// How far `to` lies after `from` in the cycle.
Cycles ahead(Cycles from, Cycles to, Cycles period) {
    return (to + period - from) % period;
}

}  // namespace

BankCycle bank_cycle(const config::TierConfig& tier) {
    const Bytes port = tier.port_bytes_per_cycle;
    return {std::max<Cycles>(1, tier.banks * tier.bank_bytes / port),
            std::max<Cycles>(1, tier.bank_bytes / port)};
}

Cycles bank_phase(Bytes address, const config::TierConfig& tier) {
    return address / tier.port_bytes_per_cycle % bank_cycle(tier).period;
}

std::optional<Cycles> bank_wait(Cycles offset, Span<Cycles> taken, const BankCycle& cycle) {
    const auto is_free = [&](Cycles wait) {
        const Cycles at = ahead(wait % cycle.period, offset, cycle.period);
        return std::all_of(taken.begin(), taken.end(), [&](Cycles t) {
            return ahead(t, at, cycle.period) >= cycle.dwell &&
                   ahead(at, t, cycle.period) >= cycle.dwell;
        });
    };
    if (is_free(0)) {
        return 0;
    }
    // Each wait makes the stream run one later; the first free place lies a dwell behind one of the
    // others.
    std::optional<Cycles> least;
    for (const Cycles t : taken) {
        const Cycles wait = (ahead(t, offset, cycle.period) + cycle.dwell) % cycle.period;
        if (is_free(wait) && (!least || wait < *least)) {
            least = wait;
        }
    }
    return least;
}

}  // namespace systole::arch
