#include "sim/cli/output.h"

#include "sim/core/error.h"
#include "sim/report/files/report_files.h"
#include "sim/report/summary.h"
#include "sim/run/run.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

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
                   const RunOptions& options,
                   const Stopwatch& watch) {
    const double seconds = watch.seconds();
    if (options.json) {
        Json json = report::summary_json(result);
        if (options.timing) {
            json["wall_s"] = seconds;
        }
        print_result(json_text(json, 2) + "\n");
    } else {
        const report::Detail detail = options.layers          ? report::Detail::kLayers
                                      : context.console.quiet ? report::Detail::kResults
                                                              : report::Detail::kTables;
        print_result(report::summary_table(result, context.console.colour(), detail));
    }
    context.console.note(fmt::format("wall time: {:.3f} s", seconds));
}

void simulate_and_report(const Context& context,
                         const RunOptions& options,
                         const TimingOptions& timing,
                         Simulation simulation) {
    const Stopwatch watch;
    const report::FileChoice choice = report::file_choice(timing.files);
    const std::string plan_folder = simulation.plan.value_or("");
    simulation.wave = timing.wave;
    simulation.max_cycles = timing.max_cycles;
    refuse_overwriting(timing.wave, options.config_path);
    refuse_overwriting(timing.wave, options.trace_path);
    const RunResult result =
        run({config_source(options), std::move(simulation)}, observer_of(context.console));
    std::vector<std::string> notes;
    if (!timing.out.empty()) {
        context.console.stage("writing the report");
        notes = report::write_report_files(result, timing.out, choice, plan_folder);
    }
    context.console.end_progress();
    print_summary(context, result, options, watch);
    for (const std::string& note : notes) {
        context.console.note(note);
    }
}

}  // namespace systole::cli
