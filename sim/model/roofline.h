#pragma once

#include "sim/config/arch_config.h"
#include "sim/config/hop.h"
#include "sim/core/ids.h"
#include "sim/core/machine.h"
#include "sim/ir/layer.h"
#include "sim/ir/work.h"
#include "sim/model/layer_stats.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace systole::model {

// The roofline model (Williams, Waterman and Patterson, CACM 52(4), 2009), once for each level of
// memory: at `intensity` MACs per byte through a level, no layer runs faster than
//     min(peak, intensity * bytes_per_cycle)   MACs a cycle.
// Below the level's ridge point, peak / bytes_per_cycle, its bandwidth binds; above, the array.

// One connection that operands of matrix products pass (config.paths), or the DDR bus that all DDR
// traffic shares.
struct MemoryLevel {
    std::string name;        // "DDR", "DDR > L1", "L1 > L0A", ..., "UB > DDR"
    config::Place from, to;  // the bus: both DDR
    double bytes_per_cycle = 0;
    PerOperand<bool> carries{};
    bool binds = true;  // the bus: only where the simulation shares it

    bool is_bus() const { return !from && !to; }
};

// What keeps a layer from the peak, and whose the lowest roof is.
enum class BoundKind : std::uint8_t {
    kNone,     // the layer multiplies nothing
    kCompute,  // the array, well used
    kMapping,  // the array, less than half of which the layer's shape can use
    kMemory    // a level's bandwidth
};

struct LayerRoof {
    std::string name;
    ir::LayerKind kind = ir::LayerKind::kGemm;
    std::uint64_t macs = 0;
    Bytes compulsory = 0;      // every operand once
    std::vector<Bytes> bytes;  // through each level, as Roofline::levels
    double array_ceiling = 0;  // MACs a cycle of the array alone on this layer
    double attainable = 0;     // lowest roof: that, and intensity * bandwidth of each level
    BoundKind bound = BoundKind::kNone;
    std::size_t level = 0;           // kMemory: which
    std::optional<double> achieved;  // MACs a cycle of the run

    // MACs per byte: compulsory traffic, and that of a level; 0 where nothing moves.
    double intensity() const;
    double intensity(std::size_t at) const;
};

struct Roofline {
    double peak = 0;  // MACs a cycle of the whole array
    bool measured = false;
    std::vector<MemoryLevel> levels;  // the bus first, then inputs and outputs in path order
    std::vector<LayerRoof> layers;

    double ridge(std::size_t level) const;  // MACs per byte; 0 for a level without bandwidth
};

// The levels of an architecture; the bus has ddr.bytes_per_cycle or, with the detailed model, the
// peak bandwidth of its channels. `bus_binds` tells whether DDR traffic shares a bus.
std::vector<MemoryLevel> memory_levels(const config::ArchConfig& config, bool bus_binds);

// Before any run: traffic is every operand once at every level (through the last connection of the
// activations, where a convolution is unrolled on its way, its im2col matrix once), the array's
// ceiling the closed form of the layer's products. So `attainable` is what a perfect tiling could
// reach.
Roofline analytic_roofline(const ir::Network& network, const config::ArchConfig& config);

// Of a run: traffic, cycles of the array and of the layer as they were measured; `layers` as the
// trace's. With contention off every engine has its bandwidth for itself and the bus does not bind.
Roofline measured_roofline(const std::vector<ir::LayerWork>& works,
                           const std::vector<LayerStats>& layers,
                           const config::ArchConfig& config);

// "compute", "array shape", the name of the level, or "-".
std::string bound_text(const Roofline& roofline, const LayerRoof& layer);

}  // namespace systole::model
