#include "sim/cli/output.h"

#include "sim/core/error.h"
#include "sim/core/output_file.h"
#include "sim/load/plan_file.h"
#include "sim/report/config_json.h"
#include "sim/report/html/html_report.h"
#include "sim/report/layers_csv.h"
#include "sim/report/ops_csv.h"
#include "sim/report/perfetto.h"
#include "sim/report/summary.h"
#include "sim/run/run.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <system_error>
#include <utility>

namespace systole::cli {
namespace {

using Json = nlohmann::ordered_json;

// Names need not be UTF-8; JSON text has to be.
std::string json_text(const Json& json, int indent) {
    return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

void refuse_overwriting(const std::string& output, const std::string& input) {
    std::error_code missing;
    if (std::filesystem::equivalent(output, input, missing)) {
        throw_bad_input("output.is-input", {output, 0, {}}, "this output would replace an input");
    }
}

}  // namespace

void print_summary(const Context& context,
                   const RunResult& result,
                   const Print& print,
                   const Stopwatch& watch) {
    const double seconds = watch.seconds();
    if (print.json) {
        Json json = report::summary_json(result);
        if (print.timing) {
            json["wall_s"] = seconds;
        }
        print_result(json_text(json, 2) + "\n");
    } else {
        print_result(report::summary_table(result, context.console.colour()));
    }
    context.console.note(fmt::format("wall time: {:.3f} s", seconds));
}

void write_files(const Context& context, const RunResult& result, const std::string& folder) {
    const auto path = [&](const char* name) {
        return (std::filesystem::path(folder) / name).string();
    };
    context.console.stage("writing the report");
    create_output_folder(folder);
    report::write_report_json(result, path("report.json"));
    if (!result.layers.layers.empty()) {
        report::write_layers_csv(result, path("layers.csv"));
    }
    if (result.has_timeline()) {
        load::write_plan(result.plan, *result.program, folder, result.workload);
        report::write_ops_csv(result, path("ops.csv"));
        report::write_perfetto(result, path("timeline.json"));
        report::write_html_report(result,
                                  json_text(report::summary_json(result), -1),
                                  json_text(report::config_rows_json(result.config), -1),
                                  path("report.html"));
    }
}

void simulate_and_report(const Context& context,
                         const RunOptions& options,
                         const TimingOptions& timing,
                         Simulation simulation) {
    const Stopwatch watch;
    simulation.wave = timing.wave;
    simulation.max_cycles = timing.max_cycles;
    refuse_overwriting(timing.wave, options.config_path);
    refuse_overwriting(timing.wave, options.trace_path);
    const RunResult result =
        run({config_source(options), std::move(simulation)}, observer_of(context.console));
    if (!timing.out.empty()) {
        write_files(context, result, timing.out);
    }
    context.console.end_progress();
    print_summary(context, result, {options.json, options.timing}, watch);
    if (!timing.out.empty()) {
        context.console.note(fmt::format(
            "report: {}/report.{}", timing.out, result.has_timeline() ? "html" : "json"));
    }
}

}  // namespace systole::cli
