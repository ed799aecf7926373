#include "sim/cli/command.h"
#include "sim/config/config_echo.h"
#include "sim/config/config_reader.h"
#include "sim/config/config_text.h"
#include "sim/core/error.h"
#include "sim/core/input_file.h"
#include "sim/core/output_set.h"
#include "sim/report/text_table.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace systole::cli {
namespace {

using Json = nlohmann::ordered_json;
using report::TextTable;

struct ConfigCommand {
    std::string path, other, out;
    std::vector<std::string> overrides;
    bool json = false;
};

void print_json(const Json& json) {
    print_result(json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

void init(const Context& context, const ConfigCommand& command) {
    namespace fs = std::filesystem;
    if (!command.out.empty() && fs::exists(command.out)) {
        throw_bad_input("output.exists",
                        {command.out, 0, {}},
                        "there is such a file already; remove it, or name another with -o");
    }
    config::ArchConfig config = command.path.empty()
                                    ? config::starting_config()
                                    : config::load_arch_config(command.path, command.overrides);
    if (command.path.empty() && !command.overrides.empty()) {
        const std::string start = config::config_text(config, "");
        config = config::parse_arch_config(start, "my core.yaml", command.overrides);
    }
    const std::string text =
        config::config_text(config, fs::path(command.out).parent_path().string());
    if (command.out.empty()) {
        print_result(text);
        return;
    }
    OutputSet out;
    out.open(command.out).write(text);
    out.commit();
    context.console.note(fmt::format("configuration: {}", command.out));
}

void show(const Context& context, const ConfigCommand& command) {
    const config::ArchConfig config = config::load_arch_config(command.path, command.overrides);
    const std::vector<config::EchoRow> rows = config::config_echo(config);
    if (command.json) {
        Json keys = Json::array();
        for (const config::EchoRow& row : rows) {
            keys.push_back({{"key", row.key},
                            {"value", row.value},
                            {"unit", row.unit},
                            {"source", row.source}});
        }
        print_json({{"schema", "systole.config/1"}, {"name", config.name}, {"keys", keys}});
        return;
    }
    TextTable table({{"key", TextTable::Align::kLeft},
                     {"value", TextTable::Align::kLeft},
                     {"unit", TextTable::Align::kLeft},
                     {"from", TextTable::Align::kLeft}},
                    context.console.colour());
    for (const config::EchoRow& row : rows) {
        table.row({{row.key}, {row.value, row.source != "default"}, {row.unit}, {row.source}});
    }
    print_result(table.text());
}

void diff(const Context& context, const ConfigCommand& command) {
    refuse_second_stdin({command.path, command.other});
    const auto left = config::load_arch_config(command.path, command.overrides);
    const auto right = config::load_arch_config(command.other, command.overrides);
    const std::vector<config::ConfigDifference> differences =
        config::config_difference(left, right);
    if (command.json) {
        Json keys = Json::array();
        for (const config::ConfigDifference& d : differences) {
            keys.push_back({{"key", d.key},
                            {"unit", d.unit},
                            {"left", {{"value", d.left}, {"source", d.left_source}}},
                            {"right", {{"value", d.right}, {"source", d.right_source}}}});
        }
        print_json({{"schema", "systole.config-diff/1"},
                    {"left", left.name},
                    {"right", right.name},
                    {"keys", keys}});
        return;
    }
    TextTable table({{"key", TextTable::Align::kLeft},
                     {left.name, TextTable::Align::kLeft},
                     {right.name, TextTable::Align::kLeft},
                     {"unit", TextTable::Align::kLeft}},
                    context.console.colour());
    for (const config::ConfigDifference& d : differences) {
        table.row({{d.key}, {d.left}, {d.right}, {d.unit}});
    }
    print_result(differences.empty() ? "the two architectures are the same\n" : table.text());
}

void add_overrides(CLI::App& verb, ConfigCommand& command) {
    verb.add_option("-D", command.overrides, "replace a value, KEY=VALUE (configs/README.md)")
        ->type_name("KEY=VALUE")
        ->allow_extra_args(false);
}

}  // namespace

void add_init_command(CLI::App& app, Context& context) {
    auto command = std::make_shared<ConfigCommand>();
    CLI::App* verb = app.add_subcommand("init", "Write a commented configuration to start from");
    verb->footer(R"(
Every key with its meaning, unit and range; without CONFIG the defaults and the capacities of the
reference core.

Examples:
  systole init -o mine.yaml
  systole init configs/tpu-v1.yaml -D cube.rows=128 -o half-tpu.yaml)");
    verb->add_option("CONFIG", command->path, "architecture to start from");
    verb->add_option("-o,--out", command->out, "file to write, a new one; else the terminal")
        ->type_name("FILE.yaml");
    add_overrides(*verb, *command);
    verb->add_flag("--quiet", context.console.quiet, "no notes");
    verb->callback([command, &context] { init(context, *command); });
}

void add_config_command(CLI::App& app, Context& context) {
    auto command = std::make_shared<ConfigCommand>();
    CLI::App* verb =
        app.add_subcommand("config", "A configuration resolved; how two of them differ");
    verb->require_subcommand(1);
    verb->footer(R"(
Examples:
  systole config show configs/davinci-tight.yaml
  systole config diff configs/ethos-u55-128.yaml configs/ethos-u55-256.yaml)");
    const auto add = [&](const char* name, const char* help, auto action) {
        CLI::App* sub = verb->add_subcommand(name, help);
        sub->add_option("CONFIG", command->path, "architecture")->required();
        sub->callback([command, &context, action] { action(context, *command); });
        add_overrides(*sub, *command);
        sub->add_flag("--json", command->json, "print one JSON object instead of a table");
        return sub;
    };
    add("show", "Every key with its value, and where that comes from", show);
    add("diff", "The keys whose values differ", diff)
        ->add_option("OTHER", command->other, "the other architecture")
        ->required();
}

}  // namespace systole::cli
