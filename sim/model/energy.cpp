#include "sim/model/energy.h"

#include "sim/core/error.h"
#include "sim/core/mul_div.h"
#include "sim/model/peak_macs.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace systole::model {
namespace {

constexpr std::uint64_t kAttoPerFemto = 1000;

constexpr std::size_t index(EnergyUnit u) {
    return static_cast<std::size_t>(u);
}
constexpr std::size_t index(EnergyUse u) {
    return static_cast<std::size_t>(u);
}
constexpr EnergyUnit unit_of(Tier t) {
    return static_cast<EnergyUnit>(index(EnergyUnit::kL1) + systole::index(t));
}
constexpr EnergyUse use_of(Operand o) {
    return static_cast<EnergyUse>(o);
}

// `count` actions of `price` attojoules.
Femtojoules actions(std::uint64_t count, config::Attojoules price) {
    return wide_mul_div(count, price, kAttoPerFemto);
}
// Nanowatts for microseconds are femtojoules.
Femtojoules drawn(Cycles cycles, config::Nanowatts power, std::uint64_t clock_mhz) {
    return wide_mul_div(cycles, power, clock_mhz);
}

// The stretches of time in which a tier holds a buffer, cut at the borders between the layers'
// shares: cycles per layer, the rest last.
class HeldCycles {
 public:
    HeldCycles(const ir::ExecGraph& graph, const ir::Timeline& timeline, const LayerTable& table) {
        Cycles end = 0;
        for (const LayerStats& l : table.layers) {
            end += l.share;
            ends_.push_back(end);
        }
        ends_.push_back(end + table.rest.share);
        PerTier<std::vector<std::pair<Cycles, Cycles>>> spans;
        for (const ir::Residency& r : graph.residencies) {
            spans[r.tier].emplace_back(timeline.start[systole::index(r.open)],
                                       timeline.end[systole::index(r.close)]);
        }
        for (const Tier t : kTiers) {
            held_[t].assign(ends_.size(), 0);
            std::sort(spans[t].begin(), spans[t].end());
            Cycles covered = 0;
            for (const auto& [from, to] : spans[t]) {
                add(held_[t], std::max(from, covered), to);
                covered = std::max(covered, to);
            }
        }
    }
    Cycles of(Tier tier, std::size_t layer) const { return held_[tier][layer]; }

 private:
    void add(std::vector<Cycles>& per_layer, Cycles from, Cycles to) const {
        auto layer = static_cast<std::size_t>(std::upper_bound(ends_.begin(), ends_.end(), from) -
                                              ends_.begin());
        for (; from < to && layer < ends_.size(); ++layer) {
            const Cycles until = std::min(to, ends_[layer]);
            per_layer[layer] += until - from;
            from = until;
        }
    }

    std::vector<Cycles> ends_;  // of the layers' shares
    PerTier<std::vector<Cycles>> held_;
};

// Shares `activates` in proportion to bytes; the parts sum to it.
class Activations {
 public:
    Activations(std::uint64_t activates, Bytes all) : activates_(activates), all_(all) {}

    std::uint64_t next(Bytes bytes) {
        if (all_ == 0) {
            return 0;
        }
        bytes_ += bytes;
        const std::uint64_t upto = mul_div(activates_, bytes_, all_).value_or(activates_);
        return upto - std::exchange(given_, upto);
    }

 private:
    std::uint64_t activates_;
    Bytes all_;
    Bytes bytes_ = 0;
    std::uint64_t given_ = 0;
};

class Meter {
 public:
    Meter(const ir::Program& program,
          const config::ArchConfig& config,
          const config::EnergyTable& table)
        : config_(config), table_(table), type_(static_cast<std::size_t>(program.element)) {
        for (const Tier t : kTiers) {
            access_[t] = table.access(t, config.tiers[t].capacity * config.bytes_per_unit);
        }
    }

    void dynamic(EnergyMatrix& out, const LayerStats& l, Activations& activations) const {
        const config::Attojoules per_mac = table_.mac[type_].value_or(0) + table_.pe;
        out.at(EnergyUnit::kCube, EnergyUse::kCompute) =
            actions(l.array_macs, per_mac) + actions(idle_macs(l), table_.pe_idle);
        out.at(EnergyUnit::kVector, EnergyUse::kCompute) =
            actions(l.vector_ops, table_.vector[type_].value_or(0));
        for (const Operand o : kOperands) {
            for (const Tier t : kTiers) {
                const Traffic& traffic = l.tiers[t][o];
                out.at(unit_of(t), use_of(o)) = actions(traffic.read, access_[t].read) +
                                                actions(traffic.write, access_[t].write);
            }
            out.at(EnergyUnit::kDma, use_of(o)) = actions(l.moved[o], table_.dma);
            out.at(EnergyUnit::kDdr, use_of(o)) =
                actions(l.ddr[o].read, table_.ddr.read) +
                actions(l.ddr[o].write, table_.ddr.write) +
                actions(activations.next(l.ddr[o].total()), table_.ddr_activate);
        }
    }

    // What PEs without work, with zeros, or in a fold's fill and drain could have multiplied; none
    // where idle units are switched off.
    std::uint64_t idle_macs(const LayerStats& l) const {
        const auto slots = static_cast<std::uint64_t>(
            peak_macs(config_) * static_cast<double>(l.busy[Pipe::kCube] - l.port_waits));
        return config_.energy.power_gating || slots < l.array_macs ? 0 : slots - l.array_macs;
    }

