#include "sim/report/layers_table.h"

#include "sim/core/quantity.h"
#include "sim/report/text_table.h"

#include <fmt/format.h>

#include <utility>

namespace systole::report {
namespace {

using Align = TextTable::Align;

std::string energy_share(model::Femtojoules part, model::Femtojoules whole) {
    return share_text(static_cast<double>(part), static_cast<double>(whole));
}

}  // namespace

std::string energy_text(model::Femtojoules energy) {
    return quantity(static_cast<double>(energy), -15, "J").text();
}

std::string energy_table(const RunResult& report, bool colour) {
    if (!report.energy.energy) {
        return "";
    }
    const model::EnergyMatrix& all = report.energy.energy->all;
    const model::Femtojoules total = all.total();
    std::vector<TextTable::Column> columns = {{"unit", Align::kLeft}, {"energy"}, {"of total [%]"}};
    for (const std::string_view use : model::kEnergyUseNames) {
        columns.push_back({fmt::format("{} [%]", use)});
    }
    TextTable table(std::move(columns), colour);
    for (std::size_t u = 0; u < model::kEnergyUnitCount; ++u) {
        const auto unit = static_cast<model::EnergyUnit>(u);
        const model::Femtojoules energy = all.of(unit);
        if (energy == 0) {
            continue;
        }
        std::vector<TextTable::Cell> row = {{std::string(model::kEnergyUnitNames[u])},
                                            {energy_text(energy)}};
        row.emplace_back(energy_share(energy, total), energy * 2 >= total);
        for (std::size_t use = 0; use < model::kEnergyUseCount; ++use) {
            const model::Femtojoules part = all.at(unit, static_cast<model::EnergyUse>(use));
            row.emplace_back(part == 0 ? "" : energy_share(part, total));
        }
        table.row(std::move(row));
    }
    std::vector<TextTable::Cell> sums = {{"all"}, {energy_text(total)}, {"100.0"}};
    for (std::size_t use = 0; use < model::kEnergyUseCount; ++use) {
        sums.emplace_back(energy_share(all.of(static_cast<model::EnergyUse>(use)), total));
    }
    table.row(std::move(sums));
    return table.text();
}

std::string layers_table(const RunResult& report, bool colour) {
    const std::vector<model::LayerStats>& layers = report.layers.layers;
    if (layers.empty()) {
        return "";
    }
    const bool priced = report.energy.energy.has_value();
    std::vector<TextTable::Column> columns = {{"layer", Align::kLeft},
                                              {"cycles"},
                                              {"of run [%]"},
                                              {"MACs"},
                                              {"MACs/cycle"},
                                              {"PE util. [%]"},
                                              {"DDR read"},
                                              {"DDR written"}};
    if (priced) {
        columns.push_back({"energy"});
        columns.push_back({"of total [%]"});
    }
    TextTable table(std::move(columns), colour);
    for (std::size_t i = 0; i < layers.size(); ++i) {
        const model::LayerStats& l = layers[i];
        std::vector<TextTable::Cell> row = {
            {report.program->layers[i].name},
            {grouped(l.share)},
            {percent_text(l.share, report.metrics.makespan)},
            {grouped(l.macs)},
            {fmt::format("{:.1f}", l.macs_per_cycle())},
            {fmt::format("{:.1f}", 100.0 * l.pe_utilization(report.config))},
            {bytes_text(l.ddr_read())},
            {bytes_text(l.ddr_write())}};
        if (priced) {
            const model::Femtojoules energy = report.energy.energy->layers[i].total();
            row.emplace_back(energy_text(energy));
            row.emplace_back(energy_share(energy, report.energy.energy->total()));
        }
        table.row(std::move(row));
    }
    return table.text();
}

}  // namespace systole::report
