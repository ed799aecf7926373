#include "sim/report/array_report.h"

#include "sim/core/json_text.h"
#include "sim/core/quantity.h"
#include "sim/report/text_table.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <string_view>
#include <variant>

namespace systole::report {
namespace {

using nlohmann::ordered_json;

std::string value_text(const arch::GridValue& value) {
    return std::visit([](auto number) { return fmt::format("{}", number); }, value);
}

ordered_json value_json(const arch::GridValue& value) {
    return std::visit([](auto number) { return ordered_json(number); }, value);
}

std::string_view convention_name(arch::Convention convention) {
    return convention == arch::Convention::kScalesim ? "scalesim" : "hardware";
}

// Y's element, 1-based.
std::string output_text(const arch::GridOutput& output) {
    return fmt::format("Y[{},{}] = {}{}",
                       output.n + 1,
                       output.m + 1,
                       value_text(output.value),
                       output.partial ? " (partial)" : "");
}

std::size_t busy_of(const ArrayCycle& cycle) {
    return static_cast<std::size_t>(
        std::count_if(cycle.pes.begin(), cycle.pes.end(), [](const auto& pe) { return !!pe; }));
}

std::string table_text(const ArrayResult& report, bool colour) {
    using report::TextTable;
    std::vector<TextTable::Column> columns = {{"cycle"}, {"busy PEs"}};
    for (std::size_t r = 1; r <= report.array.rows; ++r) {
        for (std::size_t c = 1; c <= report.array.cols; ++c) {
            columns.push_back({fmt::format("PE({},{})", r, c)});
        }
    }
    columns.push_back({"leaves", TextTable::Align::kLeft});
    TextTable table(columns, colour);
    for (std::size_t i = 0; i < report.table.size(); ++i) {
        const ArrayCycle& cycle = report.table[i];
        std::vector<TextTable::Cell> cells = {std::to_string(i + 1),
                                              std::to_string(busy_of(cycle))};
        for (const auto& pe : cycle.pes) {
            cells.emplace_back(pe ? value_text(*pe) : ".");
        }
        std::string leaves;
        for (const arch::GridOutput& output : cycle.outputs) {
            leaves += (leaves.empty() ? "" : ", ") + output_text(output);
        }
        cells.emplace_back(leaves);
        table.row(cells);
    }
    return "\n" + table.text();
}

std::string output_matrix_text(const ArrayResult& report) {
    std::vector<report::TextTable::Column> columns(report.output.front().size() + 1);
    columns[0] = {"Y = W^T X", report::TextTable::Align::kLeft};
    report::TextTable table(columns, false);
    for (const auto& row : report.output) {
        std::vector<report::TextTable::Cell> cells = {std::string()};
        for (const arch::GridValue& value : row) {
            cells.emplace_back(value_text(value));
        }
        table.row(cells);
    }
    return "\n" + table.text();
}

}  // namespace

std::string array_text(const ArrayResult& report, bool colour) {
    const arch::ArrayCost& cost = report.cost;
    const arch::Array& array = report.array;
    report::TextTable facts(
        {{"", report::TextTable::Align::kLeft}, {"", report::TextTable::Align::kLeft}}, colour);
    const auto fact = [&](const char* what, const std::string& value) {
        facts.row({std::string(what), value});
    };
    const auto count = [](std::uint64_t value) { return grouped(value); };
    fact("array",
         fmt::format("{} x {} {}, {}{}{}",
                     array.rows,
                     array.cols,
                     name(array.dataflow),
                     name(report.element),
                     array.double_buffered ? ", double-buffered" : "",
                     array.preloaded ? ", preloaded" : ""));
    fact("product",
         fmt::format("m {}, n {}, k {}{}",
                     report.gemm.m,
                     report.gemm.n,
                     report.gemm.k,
                     report.seed ? fmt::format(", random (seed {})", *report.seed) : ""));
    fact("counted by",
         report.from_grid ? "PE grid (SystemC), product checked"
                          : fmt::format("closed form, {}", convention_name(report.convention)));
    fact("cycles",
         count(cost.cycles) +
             (array.preloaded
                  ? fmt::format(" (the first load, {} more, came before)", count(array.rows))
                  : ""));
    fact("folds", count(cost.folds));
    fact("mapping utilization", fmt::format("{:.2f} %", 100 * cost.mapping_utilization));
    fact("compute utilization", fmt::format("{:.2f} %", 100 * cost.compute_utilization));
    fact("reads [elements]",
         fmt::format("activations {}, weights {}, partial sums {}",
                     count(cost.reads[Operand::kActivations]),
                     count(cost.reads[Operand::kWeights]),
                     count(cost.reads[Operand::kOutputs])));
    fact("writes [elements]", fmt::format("outputs {}", count(cost.writes[Operand::kOutputs])));
    std::string text = facts.text();
    text.erase(0, text.find('\n') + 1);  // these rows have no headers
    if (!report.table.empty()) {
        text += table_text(report, colour);
    }
    if (!report.output.empty()) {
        text += output_matrix_text(report);
    }
    return text;
}

std::string array_json(const ArrayResult& report) {
    const arch::ArrayCost& cost = report.cost;
    ordered_json json = {{"schema", "systole.array/1"},
                         {"dataflow", name(report.array.dataflow)},
                         {"rows", report.array.rows},
                         {"cols", report.array.cols},
                         {"element", name(report.element)},
                         {"double_buffered", report.array.double_buffered},
                         {"preloaded", report.array.preloaded},
                         {"mac_latency", report.array.mac_latency},
                         {"interval", report.array.interval},
                         {"m", report.gemm.m},
                         {"n", report.gemm.n},
                         {"k", report.gemm.k},
                         {"convention", convention_name(report.convention)},
                         {"model", report.from_grid ? "grid" : "closed-form"},
                         {"cycles", cost.cycles},
                         {"folds", cost.folds},
                         {"mapping_utilization", cost.mapping_utilization},
                         {"compute_utilization", cost.compute_utilization}};
    for (const Operand operand : kOperands) {
        json["reads"][std::string(name(operand))] = cost.reads[operand];
        json["writes"][std::string(name(operand))] = cost.writes[operand];
    }
    if (report.seed) {
        json["seed"] = *report.seed;
    }
    for (const ArrayCycle& cycle : report.table) {
        ordered_json sums = ordered_json::array();
        for (const auto& pe : cycle.pes) {
            sums.push_back(pe ? value_json(*pe) : ordered_json());
        }
        ordered_json leaves = ordered_json::array();
        for (const arch::GridOutput& output : cycle.outputs) {
            leaves.push_back(
                {{"row", output.n}, {"col", output.m}, {"value", value_json(output.value)}});
        }
        json["busy"].push_back(busy_of(cycle));
        json["table"].push_back({{"sums", sums}, {"leaves", leaves}});
    }
    for (const auto& row : report.output) {
        ordered_json values = ordered_json::array();
        for (const arch::GridValue& value : row) {
            values.push_back(value_json(value));
        }
        json["output"].push_back(values);
    }
    return json_text(json, 2) + "\n";
}

}  // namespace systole::report