    Femtojoules static_energy(const LayerStats& l,
                              const HeldCycles& held,
                              std::size_t layer) const {
        const auto& idle = table_.idle;
        const bool gated = config_.energy.power_gating;
        const auto pipe = [&](Pipe p, config::Nanowatts power) {
            return drawn(gated ? l.busy[p] + l.contention[p] : l.share, power, config_.clock_mhz);
        };
        Femtojoules sum = pipe(Pipe::kCube, idle.cube) + pipe(Pipe::kVector, idle.vector);
        for (const Pipe p : {Pipe::kMTE1, Pipe::kMTE2, Pipe::kMTE3, Pipe::kFixp}) {
            sum += pipe(p, idle.dma);
        }
        for (const Tier t : kTiers) {
            if (config_.tiers[t].capacity > 0) {
                sum += drawn(gated ? held.of(t, layer) : l.share, idle.tiers[t], config_.clock_mhz);
            }
        }
        return sum + drawn(l.share, idle.ddr * config_.ddr.channels, config_.clock_mhz);
    }

    Femtojoules compulsory(const ir::LayerWork& layer) const {
        return actions(layer.macs, table_.mac[type_].value_or(0)) +
               actions(layer.bytes[Operand::kActivations], table_.ddr.read) +
               actions(layer.bytes[Operand::kWeights], table_.ddr.read) +
               actions(layer.bytes[Operand::kOutputs], table_.ddr.write);
    }

 private:
    const config::ArchConfig& config_;
    const config::EnergyTable& table_;
    std::size_t type_;
    PerTier<config::AccessEnergy> access_{};
};

}  // namespace

Femtojoules& EnergyMatrix::at(EnergyUnit unit, EnergyUse use) {
    return entries_[index(unit)][index(use)];
}

Femtojoules EnergyMatrix::at(EnergyUnit unit, EnergyUse use) const {
    return entries_[index(unit)][index(use)];
}

Femtojoules EnergyMatrix::of(EnergyUnit unit) const {
    Femtojoules sum = 0;
    for (const Femtojoules f : entries_[index(unit)]) {
        sum += f;
    }
    return sum;
}

Femtojoules EnergyMatrix::of(EnergyUse use) const {
    Femtojoules sum = 0;
    for (const auto& unit : entries_) {
        sum += unit[index(use)];
    }
    return sum;
}

Femtojoules EnergyMatrix::total() const {
    Femtojoules sum = 0;
    for (std::size_t u = 0; u < kEnergyUnitCount; ++u) {
        sum += of(static_cast<EnergyUnit>(u));
    }
    return sum;
}

EnergyMatrix& EnergyMatrix::operator+=(const EnergyMatrix& other) {
    for (std::size_t u = 0; u < kEnergyUnitCount; ++u) {
        for (std::size_t use = 0; use < kEnergyUseCount; ++use) {
            entries_[u][use] += other.entries_[u][use];
        }
    }
    return *this;
}

double average_milliwatts(Femtojoules energy, Cycles cycles, std::uint64_t clock_mhz) {
    // fJ / us = nW
    return cycles == 0 ? 0.0
                       : static_cast<double>(energy) * static_cast<double>(clock_mhz) /
                             static_cast<double>(cycles) / 1e6;
}

double energy_delay(Femtojoules energy, Cycles cycles, std::uint64_t clock_mhz) {
    const double seconds = static_cast<double>(cycles) / (static_cast<double>(clock_mhz) * 1e6);
    return static_cast<double>(energy) * 1e-15 * seconds;
}

std::string energy_obstacle(const ir::Program& program) {
    if (program.work.empty()) {
        return "the trace has no shapes, so MACs and accesses are not known";
    }
    for (std::uint32_t v = 0; v < program.nodes(); ++v) {
        if (program.kind[v] == ir::NodeKind::kOperation &&
            program.work[v].kind == ir::WorkKind::kNone && program.cycles[v] > 0) {
            return fmt::format("node {} ({}) has no shape, so what it does is not known",
                               v,
                               program.op_name(NodeId{v}));
        }
    }
    return "";
}

void check_energy_table(const config::EnergyTable& table, const ir::Program& program) {
    const auto type = static_cast<std::size_t>(program.element);
    if (!table.mac[type]) {
        throw_bad_input("energy.missing",
                        {table.file, 0, {}},
                        fmt::format("the table has no mac.{0}, the type of {1}; add it, take "
                                    "another table (energy.table) or another type (cube.element)",
                                    name(program.element),
                                    program.file.empty() ? "the trace" : program.file));
    }
}

Energy energy_of(const ir::Program& program,
                 const ir::ExecGraph& graph,
                 const ir::Timeline& timeline,
                 const LayerTable& layers,
                 const config::ArchConfig& config,
                 const config::EnergyTable& table,
                 std::optional<std::uint64_t> activates) {
    const Meter meter(program, config, table);
    const HeldCycles held(graph, timeline, layers);
    Bytes all_bytes = layers.rest.ddr_read() + layers.rest.ddr_write();
    for (const LayerStats& l : layers.layers) {
        all_bytes += l.ddr_read() + l.ddr_write();
    }
    Activations activations(activates.value_or(0), all_bytes);

    Energy energy;
    const auto add = [&](EnergyMatrix& out, const LayerStats& l, std::size_t layer) {
        meter.dynamic(out, l, activations);
        out.at(EnergyUnit::kStatic, EnergyUse::kStatic) = meter.static_energy(l, held, layer);
        energy.all += out;
    };
    energy.layers.resize(layers.layers.size());
    for (std::size_t i = 0; i < layers.layers.size(); ++i) {
        add(energy.layers[i], layers.layers[i], i);
        energy.compulsory += meter.compulsory(program.layers[i]);
    }
    add(energy.rest, layers.rest, layers.layers.size());
    return energy;
}

}  // namespace systole::model
