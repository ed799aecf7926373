#pragma once

#include "sim/config/route.h"
#include "sim/core/hardware.h"
#include "sim/core/machine.h"

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace systole::config {

// A scratchpad. Units are the trace's size units.
struct TierConfig {
    std::uint64_t capacity = 0;  // units; 0: this architecture has no such scratchpad
    std::uint64_t ports = 2;     // accesses served at the same time (contention on)
    std::uint64_t port_bytes_per_cycle = 512;
    // Interleaved; two engines in one bank take turns. 0: every port reaches every address.
    std::uint64_t banks = 0;
    std::uint64_t bank_bytes = 32;  // addresses that lie side by side in one bank
};

// The matrix unit.
struct CubeConfig {
    std::uint64_t rows = 16;  // PEs from north to south
    std::uint64_t cols = 16;  // PEs from west to east
    std::uint64_t depth =
        16;  // products that one PE sums in a cycle; 1 in a classic systolic array
    Dataflow dataflow = Dataflow::kBlock;
    ElementType element = ElementType::kFp16;
    std::uint64_t mac_latency = 1;  // stages of a PE's multiply-accumulate pipeline
    std::uint64_t interval = 1;     // cycles between two MACs of one PE
    bool double_buffered = true;    // the next stationary operand loads under compute; with
                                    // os, the last outputs drain under compute
    // ws, is, os: a product that is smaller than the array may run on a part of it, in the corner
    // where its operands enter and its results leave.
    bool partial = true;
    // Widths in bits or bytes; 0: those of `element` and of what sums it without overflow.
    std::uint64_t weight_bits = 0;        // of a stored weight
    std::uint64_t multiplier_bits = 0;    // of an operand of one product
    bool split_multipliers = false;       // half-wide operands: two products a multiplier
    std::uint64_t accumulator_bytes = 0;  // of a sum
    bool register_sums = false;           // block: sums leave the multipliers once a MATMUL
    std::uint64_t start_cycles = 0;       // issue cost of one MATMUL node
    // rs: what the register file of one PE holds, in elements.
    std::uint64_t rf_activations = 12, rf_weights = 224, rf_outputs = 24;
    // rs: what the buffer behind the array holds of input rows and sums, in elements, and how many
    // weights a cycle enter the array, and how many inputs, sums read and sums written, each.
    std::uint64_t rs_buffer = 51'200, rs_weights_per_cycle = 4, rs_words_per_cycle = 1u << 20;

    Bytes sum_bytes(ElementType type) const {
        return accumulator_bytes != 0 ? accumulator_bytes : systole::accumulator_bytes(type);
    }
    std::uint64_t bits_of_weight(ElementType type) const {
        return weight_bits != 0 ? weight_bits : 8 * element_bytes(type);
    }
    // Bytes of so many weights, side by side.
    Bytes weight_bytes(std::uint64_t count, ElementType type) const {
        return (count * bits_of_weight(type) + 7) / 8;
    }
};

// The vector unit: `lanes` elements of an operation a cycle.
struct VectorConfig {
    std::uint64_t bytes_per_cycle = 256;
    std::uint64_t start_cycles = 24;
};

// A DMA engine's fixed cost per transfer, and per row of a 2-D pattern.
struct DmaConfig {
    std::uint64_t setup_cycles = 0;
    std::uint64_t row_cycles = 0;
};

// Bytes a cycle of each data path a lowered program may take; 0: the path does not exist.
struct BandwidthConfig {
    std::uint64_t ddr_to_l1 = 128, ddr_to_ub = 128, ddr_to_l0a = 0, ddr_to_l0b = 0;
    std::uint64_t l1_to_l0a = 512, l1_to_l0b = 256, l1_to_ub = 128;
    std::uint64_t l0c_to_ub = 256, l0c_to_l1 = 0, l0c_to_ddr = 64;
    std::uint64_t ub_to_l1 = 128, ub_to_ddr = 64, l1_to_ddr = 64;
};

// The scratchpads that each operand of a matrix product passes, from the DDR side to the array (for
// outputs: from the array to the DDR side). Never empty; every hop has a bandwidth.
struct PathConfig {
    std::vector<Tier> activations = {Tier::kL1, Tier::kL0A};
    std::vector<Tier> weights = {Tier::kL1, Tier::kL0B};
    std::vector<Tier> outputs = {Tier::kL0C, Tier::kUB};
};

// Whether engines share the DDR bus and the ports of scratchpads, or every node takes its own
// cycles.
enum class Sharing : std::uint8_t { kAuto, kOff, kOn };
inline constexpr std::array<std::string_view, 3> kSharingNames = {"auto", "off", "on"};

// The operands that the shared DDR bus carries.
enum class BusLoad : std::uint8_t { kAll, kWeights, kMaps };
inline constexpr std::array<std::string_view, 3> kBusLoadNames = {"all", "weights", "maps"};
constexpr bool is_carried(BusLoad load, Operand operand) {
    return load == BusLoad::kAll || (load == BusLoad::kWeights) == (operand == Operand::kWeights);
}

enum class TilingGoal : std::uint8_t { kMakespan, kTraffic };
inline constexpr std::array<std::string_view, 2> kTilingGoalNames = {"makespan", "traffic"};

// How lowering cuts a layer into tiles.
struct TilingConfig {
    std::uint64_t buffers = 2;  // 1, 2 or 3 copies of every streamed tile
    TilingGoal goal = TilingGoal::kMakespan;
};

struct EnergyConfig {
    std::string table;  // path of the YAML of per-action energies, from the working directory; "":
                        // none. (In a config file: relative to that file.)
    bool power_gating = false;  // idle units draw no static power
};

// The DDR models and the timing sets of the detailed one (JEDEC speed grades), from their tables.
enum class DdrModel : std::uint8_t {
#define SYSTOLE_DDR_MODEL(id, name, prefix) id,
#include "arch/ddr/ddr_models.def"
#undef SYSTOLE_DDR_MODEL
};
inline constexpr std::array kDdrModelNames = {
#define SYSTOLE_DDR_MODEL(id, name, prefix) std::string_view(name),
#include "arch/ddr/ddr_models.def"
#undef SYSTOLE_DDR_MODEL
};
enum class DdrStandard : std::uint8_t {
#define SYSTOLE_DRAM_STANDARD(id, name, ...) id,
#include "arch/ddr/dram_standards.def"
#undef SYSTOLE_DRAM_STANDARD
};
inline constexpr std::array kDdrStandardNames = {
#define SYSTOLE_DRAM_STANDARD(id, name, ...) std::string_view(name),
#include "arch/ddr/dram_standards.def"
#undef SYSTOLE_DRAM_STANDARD
};

// What bits of an address choose in detailed DRAM.
enum class DramPart : std::uint8_t { kRow, kBank, kBankGroup, kColumn, kChannel };
inline constexpr std::array<std::string_view, 5> kDramPartNames = {
    "row", "bank", "bankgroup", "column", "channel"};
// Each part once, from the highest bits to the lowest.
using AddressMap = std::array<DramPart, kDramPartNames.size()>;

struct DdrConfig {
    std::uint64_t bytes_per_cycle = 128;
    std::uint64_t burst_bytes = 256;
    std::uint64_t latency_cycles = 64;
    std::uint64_t max_outstanding = 16;  // bursts in flight per engine
    BusLoad carries = BusLoad::kAll;
    DdrModel model = DdrModel::kSimple;
    DdrStandard standard = DdrStandard::kDdr4_2400;  // detailed: which timing set
    std::uint64_t channels = 1;                      // detailed
    AddressMap mapping = {                           // detailed
        DramPart::kRow,
        DramPart::kBank,
        DramPart::kColumn,
        DramPart::kBankGroup,
        DramPart::kChannel};
    std::uint64_t queue = 64;  // detailed: requests a channel may reorder
    bool refresh = true;       // detailed
};

// Cycles of a reload or an unbacked write-out of s units: cycles_per_unit * s + fixed_cycles
// (alpha_fix and beta_byte of the DAN-Scheduler paper, equation 8).
struct SpillConfig {
    std::uint64_t fixed_cycles = 150;
    std::uint64_t cycles_per_unit = 2;
};

// Parameters of the DAN-Scheduler stages (schedule/docs/dan.md). Weights are whole numbers: only
// their ratios matter.
struct ScheduleConfig {
    bool mpas_all_tiers = false;  // M_pk: L1 and UB, or all five tiers
    // Weights of the terms behind the level of equation 18, each scaled to its largest value. All
    // 0: equation 21 as written, pressure before criticality before input order.
    std::uint64_t mpas_memory_weight = 0;
    std::uint64_t mpas_criticality_weight = 0;
    std::uint64_t mpas_order_weight = 1;
    bool mpas_demand = true;  // an ALLOC stands in the input order where its first consumer stands
    std::uint64_t dlr_lambda_byte = 1;  // equation 30; bytes counted in trace units, as equation 8
    std::uint64_t dlr_lambda_cycle = 1;
    std::uint64_t cpe_passes = 8;   // P
    std::uint64_t cpe_width = 128;  // W, positions
};

// The data paths that exist, per pipe: each a set of places such as L1+L0A or DDR+UB.
struct RouteConfig {
    bool strict = false;  // refuse a node whose route is not listed
    PerPipe<std::vector<Route>> allowed;
};

// One architecture, resolved: defaults applied, every value checked. Nobody checks config again.
struct ArchConfig {
    std::string name;
    std::string file;                // the YAML it came from
    std::vector<std::string> files;  // every file read: `file`, then what it extends, in turn
    std::uint64_t clock_mhz = 1000;
    std::uint64_t bytes_per_unit = 256;
    PerTier<TierConfig> tiers;
    SpillConfig spill;
    ScheduleConfig schedule;
    DdrConfig ddr;
    Sharing sharing = Sharing::kAuto;
    bool contention = false;  // `sharing`, settled for a workload
    RouteConfig routes;
    CubeConfig cube;
    VectorConfig vector;
    PerPipe<DmaConfig> dma;  // MTE1, MTE2, MTE3, FIXP
    BandwidthConfig bandwidth;
    PathConfig paths;
    TilingConfig tiling;
    EnergyConfig energy;
    // Dotted key -> what set it: "file:line" or "-D", and behind it ", as 1MiB" for a value with a
    // unit of its own. A key that is not here has its default.
    std::map<std::string, std::string> sources;

    // Settles `auto`: layers that systole lowers share the machine, and nodes of a trace keep the
    // cycles that the trace gives them, as the execution model has it.
    void settle_sharing(bool layers) {
        contention = sharing == Sharing::kOn || (sharing == Sharing::kAuto && layers);
    }
};

}  // namespace systole::config
