#include "sim/report/layers_json.h"

#include "sim/model/peak_macs.h"
#include "sim/report/array_time.h"
#include "sim/report/json_shapes.h"

#include <string>

namespace systole::report {
namespace {

using Json = nlohmann::ordered_json;
using model::EnergyUnit;
using model::EnergyUse;

double picojoules(model::Femtojoules energy) {
    return static_cast<double>(energy) / 1e3;
}

Json by_unit(const model::EnergyMatrix& energy) {
    Json out = Json::object();
    for (std::size_t u = 0; u < model::kEnergyUnitCount; ++u) {
        out[std::string(model::kEnergyUnitNames[u])] =
            picojoules(energy.of(static_cast<EnergyUnit>(u)));
    }
    return out;
}

Json by_use(const model::EnergyMatrix& energy) {
    Json out = Json::object();
    for (std::size_t u = 0; u < model::kEnergyUseCount; ++u) {
        out[std::string(model::kEnergyUseNames[u])] =
            picojoules(energy.of(static_cast<EnergyUse>(u)));
    }
    return out;
}

Json ddr_json(const model::LayerStats& layer) {
    Json out;
    out["read"] = layer.ddr_read();
    out["write"] = layer.ddr_write();
    for (const Operand o : kOperands) {
        out[std::string(name(o))] = layer.ddr[o].total();
    }
    out["spills"] = layer.spill.total();
    return out;
}

Json tiers_json(const model::LayerStats& layer) {
    return by_tier([&](Tier t) {
        model::Traffic sum;
        for (const model::Traffic& traffic : layer.tiers[t]) {
            sum.read += traffic.read;
            sum.write += traffic.write;
        }
        return Json{{"read", sum.read}, {"write", sum.write}};
    });
}

}  // namespace

nlohmann::ordered_json pe_utilization_json(const RunResult& report) {
    if (report.layers.layers.empty() || report.metrics.makespan == 0) {
        return nullptr;
    }
    return static_cast<double>(report.layers.macs()) /
           (model::peak_macs(report.config) * static_cast<double>(report.metrics.makespan));
}

nlohmann::ordered_json energy_json(const RunResult& report) {
    if (!report.energy.energy) {
        return nullptr;
    }
    const model::Energy& energy = *report.energy.energy;
    const Cycles makespan = report.metrics.makespan;
    const std::uint64_t clock = report.config.clock_mhz;
    Json out;
    out["total"] = energy.picojoules();
    out["compulsory"] = picojoules(energy.compulsory);
    out["average_mw"] = model::average_milliwatts(energy.total(), makespan, clock);
    out["energy_delay_js"] = model::energy_delay(energy.total(), makespan, clock);
    out["by_unit"] = by_unit(energy.all);
    out["by_operand"] = by_use(energy.all);
    out["outside_layers"] = picojoules(energy.rest.total());
    out["table"] = report.energy.table;
    return out;
}

nlohmann::ordered_json layers_json(const RunResult& report) {
    Json out = Json::array();
    for (std::size_t i = 0; i < report.layers.layers.size(); ++i) {
        const model::LayerStats& layer = report.layers.layers[i];
        Json row;
        row["name"] = report.program->layers[i].name;
        row["nodes"] = layer.nodes;
        row["start"] = layer.start;
        row["end"] = layer.end;
        row["cycles"] = layer.share;
        row["busy"] = by_pipe([&](Pipe p) { return layer.busy[p]; });
        row["macs"] = layer.macs;
        row["macs_per_cycle"] = layer.macs_per_cycle();
        row["pe_utilization"] = layer.pe_utilization(report.config);
        row["array"] = array_time_json(array_time(layer, report.config));
        row["vector_ops"] = layer.vector_ops;
        row["ddr_bytes"] = ddr_json(layer);
        row["tier_bytes"] = tiers_json(layer);
        row["energy_pj"] = nullptr;
        if (report.energy.energy) {
            const model::EnergyMatrix& energy = report.energy.energy->layers[i];
            row["energy_pj"] = {{"total", picojoules(energy.total())},
                                {"by_unit", by_unit(energy)},
                                {"by_operand", by_use(energy)}};
        }
        out.push_back(std::move(row));
    }
    return out;
}

}  // namespace systole::report
