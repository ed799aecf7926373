#pragma once

#include "sim/config/arch_config.h"
#include "sim/config/energy_table.h"
#include "sim/core/hardware.h"
#include "sim/core/mul_div.h"
#include "sim/ir/exec_graph.h"
#include "sim/ir/program.h"
#include "sim/ir/timeline.h"
#include "sim/model/layer_stats.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace systole::model {

// Wide: 64 bits end at 18 kJ, which a layer of 10^12 MACs reaches on a large scratchpad.
using Femtojoules = Wide;

// What spends energy. Static is what all units draw all the time, or with power gating while they
// work.
enum class EnergyUnit : std::uint8_t {
    kCube,
    kVector,
    kL1,
    kUB,
    kL0A,
    kL0B,
    kL0C,
    kDma,
    kDdr,
    kStatic
};
inline constexpr std::size_t kEnergyUnitCount = 10;
inline constexpr std::array<std::string_view, kEnergyUnitCount> kEnergyUnitNames = {
    "CUBE", "VECTOR", "L1", "UB", "L0A", "L0B", "L0C", "DMA", "DDR", "static"};

// What it is spent for: moving one of the operands, computing, or nothing.
enum class EnergyUse : std::uint8_t { kActivations, kWeights, kOutputs, kCompute, kStatic };
inline constexpr std::size_t kEnergyUseCount = 5;
inline constexpr std::array<std::string_view, kEnergyUseCount> kEnergyUseNames = {
    "activations", "weights", "outputs", "compute", "static"};

// Energy by unit and use. Every entry is rounded to a femtojoule once; sums of entries are exact.
class EnergyMatrix {
 public:
    Femtojoules& at(EnergyUnit unit, EnergyUse use);
    Femtojoules at(EnergyUnit unit, EnergyUse use) const;
    Femtojoules of(EnergyUnit unit) const;
    Femtojoules of(EnergyUse use) const;
    Femtojoules total() const;
    EnergyMatrix& operator+=(const EnergyMatrix& other);

 private:
    std::array<std::array<Femtojoules, kEnergyUseCount>, kEnergyUnitCount> entries_{};
};

struct Energy {
    EnergyMatrix all;                  // sum of the rest
    std::vector<EnergyMatrix> layers;  // as LayerTable::layers
    EnergyMatrix rest;                 // of LayerTable::rest
    // No plan of the trace spends less: every useful MAC, and every operand of every layer once
    // between DDR and the chip.
    Femtojoules compulsory = 0;

    Femtojoules total() const { return all.total(); }
    double picojoules() const { return static_cast<double>(total()) / 1e3; }
};

// A run's energy, or why there is none.
struct EnergyResult {
    std::optional<Energy> energy;
    std::string table;    // name of the prices
    std::string why_not;  // empty when there is energy
};

// Average power in mW and energy-delay product in joule seconds of a run.
double average_milliwatts(Femtojoules energy, Cycles cycles, std::uint64_t clock_mhz);
double energy_delay(Femtojoules energy, Cycles cycles, std::uint64_t clock_mhz);

// Why a run of `trace` has no energy: it has no shapes, or an operation without one. Empty when it
// has.
std::string energy_obstacle(const ir::Program& program);

// Refuses a table that does not price what `trace` does: Error{kBadInput, "energy.missing"}, naming
// action and file.
void check_energy_table(const config::EnergyTable& table, const ir::Program& program);

// What a timed plan of a trace with shapes spends under `table`, the prices that check_energy_table
// has seen. `activates`: rows that the detailed DDR model opened; they are shared among layers and
// operands by the bytes each moved.
//
// A layer's static energy is that of its share of the cycles; with power gating that of the cycles
// in which its nodes occupied a pipe, and of those, inside its share, in which a scratchpad held a
// buffer. DDR is never gated.
Energy energy_of(const ir::Program& program,
                 const ir::ExecGraph& graph,
                 const ir::Timeline& timeline,
                 const LayerTable& layers,
                 const config::ArchConfig& config,
                 const config::EnergyTable& table,
                 std::optional<std::uint64_t> activates = {});

}  // namespace systole::model
