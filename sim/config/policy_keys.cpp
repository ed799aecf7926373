#include "sim/config/key_rows.h"

namespace systole::config {
namespace {

constexpr KeyRow<TilingConfig> kTilingKeys[] = {
    {"buffers",
     &TilingConfig::buffers,
     "",
     {1, 3},
     "Copies of every streamed tile: with 2 or 3 the next ones load while one is used."},
    {"goal",
     &TilingConfig::goal,
     "",
     {},
     "What tile sizes are chosen for: the shortest time, or the fewest bytes over DDR."},
};

constexpr KeyRow<EnergyConfig> kEnergyKeys[] = {
    {"table",
     &EnergyConfig::table,
     "",
     {0, 4096},
     "YAML file with the energy of every action, named relative to the file that this key is in; "
     "on the command line, to the working directory. Without it no energy is reported.",
     false,
     true,
     "none"},
    {"power_gating",
     &EnergyConfig::power_gating,
     "",
     {},
     "Whether a unit that has nothing to do draws no static power."},
};

}  // namespace

void append_policy_keys(std::vector<Key>& keys) {
    append_keys(keys, "tiling", kTilingKeys, "", [](ArchConfig& config) -> TilingConfig& {
        return config.tiling;
    });
    append_keys(keys, "energy", kEnergyKeys, "", [](ArchConfig& config) -> EnergyConfig& {
        return config.energy;
    });
}

}  // namespace systole::config
