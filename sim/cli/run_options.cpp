#include "sim/cli/run_options.h"

#include "sim/core/error.h"
#include "sim/core/number_text.h"
#include "sim/plan/methods.h"
#include "sim/plan/place/victim_rule.h"
#include "sim/run/objectives.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <string_view>

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
    app.add_option("CONFIG",
                   options.config_path,
                   "architecture, a YAML file (configs/README.md); -: standard input")
        ->required();
    app.add_option("-D",
                   options.overrides,
                   "override a configuration key, e.g. -D tiers.l1.capacity=2048; repeatable")
        ->type_name("KEY=VALUE")
        ->allow_extra_args(false);
    app.add_flag("--json", options.json, "print one JSON object instead of tables");
    app.add_flag("--quiet", quiet, "the summary alone: no tables above it, no progress, no notes");
}

void add_input_options(CLI::App& app, RunOptions& options, bool& quiet) {
    add_config_options(app, options, quiet);
    app.add_option(
           "WORKLOAD",
           options.trace_path,
           "operator DAG: x.json, or x_Nodes.csv with x_Edges.csv beside it; or layers, "
           "lowered first: a SCALE-Sim x.csv or x.yaml; - or another name: by what it holds")
        ->required();
    app.add_flag("--layers", options.layers, "tables with a line for every layer")
        ->excludes("--json", "--quiet");
    app.add_flag("--timing", options.timing, "wall time in the JSON; equal runs then differ")
        ->needs("--json");
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
    app.add_option("--write",
                   timing.files,
                   "files of --out, of report, layers, ops, timeline, plan, page (default: all; of "
                   "long runs without ops and timeline)")
        ->type_name("NAME,...")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->needs("--out");
    app.add_flag("--csv-safe",
                 timing.csv_safe,
                 "CSV files: an apostrophe before names that a spreadsheet takes for a formula "
                 "(= + - @)")
        ->needs("--out");
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
    const std::optional<std::uint64_t> value = parse_whole_number(text);
    if (!value || text.size() > kDigits) {
        throw_bad_input(rule,
                        {},
                        fmt::format("{} is '{}', expected a whole number of at most {} digits{}",
                                    option,
                                    text,
                                    kDigits,
                                    number_hint(text)));
    }
    return *value;
}

void add_plan_options(CLI::App& app,
                      const std::string& schedule_option,
                      std::string& schedule,
                      std::string& spill) {
    app.add_option(schedule_option,
                   schedule,
                   "who makes the plan (default: base for a trace, original for layers):" +
                       rows_help(plan::methods()));
    app.add_option("--spill",
                   spill,
                   "which buffers make room, in place of the method's own rule:" +
                       rows_help(place::victim_rules()))
        ->type_name("RULE");
}

void add_search_options(CLI::App& app, SearchWords& words) {
    const std::string group = "Options of the method best";
    const auto add =
        [&](const char* name, std::string& value, const std::string& help, const char* type) {
            app.add_option(name, value, help)->type_name(type)->group(group);
        };
    add("--objective",
        words.objective,
        "what it looks for:" + rows_help(objectives()),
        "NAME=balanced");
    add("--traffic-budget", words.traffic_budget, "balanced: units (default: dan's)", "UNITS");
    add("--work", words.work, "operations placed before it ends (default: 40,000,000)", "N");
    add("--time-limit",
        words.time_limit,
        "seconds after which it ends with what it has; the plan then depends on the machine",
        "S");
    add("--seed", words.seed, "of its random numbers", "N=1");
    add("--threads", words.threads, "the plan does not depend on it (default: all)", "N");
}

SearchRequest search_request(const SearchWords& words) {
    SearchRequest request;
    if (!words.objective.empty()) {
        request.objective = find_objective(words.objective);
    }
    const auto take = [](const char* option, const std::string& text, auto& field) {
        if (!text.empty()) {
            field = parse_count(option, text, "cli.search");
        }
    };
    take("--traffic-budget", words.traffic_budget, request.traffic_budget);
    take("--work", words.work, request.work);
    take("--time-limit", words.time_limit, request.seconds);
    take("--seed", words.seed, request.seed);
    if (!words.threads.empty()) {
        request.threads = static_cast<unsigned>(
            std::min<std::uint64_t>(parse_count("--threads", words.threads, "cli.search"), 1024));
    }
    return request;
}

ConfigSource config_source(const RunOptions& options) {
    return {options.config_path, {}, options.overrides};
}

Simulation simulation(const RunOptions& options) {
    Simulation asked;
    asked.workload = options.trace_path;
    if (!options.cycles.empty()) {
        asked.cycles = options.cycles == "model" ? CyclesRule::kModel : CyclesRule::kTrace;
    }
    if (!options.contention.empty()) {
        asked.contention = options.contention == "on";
    }
    return asked;
}

}  // namespace systole::cli
