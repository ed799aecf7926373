#include "sim/config/energy_table.h"

#include "sim/core/error.h"

#include <cmath>

namespace systole::config {
namespace {

double root(Bytes capacity) {
    return std::sqrt(static_cast<double>(capacity));
}

// Of rounding to whole attojoules after one multiplication: the same on every IEEE machine.
Attojoules scaled(Attojoules energy, double factor) {
    return static_cast<Attojoules>(std::llround(static_cast<double>(energy) * factor));
}

Attojoules between(Attojoules low, Attojoules high, double position) {
    const double difference = static_cast<double>(high) - static_cast<double>(low);
    return static_cast<Attojoules>(std::llround(static_cast<double>(low) + difference * position));
}

}  // namespace

AccessEnergy EnergyTable::access(Tier tier, Bytes capacity) const {
    if (tiers[tier]) {
        return *tiers[tier];
    }
    SYSTOLE_INVARIANT(!sram.empty(), "an energy table gives a tier or points");
    std::size_t above = 0;
    while (above < sram.size() && sram[above].capacity < capacity) {
        ++above;
    }
    if (above == 0 || above == sram.size()) {
        const SramPoint& end = above == 0 ? sram.front() : sram.back();
        const double factor = root(capacity) / root(end.capacity);
        return {scaled(end.access.read, factor), scaled(end.access.write, factor)};
    }
    const SramPoint& low = sram[above - 1];
    const SramPoint& high = sram[above];
    const double position =
        (root(capacity) - root(low.capacity)) / (root(high.capacity) - root(low.capacity));
    return {between(low.access.read, high.access.read, position),
            between(low.access.write, high.access.write, position)};
}

}  // namespace systole::config
