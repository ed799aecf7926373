#include "sim/cli/command.h"
#include "sim/cli/run_options.h"
#include "sim/config/config_reader.h"
#include "sim/core/error.h"
#include "sim/core/input_file.h"
#include "sim/core/json_text.h"
#include "sim/core/quantity.h"
#include "sim/load/network_file.h"
#include "sim/load/trace_file.h"
#include "sim/lower/lower_network.h"
#include "sim/report/text_table.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstdint>
#include <memory>
#include <string>

namespace systole::cli {
namespace {

using Json = nlohmann::ordered_json;

struct LowerCommand : RunOptions {
    std::string out;
};

constexpr const char* kExamples = R"(
Tiles every layer for the scratchpads of CONFIG and writes the operator DAG, which `run`, `schedule`
and `replay` take like any trace.

Examples:
  systole lower configs/davinci.yaml traces/networks/alexnet.yaml -o alexnet.json
  systole lower configs/davinci.yaml traces/networks/alexnet.yaml -o alexnet.json --json
  systole lower configs/davinci.yaml traces/networks/alexnet.yaml -D tiling.buffers=1 -o one.json)";

// "A 2 rows held, B streamed": which operand the outer loop walks and what stays on chip.
std::string order_text(const lower::Tiling& t) {
    const bool activations = t.outer == Operand::kActivations;
    if (!t.held) {
        return "stream both";
    }
    return fmt::format(
        "hold {} {}{}", t.block, activations ? "inputs" : "weights", t.ahead ? " +1" : "");
}

Json layers_json(const lower::Lowered& lowered) {
    Json rows = Json::array();
    for (std::size_t i = 0; i < lowered.layers.size(); ++i) {
        const lower::LayerSummary& layer = lowered.layers[i];
        const ir::LayerWork& work = lowered.program.layers[i];
        Json row = {{"name", work.name},
                    {"macs", work.macs},
                    {"params", layer.parameters},
                    {"nodes", layer.nodes},
                    {"tile", {layer.tile_m, layer.tile_n, layer.tile_k}}};
        if (layer.tiling) {
            row["order"] = order_text(*layer.tiling);
            row["chunk_channels"] = layer.tiling->channels;
            row["expected_cycles"] = static_cast<std::uint64_t>(layer.expected.cycles);
            row["expected_ddr_bytes"] = static_cast<std::uint64_t>(layer.expected.ddr_bytes);
        }
        rows.push_back(row);
    }
    return rows;
}

std::string layers_table(const lower::Lowered& lowered, bool colour) {
    using Align = report::TextTable::Align;
    report::TextTable table({{"layer", Align::kLeft},
                             {"MACs"},
                             {"parameters"},
                             {"nodes"},
                             {"tile m"},
                             {"tile n"},
                             {"tile k"},
                             {"loop order", Align::kLeft},
                             {"expected [cycles]"},
                             {"DDR [bytes]"}},
                            colour);
    for (std::size_t i = 0; i < lowered.layers.size(); ++i) {
        const lower::LayerSummary& layer = lowered.layers[i];
        const ir::LayerWork& work = lowered.program.layers[i];
        std::vector<report::TextTable::Cell> row = {work.name,
                                                    grouped(work.macs),
                                                    grouped(layer.parameters),
                                                    grouped(layer.nodes),
                                                    grouped(layer.tile_m)};
        if (layer.tiling) {
            row.emplace_back(grouped(layer.tile_n));
            row.emplace_back(grouped(layer.tile_k));
            row.emplace_back(order_text(*layer.tiling));
            row.emplace_back(grouped(static_cast<std::uint64_t>(layer.expected.cycles)));
            row.emplace_back(grouped(static_cast<std::uint64_t>(layer.expected.ddr_bytes)));
        }
        table.row(std::move(row));
    }
    return table.text();
}

void lower_and_write(const Context& context, const LowerCommand& command) {
    refuse_second_stdin({command.config_path, command.trace_path});
    InputFiles read;
    config::ArchConfig config =
        config::load_arch_config(command.config_path, command.overrides, &read);
    config.settle_sharing(true);
    context.console.stage("reading the layers");
    const ir::Network network = load::load_network(command.trace_path, &read);
    for (const std::string& note : network.notes) {
        context.console.note(note);
    }
    const auto shown = context.console.progress("lowering");
    const lower::Lowered lowered =
        lower::lower_network(network, config, [&](std::size_t layer, std::size_t layers) {
            if (shown) {
                shown(layer, layers);
            }
        });
    context.console.stage("writing the trace");
    OutputSet out(read);
    load::write_trace(lowered.program, command.out, out);
    out.commit();
    context.console.end_progress();
    std::uint64_t macs = 0;
    std::uint64_t parameters = 0;
    for (std::size_t i = 0; i < lowered.layers.size(); ++i) {
        macs += lowered.program.layers[i].macs;
        parameters += lowered.layers[i].parameters;
    }
    if (command.json) {
        const Json json = {{"network", network.name},
                           {"config", config.name},
                           {"layers", lowered.layers.size()},
                           {"macs", macs},
                           {"params", parameters},
                           {"nodes", lowered.program.nodes()},
                           {"edges", lowered.program.edges()},
                           {"buffers", lowered.program.buffers()},
                           {"tilings", layers_json(lowered)}};
        print_result(json_text(json, 2) + "\n");
    } else {
        print_result(layers_table(lowered, context.console.colour()));
        print_result(fmt::format("{}: {} layers, {} MACs, {} parameters, {} nodes\n",
                                 network.name,
                                 lowered.layers.size(),
                                 grouped(macs),
                                 grouped(parameters),
                                 grouped(lowered.program.nodes())));
    }
    context.console.note(fmt::format("trace: {}", command.out));
}

}  // namespace

void add_lower_command(CLI::App& app, Context& context) {
    auto command = std::make_shared<LowerCommand>();
    CLI::App* verb =
        app.add_subcommand("lower", "Turn a list of layers into an operator DAG for a core");
    verb->footer(kExamples);
    add_config_options(*verb, *command, context.console.quiet);
    verb->add_option("NETWORK",
                     command->trace_path,
                     "layers: x.csv in a SCALE-Sim format, or x.yaml (traces/README.md)")
        ->required();
    verb->add_option(
            "-o,--out", command->out, "trace to write: x.json, or x_Nodes.csv for a CSV pair")
        ->type_name("TRACE")
        ->required();
    verb->callback([command, &context] { lower_and_write(context, *command); });
}

}  // namespace systole::cli
