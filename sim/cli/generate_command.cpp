#include "sim/cli/command.h"
#include "sim/cli/run_options.h"
#include "sim/generate/registry.h"
#include "sim/load/trace_file.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace systole::cli {
namespace {

struct GenerateCommand {
    std::string out;
    std::vector<std::pair<std::string, std::string>> values;  // parameter name, text given
};

void generate(const Context& context,
              const generate::Kernel& kernel,
              const GenerateCommand& command) {
    generate::Values values(kernel);
    for (const auto& [name, text] : command.values) {
        values.set(name, parse_count("--" + name, text, "generate.range"));
    }
    context.console.stage("generating");
    const ir::Program program = generate::generate(kernel, values);
    context.console.stage("writing the trace");
    load::write_trace(program, command.out);
    context.console.end_progress();
    context.console.note(fmt::format("{}: {} nodes, {} edges, {} buffers",
                                     command.out,
                                     program.nodes(),
                                     program.edges(),
                                     program.buffers()));
}

}  // namespace

void add_generate_command(CLI::App& app, Context& context) {
    CLI::App* verb = app.add_subcommand("generate", "Make the trace of a tiled kernel");
    verb->require_subcommand(1);
    verb->footer(R"(
Examples:
  systole generate matmul --m 8 --n 8 --k 8 -o matmul.json
  systole generate flash-attention -o attention.json
  systole generate conv -o conv_Nodes.csv)");
    for (const generate::Kernel& kernel : generate::kernels()) {
        auto command = std::make_shared<GenerateCommand>();
        CLI::App* sub = verb->add_subcommand(std::string(kernel.name), std::string(kernel.help));
        for (const generate::Parameter& p : kernel.parameters) {
            const std::string name(p.name);
            sub->add_option_function<std::string>(
                   "--" + name,
                   [command, name](const std::string& text) {
                       command->values.emplace_back(name, text);
                   },
                   fmt::format("{} ({} to {})", p.help, p.min, p.max))
                ->type_name(std::string(p.unit))
                ->default_str(std::to_string(p.default_value));
        }
        sub->add_option(
               "-o,--out", command->out, "trace to write: x.json, or x_Nodes.csv for a CSV pair")
            ->type_name("TRACE")
            ->required();
        sub->add_flag("--quiet", context.console.quiet, "no progress, no notes");
        sub->callback([command, &kernel, &context] { generate(context, kernel, *command); });
    }
}

}  // namespace systole::cli
