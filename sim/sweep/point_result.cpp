#include "sim/core/error.h"
#include "sim/model/energy.h"
#include "sim/model/peak_macs.h"
#include "sim/store/metric_table.h"
#include "sim/sweep/point_runner.h"

#include <fmt/format.h>

#include <utility>

namespace systole::sweep {
namespace {

// Sets metrics by name; a name that is not in the table is our own bug.
class Metrics {
 public:
    explicit Metrics(store::Point& point) : values_(point.metrics) {
        values_.resize(store::metric_table().size());
    }
    void set(std::string_view name, std::uint64_t value) {
        at(name) = static_cast<std::int64_t>(value);
    }
    void set(std::string_view name, double value) { at(name) = value; }

 private:
    store::Value& at(std::string_view name) {
        const std::size_t index = store::metric_index(name);
        SYSTOLE_INVARIANT(index < values_.size(), "every metric has a row");
        return values_[index];
    }
    std::vector<store::Value>& values_;
};

double picojoules(model::Femtojoules energy) {
    return static_cast<double>(energy) / 1e3;
}

void add_metrics(const RunResult& result, store::Point& point) {
    const model::Metrics& from = result.metrics;
    Metrics to(point);
    to.set("makespan", from.makespan);
    to.set("lower_bound", from.bounds.lower_bound);
    to.set("gap", from.gap());
    to.set("critical_path", from.bounds.critical_path);
    to.set("busiest_pipe", from.bounds.busiest_pipe);
    to.set("spills", static_cast<std::uint64_t>(from.spills));
    to.set("extra_ddr", from.extra_ddr);
    to.set("ddr_read", from.ddr_read);
    to.set("ddr_write", from.ddr_write);
    to.set("ddr_extra", from.ddr_extra);
    to.set("peak_all", from.peak_all);
    to.set("peak_l1_ub", from.peak_l1_ub);
    for (const Tier tier : kTiers) {
        to.set(fmt::format("peak.{}", name(tier)), from.peak[tier]);
        to.set(fmt::format("resident_peak.{}", name(tier)), from.resident_peak[tier]);
    }
    if (result.has_timeline()) {
        to.set("nodes", static_cast<std::uint64_t>(result.program->nodes() + 2 * from.spills));
    }
    const std::uint64_t macs = result.layers.macs();
    if (!result.layers.layers.empty()) {
        to.set("macs", macs);
        const double peak = model::peak_macs(result.config) * static_cast<double>(from.makespan);
        to.set("pe_utilization", peak > 0 ? static_cast<double>(macs) / peak : 0.0);
    }
    if (result.energy.energy) {
        to.set("energy_pj", result.energy.energy->picojoules());
        for (std::size_t unit = 0; unit < model::kEnergyUnitCount; ++unit) {
            point.energy_pj.emplace_back(
                model::kEnergyUnitNames[unit],
                picojoules(result.energy.energy->all.of(static_cast<model::EnergyUnit>(unit))));
        }
    }
    point.accounting = from.accounting;
}

void add_layers(const RunResult& result, store::Point& point) {
    for (std::size_t i = 0; i < result.layers.layers.size(); ++i) {
        const model::LayerStats& from = result.layers.layers[i];
        store::LayerRow row;
        row.name = result.program->layers[i].name;
        row.nodes = from.nodes;
        row.start = from.start;
        row.end = from.end;
        row.cycles = from.share;
        row.busy = from.busy;
        row.macs = from.macs;
        row.pe_utilization = from.pe_utilization(result.config);
        row.vector_ops = from.vector_ops;
        row.ddr_read = from.ddr_read();
        row.ddr_write = from.ddr_write();
        row.ddr_spills = from.spill.read + from.spill.write;
        if (result.energy.energy) {
            row.energy_pj = picojoules(result.energy.energy->layers[i].total());
        }
        point.layers.push_back(std::move(row));
    }
}

// Layers alone on the array, one after the other, in SCALE-Sim's cycles.
void add_closed_form(const ScalesimResult& scalesim, store::Point& point) {
    Cycles makespan = 0;
    std::uint64_t macs = 0;
    double useful = 0;  // share of the array times cycles
    for (const model::ScalesimLayer& layer : scalesim.layers) {
        store::LayerRow row;
        row.name = layer.name;
        row.start = makespan;
        row.cycles = layer.cost.compute_cycles;
        makespan += row.cycles;
        row.end = makespan;
        row.macs = layer.gemm.m * layer.gemm.n * layer.gemm.k;
        row.pe_utilization = layer.cost.overall_util_pct / 100.0;
        row.busy[Pipe::kCube] = row.cycles;
        macs += row.macs;
        useful += *row.pe_utilization * static_cast<double>(row.cycles);
        point.layers.push_back(std::move(row));
    }
    Metrics to(point);
    to.set("makespan", makespan);
    to.set("macs", macs);
    to.set("pe_utilization", makespan > 0 ? useful / static_cast<double>(makespan) : 0.0);
}

}  // namespace

void add_result(const RunResult& result, store::Point& point) {
    point.workload = result.workload;
    if (result.scalesim) {
        add_closed_form(*result.scalesim, point);
        return;
    }
    point.method = result.method;
    add_metrics(result, point);
    add_layers(result, point);
}

}  // namespace systole::sweep
