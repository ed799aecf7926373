#pragma once

#include "sim/config/energy_quantity.h"
#include "sim/core/hardware.h"

#include <string>
#include <vector>

namespace systole::config {

// An action that an energy table may price.
struct EnergyAction {
    std::string dotted;  // "ddr.read"
    EnergyPer per;
    bool required;
};

// How keys spell a tier: "l0a".
std::string tier_key(Tier tier);

// All of them but the points of `sram`, whose names are capacities.
std::vector<EnergyAction> energy_actions();

}  // namespace systole::config
