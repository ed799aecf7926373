#include "sim/report/roofline_report.h"

#include "sim/core/quantity.h"
#include "sim/report/text_table.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <string_view>
#include <utility>
#include <vector>

namespace systole::report {
namespace {

using Json = nlohmann::ordered_json;
using Align = TextTable::Align;

std::string_view bound_name(model::BoundKind bound) {
    switch (bound) {
        case model::BoundKind::kCompute:
            return "compute";
        case model::BoundKind::kMapping:
            return "mapping";
        case model::BoundKind::kMemory:
            return "memory";
        case model::BoundKind::kNone:
            break;
    }
    return "none";
}

std::string rate(double value) {
    return fmt::format(value < 100 ? "{:.2f}" : "{:.0f}", value);
}

std::string percent(double part, double whole) {
    return whole > 0 ? fmt::format("{:.1f}", 100 * part / whole) : "-";
}

Json layer_json(const model::Roofline& roofline, const model::LayerRoof& layer) {
    Json levels = Json::array();
    for (std::size_t i = 0; i < roofline.levels.size(); ++i) {
        levels.push_back({{"bytes", layer.bytes[i]}, {"intensity", layer.intensity(i)}});
    }
    Json out;
    out["name"] = layer.name;
    out["kind"] = std::string(ir::name(layer.kind));
    out["macs"] = layer.macs;
    out["compulsory_bytes"] = layer.compulsory;
    out["intensity"] = layer.intensity();
    out["levels"] = std::move(levels);
    out["array_ceiling"] = layer.array_ceiling;
    out["attainable"] = layer.attainable;
    out["bound"] = std::string(bound_name(layer.bound));
    out["bound_level"] = layer.bound == model::BoundKind::kMemory
                             ? Json(roofline.levels[layer.level].name)
                             : Json(nullptr);
    out["achieved"] = layer.achieved ? Json(*layer.achieved) : Json(nullptr);
    return out;
}

std::string level_table(const model::Roofline& roofline, bool colour) {
    TextTable table({{"memory level", Align::kLeft},
                     {"bandwidth [B/cycle]"},
                     {"ridge point [MACs/B]"},
                     {"", Align::kLeft}},
                    colour);
    for (std::size_t i = 0; i < roofline.levels.size(); ++i) {
        const model::MemoryLevel& level = roofline.levels[i];
        table.row({{level.name},
                   {rate(level.bytes_per_cycle)},
                   {rate(roofline.ridge(i))},
                   {level.binds ? "" : "not shared: contention is off"}});
    }
    return table.text();
}

}  // namespace

model::Roofline roofline_of(const RunResult& report) {
    return model::measured_roofline(report.program->layers, report.layers.layers, report.config);
}

nlohmann::ordered_json roofline_json(const model::Roofline& roofline) {
    Json levels = Json::array();
    for (std::size_t i = 0; i < roofline.levels.size(); ++i) {
        const model::MemoryLevel& level = roofline.levels[i];
        levels.push_back({{"name", level.name},
                          {"bytes_per_cycle", level.bytes_per_cycle},
                          {"ridge", roofline.ridge(i)},
                          {"binds", level.binds}});
    }
    Json layers = Json::array();
    for (const model::LayerRoof& layer : roofline.layers) {
        layers.push_back(layer_json(roofline, layer));
    }
    Json out;
    out["peak"] = roofline.peak;
    out["measured"] = roofline.measured;
    out["levels"] = std::move(levels);
    out["layers"] = std::move(layers);
    return out;
}

std::string roofline_table(const model::Roofline& roofline, bool colour) {
    std::vector<TextTable::Column> columns = {{"layer", Align::kLeft},
                                              {"kind", Align::kLeft},
                                              {"MACs"},
                                              {"intensity [MACs/B]"},
                                              {"array alone [MACs/cycle]"},
                                              {"of peak [%]"},
                                              {"attainable [MACs/cycle]"},
                                              {"bound by", Align::kLeft}};
    if (roofline.measured) {
        columns.push_back({"achieved [MACs/cycle]"});
        columns.push_back({"of attainable [%]"});
    }
    TextTable table(std::move(columns), colour);
    std::size_t others = 0;
    for (const model::LayerRoof& layer : roofline.layers) {
        if (layer.bound == model::BoundKind::kNone) {
            ++others;
            continue;
        }
        std::vector<TextTable::Cell> row = {
            layer.name,
            std::string(ir::name(layer.kind)),
            grouped(layer.macs),
            rate(layer.intensity()),
            rate(layer.array_ceiling),
            percent(layer.array_ceiling, roofline.peak),
            rate(layer.attainable),
            {model::bound_text(roofline, layer), layer.bound == model::BoundKind::kMapping}};
        if (layer.achieved) {
            row.emplace_back(rate(*layer.achieved));
            row.emplace_back(percent(*layer.achieved, layer.attainable));
        }
        table.row(std::move(row));
    }
    std::string out =
        fmt::format("peak {} MACs/cycle\n", rate(roofline.peak)) + level_table(roofline, colour);
    out +=
        "\nIntensity: MACs per byte, every operand once. Bound by: the lowest of the array's "
        "own rate on the\nlayer's shape and intensity times bandwidth at each level\n";
    out += table.text();
    if (others > 0) {
        out += fmt::format("{} more layers multiply nothing\n", others);
    }
    return out;
}

}  // namespace systole::report
