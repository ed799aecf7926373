#include "sim/cli/command.h"
#include "sim/cli/output.h"
#include "sim/cli/run_options.h"
#include "sim/core/json_text.h"
#include "sim/report/html/roofline_page.h"
#include "sim/report/roofline_report.h"
#include "sim/report/text_table.h"
#include "sim/run/run.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <memory>
#include <string>

namespace systole::cli {
namespace {

using Json = nlohmann::ordered_json;

struct RooflineCommand : RunOptions {
    std::string out;
};

constexpr const char* kExamples = R"(
What each layer could reach on an architecture, from shapes alone: nothing is run.

Examples:
  systole roofline configs/davinci.yaml traces/networks/mobilenet-v2.yaml
  systole roofline configs/davinci.yaml traces/networks/resnet50-v1.yaml --out roofline.html
  systole roofline configs/davinci.yaml traces/networks/alexnet.yaml -D ddr.bytes_per_cycle=32 --json)";

void roofline(const Context& context, const RooflineCommand& command) {
    const RunResult ran = run({config_source(command), RooflineRequest{command.trace_path}},
                              observer_of(context.console));
    const model::Roofline& result = *ran.roofline;
    Json json;
    json["schema"] = "systole.roofline/1";
    json["network"] = ran.workload;
    json["config"] = ran.config.name;
    json["roofline"] = report::roofline_json(result);
    if (!command.out.empty()) {
        OutputSet out = outputs_beside(ran.provenance.inputs);
        report::write_roofline_page(
            fmt::format("{} \u00b7 {} \u00b7 systole roofline", ran.workload, ran.config.name),
            json_text(json),
            out.open(command.out));
        out.commit();
        context.console.note(fmt::format("page: {}", command.out));
    }
    const bool colour = context.console.colour();
    print_result(command.json ? json_text(json, 2) + "\n"
                              : fmt::format("{} on {}: {}",
                                            report::strong(ran.workload, colour),
                                            report::strong(ran.config.name, colour),
                                            report::roofline_table(result, colour)));
}

}  // namespace

void add_roofline_command(CLI::App& app, Context& context) {
    auto command = std::make_shared<RooflineCommand>();
    CLI::App* verb =
        app.add_subcommand("roofline", "What each layer of a network could reach, without a run");
    verb->footer(kExamples);
    add_config_options(*verb, *command, context.console.quiet);
    verb->add_option("NETWORK",
                     command->trace_path,
                     "layers: x.csv in a SCALE-Sim format, or x.yaml (traces/README.md)")
        ->required();
    verb->add_option("--out", command->out, "page with the plot to write")->type_name("FILE.html");
    verb->callback([command, &context] { roofline(context, *command); });
}

}  // namespace systole::cli
