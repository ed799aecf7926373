#include "sim/report/scalesim_csv.h"

#include "sim/core/quantity.h"
#include "sim/report/text_table.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstddef>
#include <filesystem>
#include <string_view>

namespace systole::report {
namespace {

// A number as Python prints it: the shortest that reads back the same, never without a point.
std::string python_text(double value) {
    std::string text = fmt::format("{}", value);
    if (text.find_first_of(".en") == std::string::npos) {
        text += ".0";
    }
    return text;
}

double per_cycle(std::uint64_t count, const arch::ScalesimCost& cost) {
    return cost.compute_cycles == 0
               ? 0
               : static_cast<double>(count) / static_cast<double>(cost.compute_cycles);
}

}  // namespace

std::string scalesim_compute_csv(const ScalesimLayers& layers) {
    std::string text =
        "LayerID, Total Cycles (incl. prefetch), Total Cycles, Stall Cycles, Overall Util %, "
        "Mapping Efficiency %, Compute Util %,\n";
    for (std::size_t i = 0; i < layers.size(); ++i) {
        const arch::ScalesimCost& cost = layers[i].cost;
        text += fmt::format("{}, , {}, {}, {}, {}, {},\n",
                            i,
                            cost.compute_cycles,
                            cost.stall_cycles,
                            python_text(cost.overall_util_pct),
                            python_text(cost.mapping_efficiency_pct),
                            python_text(cost.compute_util_pct));
    }
    return text;
}

std::string scalesim_bandwidth_csv(const ScalesimLayers& layers) {
    std::string text =
        "LayerID, Avg IFMAP SRAM BW, Avg FILTER SRAM BW, Avg OFMAP SRAM BW, Avg IFMAP DRAM BW, "
        "Avg FILTER DRAM BW, Avg OFMAP DRAM BW,\n";
    for (std::size_t i = 0; i < layers.size(); ++i) {
        const arch::ScalesimCost& cost = layers[i].cost;
        text += fmt::format("{}, {}, {}, {}, , , ,\n",
                            i,
                            python_text(per_cycle(cost.ifmap_sram_reads, cost)),
                            python_text(per_cycle(cost.filter_sram_reads, cost)),
                            python_text(per_cycle(cost.ofmap_sram_writes, cost)));
    }
    return text;
}

std::string scalesim_access_csv(const ScalesimLayers& layers) {
    std::string text = "LayerID, ";
    for (const char* memory : {"SRAM", "DRAM"}) {
        for (const char* operand : {"IFMAP", "Filter", "OFMAP"}) {
            const bool output = std::string_view(operand) == "OFMAP";
            text += fmt::format("{0} {1} Start Cycle, {0} {1} Stop Cycle, {0} {1} {2}, ",
                                memory,
                                operand,
                                output ? "Writes" : "Reads");
        }
    }
    text.pop_back();
    text += '\n';
    for (std::size_t i = 0; i < layers.size(); ++i) {
        const arch::ScalesimCost& cost = layers[i].cost;
        text += fmt::format(
            "{}, {}, {}, {}, {}, {}, {}, {}, {}, {}, , , , , , , , , ,\n",
            i,
            cost.ifmap_sram.start,
            layers[i].windows_fit ? std::to_string(cost.ifmap_sram.stop) : std::string(),
            cost.ifmap_sram_reads,
            cost.filter_sram.start,
            cost.filter_sram.stop,
            cost.filter_sram_reads,
            cost.ofmap_sram.start,
            cost.ofmap_sram.stop,
            cost.ofmap_sram_writes);
    }
    return text;
}

void write_scalesim_csvs(const ScalesimLayers& layers, const std::string& folder, OutputSet& out) {
    const auto add = [&](const char* name, const std::string& text) {
        out.open((std::filesystem::path(folder) / name).string()).write(text);
    };
    add("COMPUTE_REPORT.csv", scalesim_compute_csv(layers));
    add("BANDWIDTH_REPORT.csv", scalesim_bandwidth_csv(layers));
    add("DETAILED_ACCESS_REPORT.csv", scalesim_access_csv(layers));
}

std::string scalesim_table(const ScalesimLayers& layers, bool colour) {
    TextTable table({{"layer", TextTable::Align::kLeft},
                     {"M"},
                     {"N"},
                     {"K"},
                     {"folds"},
                     {"cycles"},
                     {"stalls"},
                     {"overall util %"},
                     {"mapping eff. %"},
                     {"ifmap reads"},
                     {"filter reads"},
                     {"ofmap writes"}},
                    colour);
    std::uint64_t cycles = 0;
    std::uint64_t stalls = 0;
    for (const model::ScalesimLayer& layer : layers) {
        const arch::ScalesimCost& cost = layer.cost;
        cycles += cost.compute_cycles;
        stalls += cost.stall_cycles;
        table.row({{layer.name},
                   {grouped(layer.gemm.m)},
                   {grouped(layer.gemm.n)},
                   {grouped(layer.gemm.k)},
                   {grouped(cost.folds)},
                   {grouped(cost.compute_cycles)},
                   {grouped(cost.stall_cycles)},
                   {fmt::format("{:.2f}", cost.overall_util_pct)},
                   {fmt::format("{:.2f}", cost.mapping_efficiency_pct)},
                   {grouped(cost.ifmap_sram_reads)},
                   {grouped(cost.filter_sram_reads)},
                   {grouped(cost.ofmap_sram_writes)}});
    }
    table.row(
        {{"all", true}, {""}, {""}, {""}, {""}, {grouped(cycles), true}, {grouped(stalls), true}});
    return table.text();
}

nlohmann::ordered_json scalesim_json(const ScalesimLayers& layers, const std::string& run_name) {
    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    for (const model::ScalesimLayer& layer : layers) {
        const arch::ScalesimCost& cost = layer.cost;
        rows.push_back({{"name", layer.name},
                        {"m", layer.gemm.m},
                        {"n", layer.gemm.n},
                        {"k", layer.gemm.k},
                        {"folds", cost.folds},
                        {"cycles", cost.compute_cycles},
                        {"stall_cycles", cost.stall_cycles},
                        {"overall_util_pct", cost.overall_util_pct},
                        {"mapping_efficiency_pct", cost.mapping_efficiency_pct},
                        {"compute_util_pct", cost.compute_util_pct},
                        {"ifmap_sram_reads", cost.ifmap_sram_reads},
                        {"filter_sram_reads", cost.filter_sram_reads},
                        {"ofmap_sram_writes", cost.ofmap_sram_writes}});
    }
    return {{"schema", "systole.scalesim/1"}, {"run_name", run_name}, {"layers", rows}};
}

}  // namespace systole::report
