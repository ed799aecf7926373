#include "sim/cli/run_options.h"

#include "sim/config/config_reader.h"
#include "sim/core/error.h"
#include "sim/methods.h"
#include "sim/place/victim_rule.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace systole::cli {
namespace {

// A registry table as lines of an option's help text.
template <class Row>
std::string rows_help(Span<Row> table) {
    std::string text;
    for (const Row& row : table) {
        text += fmt::format("\n{}: {}", row.name, row.help);
    }
    return text;
}

}  // namespace

void add_config_options(CLI::App& app, RunOptions& options, bool& quiet) {
    app.add_option("CONFIG", options.config_path, "architecture, a YAML file (configs/README.md)")
        ->required();
    app.add_option("-D",
                   options.overrides,
                   "override a configuration key, e.g. -D tiers.l1.capacity=2048; repeatable")
        ->type_name("KEY=VALUE")
        ->allow_extra_args(false);
    app.add_flag("--json", options.json, "print one JSON object instead of tables");
    app.add_flag("--quiet", quiet, "no progress, no notes");
}

void add_input_options(CLI::App& app, RunOptions& options, bool& quiet) {
    add_config_options(app, options, quiet);
    app.add_option("WORKLOAD",
                   options.trace_path,
                   "operator DAG: x.json, or x_Nodes.csv with x_Edges.csv beside it; or layers, "
                   "lowered first: a SCALE-Sim x.csv or x.yaml")
        ->required();
    app.add_option("--cycles",
                   options.cycles,
                   "cycles of a node: as the trace says, or of its shape by the model (layers "
                   "always by the model)")
        ->check(CLI::IsMember({"trace", "model"}));
}

void add_timing_options(CLI::App& app, RunOptions& options, TimingOptions& timing) {
    app.add_option("--contention",
                   options.contention,
                   "share DDR bandwidth and scratchpad ports: on or off (default: the config's "
                   "contention.enabled)")
        ->check(CLI::IsMember({"on", "off"}));
    const CLI::Validator not_empty(
        [](const std::string& path) {
            return path.empty() ? std::string("a path that is not empty") : std::string();
        },
        "");
    app.add_option("--out",
                   timing.out,
                   "folder for report.html, report.json, ops.csv, timeline.json and the plan")
        ->type_name("DIR")
        ->check(not_empty);
    app.add_option("--wave", timing.wave, "VCD wave file to write")
        ->type_name("FILE.vcd")
        ->check(not_empty);
    app.add_option_function<std::string>(
           "--max-cycles",
           [&timing](const std::string& text) {
               timing.max_cycles = parse_count("--max-cycles", text, "usage.count");
           },
           "stop with status 3 past this cycle")
        ->type_name("N");
}

std::uint64_t parse_count(std::string_view option, std::string_view text, const char* rule) {
    constexpr std::size_t kDigits = 18;
    if (text.empty() || text.size() > kDigits ||
        text.find_first_not_of("0123456789") != std::string_view::npos) {
        throw_bad_input(
            rule,
            {},
            fmt::format(
                "{} is '{}', expected a whole number of at most {} digits", option, text, kDigits));
    }
    return std::stoull(std::string(text));
}

void add_plan_options(CLI::App& app,
                      const std::string& schedule_option,
                      std::string& schedule,
                      std::string& spill) {
    app.add_option(schedule_option,
                   schedule,
                   "who makes the plan (default: base for a trace, original for layers):" +
                       rows_help(methods()));
    app.add_option("--spill",
                   spill,
                   "which buffers make room, in place of the method's own rule:" +
                       rows_help(place::victim_rules()))
        ->type_name("RULE");
}

std::string default_schedule(bool lowered) {
    return lowered ? "original" : "base";
}

config::ArchConfig load_config(const RunOptions& options) {
    std::vector<std::string> overrides = options.overrides;
    if (!options.contention.empty()) {
        overrides.push_back("contention.enabled=" + options.contention);
    }
    return config::load_arch_config(options.config_path, overrides);
}

}  // namespace systole::cli
