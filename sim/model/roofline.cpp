#include "sim/model/roofline.h"

#include "arch/ddr/ddr_timing.h"
#include "sim/core/error.h"
#include "sim/model/array_bound.h"
#include "sim/model/layer_math.h"
#include "sim/model/peak_macs.h"

#include <fmt/format.h>

#include <algorithm>

namespace systole::model {

using config::Place;

namespace {

class LevelList {
 public:
    LevelList(const config::ArchConfig& config, bool bus_binds) : config_(config) {
        MemoryLevel bus;
        bus.name = "DDR";
        bus.bytes_per_cycle = arch::bus_bytes_per_cycle(config.ddr, config.clock_mhz);
        for (const Operand o : kOperands) {
            bus.carries[o] = config::is_carried(config.ddr.carries, o);
        }
        bus.binds = bus_binds;
        levels_.push_back(bus);
    }

    void add(Place from, Place to, Operand operand) {
        const auto same =
            std::find_if(levels_.begin() + 1, levels_.end(), [&](const MemoryLevel& l) {
                return l.from == from && l.to == to;
            });
        MemoryLevel& level = same == levels_.end() ? levels_.emplace_back() : *same;
        level.name = fmt::format("{} > {}", config::place_name(from), config::place_name(to));
        level.from = from;
        level.to = to;
        level.bytes_per_cycle =
            static_cast<double>(config::hop_bandwidth(config_.bandwidth, from, to));
        level.carries[operand] = true;
    }

    std::vector<MemoryLevel> take() { return std::move(levels_); }

