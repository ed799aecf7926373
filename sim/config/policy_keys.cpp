#include "sim/config/key_rows.h"

namespace systole::config {
namespace {

constexpr KeyRow<ScheduleConfig> kScheduleKeys[] = {
    {"mpas.all_tiers",
     &ScheduleConfig::mpas_all_tiers,
     "",
     {},
     "Tiers whose pressure MPAS weighs: `off` L1 and UB as the DAN paper writes, `on` all five."},
    {"mpas.memory_weight",
     &ScheduleConfig::mpas_memory_weight,
     "",
     {0, 1'000'000},
     "Weight of the pressure in MPAS's priority. With all three weights 0 the priority is "
     "lexicographic: pressure, criticality, input order."},
    {"mpas.criticality_weight",
     &ScheduleConfig::mpas_criticality_weight,
     "",
     {0, 1'000'000},
     "Weight of the downstream criticality in MPAS's priority."},
    {"mpas.order_weight",
     &ScheduleConfig::mpas_order_weight,
     "",
     {0, 1'000'000},
     "Weight of the input order in MPAS's priority."},
    {"mpas.demand",
     &ScheduleConfig::mpas_demand,
     "",
     {},
     "`on`: an ALLOC's place in the input order is its first consumer's; `off`: its own id. Counts "
     "with an order weight alone."},
    {"dlr.lambda_byte",
     &ScheduleConfig::dlr_lambda_byte,
     "",
     {1, 1'000'000},
     "Weight of a unit of extra DDR traffic in the cost of a victim (rule `tier-aware`)."},
    {"dlr.lambda_cycle",
     &ScheduleConfig::dlr_lambda_cycle,
     "",
     {1, 1'000'000},
     "Weight of a cycle of SPILL_OUT and SPILL_IN in the same."},
    {"cpe.passes",
     &ScheduleConfig::cpe_passes,
     "",
     {0, 1'000'000},
     "Refinement passes of CPE at most; it stops when a pass finds nothing."},
    {"cpe.width",
     &ScheduleConfig::cpe_width,
     "positions",
     {1, 1'000'000},
     "Width of the neighbourhood in which CPE moves and swaps."},
};

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
    append_keys(keys, "schedule", kScheduleKeys, "", [](ArchConfig& config) -> ScheduleConfig& {
        return config.schedule;
    });
    append_keys(keys, "tiling", kTilingKeys, "", [](ArchConfig& config) -> TilingConfig& {
        return config.tiling;
    });
    append_keys(keys, "energy", kEnergyKeys, "", [](ArchConfig& config) -> EnergyConfig& {
        return config.energy;
    });
}

}  // namespace systole::config
