#pragma once

#include "sim/config/energy_quantity.h"
#include "sim/core/hardware.h"
#include "sim/core/ids.h"
#include "sim/core/machine.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace systole::config {

// Energy of reading and writing one byte of a memory.
struct AccessEnergy {
    Attojoules read = 0;
    Attojoules write = 0;
};

// What single actions cost, as one YAML of configs/energy gives it (see its README.md).
struct EnergyTable {
    std::string name;
    std::string file;
    std::vector<std::string> files;  // every file read: `file`, then what it extends

    // A multiply-accumulate and an operation on one element of the vector unit; a type without a
    // value cannot run.
    std::array<std::optional<Attojoules>, kElementTypeCount> mac;
    std::array<std::optional<Attojoules>, kElementTypeCount> vector;
    Attojoules pe = 0;       // per MAC: registers of the PE around it
    Attojoules pe_idle = 0;  // per MAC that a PE could have done while the array ran, and did not

    // Scratchpads by capacity, rising; and those whose energy is given outright.
    struct SramPoint {
        Bytes capacity = 0;
        AccessEnergy access;
    };
    std::vector<SramPoint> sram;
    PerTier<std::optional<AccessEnergy>> tiers;

    Attojoules dma = 0;  // per byte moved
    AccessEnergy ddr;
    Attojoules ddr_activate = 0;  // a row opened and closed

    struct Static {
        Nanowatts cube = 0, vector = 0;
        Nanowatts dma = 0;  // each of MTE1, MTE2, MTE3, FIXP
        PerTier<Nanowatts> tiers{};
        Nanowatts ddr = 0;
    } idle;

    // Energy per byte of a scratchpad of `capacity` bytes in `tier`: what the table gives for the
    // tier, else from its points: linear in the square root of the capacity (the length of a word
    // line, hence of a wire) between two points, in proportion to it below the first and beyond the
    // last. Needs a value for the tier or at least one point (the reader sees to it).
    AccessEnergy access(Tier tier, Bytes capacity) const;
};

}  // namespace systole::config