 private:
    const config::ArchConfig& config_;
    std::vector<MemoryLevel> levels_;
};

// Finds the lowest roof of a layer whose traffic and ceiling are known.
void find_bound(const Roofline& roofline, LayerRoof& layer) {
    if (layer.macs == 0) {
        return;
    }
    layer.attainable = layer.array_ceiling;
    layer.bound =
        2 * layer.array_ceiling < roofline.peak ? BoundKind::kMapping : BoundKind::kCompute;
    for (std::size_t i = 0; i < roofline.levels.size(); ++i) {
        const MemoryLevel& level = roofline.levels[i];
        if (!level.binds || layer.bytes[i] == 0) {
            continue;
        }
        const double roof = layer.intensity(i) * level.bytes_per_cycle;
        if (roof < layer.attainable) {
            layer.attainable = roof;
            layer.bound = BoundKind::kMemory;
            layer.level = i;
        }
    }
}

LayerRoof start_layer(const ir::LayerWork& work) {
    LayerRoof layer;
    layer.name = work.name;
    layer.kind = work.kind;
    layer.macs = work.macs;
    for (const Bytes of_operand : work.bytes) {
        layer.compulsory += of_operand;
    }
    return layer;
}

// Bytes of a layer through a level when every operand moves once.
Bytes analytic_bytes(const ir::Layer& layer,
                     const ir::LayerWork& work,
                     const MemoryLevel& level,
                     const config::ArchConfig& config) {
    if (level.is_bus()) {
        Bytes bytes = 0;
        for (const Operand o : kOperands) {
            bytes += level.carries[o] ? work.bytes[o] : 0;
        }
        return bytes;
    }
    const Bytes element = element_bytes(config.cube.element);
    // B goes the weights' way, whoever wrote it.
    const Bytes b = layer.b_from_back == 0 ? work.bytes[Operand::kWeights]
                                           : layer.batch * layer.k * layer.n * element;
    const Bytes a = work.bytes[Operand::kActivations] + work.bytes[Operand::kWeights] - b;
    const std::vector<Tier>& path = config.paths.activations;
    const std::uint64_t unrolled = im2col_elements(layer);
    const bool unrolls = path.size() > 1 && level.to == path.back() && unrolled > 0;
    Bytes bytes = 0;
    if (level.carries[Operand::kActivations]) {
        bytes += unrolls ? unrolled * element : a;
    }
    if (level.carries[Operand::kWeights]) {
        bytes += b;
    }
    if (level.carries[Operand::kOutputs]) {
        bytes += work.bytes[Operand::kOutputs];
    }
    return bytes;
}

Bytes measured_bytes(const LayerStats& stats, const MemoryLevel& level) {
    Bytes bytes = 0;
    for (const Operand o : kOperands) {
        if (level.is_bus()) {
            bytes += level.carries[o] ? stats.ddr[o].total() : 0;
        } else if (level.carries[o]) {
            bytes += level.to ? stats.tiers[*level.to][o].write : stats.ddr[o].write;
        } else if (!level.from && o == Operand::kActivations) {
            bytes += stats.tiers[*level.to][o].write;  // a B that an earlier layer wrote
        }
    }
    return bytes;
}

}  // namespace

double LayerRoof::intensity() const {
    return compulsory == 0 ? 0 : static_cast<double>(macs) / static_cast<double>(compulsory);
}

double LayerRoof::intensity(std::size_t at) const {
    return bytes[at] == 0 ? 0 : static_cast<double>(macs) / static_cast<double>(bytes[at]);
}

double Roofline::ridge(std::size_t level) const {
    const double bandwidth = levels[level].bytes_per_cycle;
    return bandwidth > 0 ? peak / bandwidth : 0;
}

std::vector<MemoryLevel> memory_levels(const config::ArchConfig& config, bool bus_binds) {
    LevelList levels(config, bus_binds);
    const auto inputs = [&](Operand operand, const std::vector<Tier>& path) {
        Place from;
        for (const Tier tier : path) {
            levels.add(from, tier, operand);
            from = tier;
        }
    };
    inputs(Operand::kActivations, config.paths.activations);
    inputs(Operand::kWeights, config.paths.weights);
    const std::vector<Tier>& out = config.paths.outputs;
    for (std::size_t i = 0; i < out.size(); ++i) {
        const Place to = i + 1 < out.size() ? Place(out[i + 1]) : Place();
        levels.add(out[i], to, Operand::kOutputs);
    }
    return levels.take();
}

Roofline analytic_roofline(const ir::Network& network, const config::ArchConfig& config) {
    Roofline roofline;
    roofline.peak = peak_macs(config);
    roofline.levels = memory_levels(config, config.contention);
    for (const ir::Layer& l : network.layers) {
        const ir::LayerWork work = layer_work(l, config.cube);
        LayerRoof layer = start_layer(work);
        for (const MemoryLevel& level : roofline.levels) {
            layer.bytes.push_back(analytic_bytes(l, work, level, config));
        }
        if (layer.macs > 0) {
            layer.array_ceiling = static_cast<double>(layer.macs) /
                                  static_cast<double>(least_array_cycles(l, config.cube));
        }
        find_bound(roofline, layer);
        roofline.layers.push_back(std::move(layer));
    }
    return roofline;
}

Roofline measured_roofline(const std::vector<ir::LayerWork>& works,
                           const std::vector<LayerStats>& layers,
                           const config::ArchConfig& config) {
    SYSTOLE_INVARIANT(works.size() == layers.size(), "a layer without statistics");
    Roofline roofline;
    roofline.measured = true;
    roofline.peak = peak_macs(config);
    roofline.levels = memory_levels(config, config.contention);
    for (std::size_t i = 0; i < works.size(); ++i) {
        LayerRoof layer = start_layer(works[i]);
        for (const MemoryLevel& level : roofline.levels) {
            layer.bytes.push_back(measured_bytes(layers[i], level));
        }
        if (layer.macs > 0) {
            const Cycles busy = layers[i].busy[Pipe::kCube];
            layer.array_ceiling = busy == 0
                                      ? roofline.peak
                                      : static_cast<double>(layer.macs) / static_cast<double>(busy);
            layer.achieved = layers[i].macs_per_cycle();
        }
        find_bound(roofline, layer);
        roofline.layers.push_back(std::move(layer));
    }
    return roofline;
}

std::string bound_text(const Roofline& roofline, const LayerRoof& layer) {
    switch (layer.bound) {
        case BoundKind::kCompute:
            return "compute";
        case BoundKind::kMapping:
            return "array shape";
        case BoundKind::kMemory:
            return roofline.levels[layer.level].name;
        case BoundKind::kNone:
            break;
    }
    return "-";
}

}  // namespace systole::model
