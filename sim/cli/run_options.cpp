#include "sim/cli/run_options.h"

#include "sim/config/config_reader.h"
#include "sim/place/victim_rule.h"
#include "sim/schedule/registry.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace systole::cli {

void add_input_options(CLI::App& app, RunOptions& options, bool& quiet) {
    app.add_option("CONFIG", options.config_path, "architecture, a YAML file (configs/README.md)")
        ->required();
    app.add_option("TRACE",
                   options.trace_path,
                   "operator DAG: x.json, or x_Nodes.csv with x_Edges.csv beside it")
        ->required();
    app.add_option("-D",
                   options.overrides,
                   "override a configuration key, e.g. -D tiers.l1.capacity=2048; repeatable")
        ->type_name("KEY=VALUE")
        ->allow_extra_args(false);
    app.add_flag("--json", options.json, "print one JSON object instead of tables");
    app.add_flag("--quiet", quiet, "no progress, no notes");
}

void add_timing_options(CLI::App& app, RunOptions& options, TimingOptions& timing) {
    app.add_option("--contention",
                   options.contention,
                   "share DDR bandwidth and scratchpad ports: on or off (default: the config's "
                   "contention.enabled)")
        ->check(CLI::IsMember({"on", "off"}));
    app.add_option("--out",
                   timing.out,
                   "folder for report.html, report.json, ops.csv, timeline.json and the plan")
        ->type_name("DIR");
    app.add_option("--wave", timing.wave, "VCD wave file to write")->type_name("FILE.vcd");
    app.add_option("--max-cycles", timing.max_cycles, "stop with status 3 past this cycle")
        ->check(CLI::NonNegativeNumber)
        ->type_name("N");
}

std::string scheduler_help() {
    std::string text;
    for (const auto& entry : schedule::schedulers()) {
        text += fmt::format("\n{}: {}", entry.name, entry.help);
    }
    return text;
}

std::string spill_help() {
    std::string text;
    for (const auto& rule : place::victim_rules()) {
        text += fmt::format("\n{}: {}", rule.name, rule.help);
    }
    return text;
}

config::ArchConfig load_config(const RunOptions& options) {
    std::vector<std::string> overrides = options.overrides;
    if (!options.contention.empty()) {
        overrides.push_back("contention.enabled=" + options.contention);
    }
    return config::load_arch_config(options.config_path, overrides);
}

}  // namespace systole::cli
