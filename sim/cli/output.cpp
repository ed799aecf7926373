#include "sim/cli/output.h"

#include "sim/core/json_text.h"
#include "sim/report/files/report_files.h"
#include "sim/report/summary.h"
#include "sim/run/run.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace systole::cli {
namespace {

using Json = nlohmann::ordered_json;

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
    const report::ReportFiles files{
        report::file_choice(timing.files),
        simulation.plan.value_or(""),
        timing.csv_safe ? report::CsvNames::kSafe : report::CsvNames::kPlain};
    simulation.wave = timing.wave;
    simulation.max_cycles = timing.max_cycles;
    RunObserver observer = observer_of(context.console);
    observer.opened = [&](const std::string& workload, const std::vector<InputRecord>& read) {
        if (!timing.out.empty()) {
            report::check_report_files(workload, timing.out, files, outputs_beside(read));
        }
    };
    const RunResult result = run({config_source(options), std::move(simulation)}, observer);
    std::vector<std::string> notes;
    if (!timing.out.empty()) {
        context.console.stage("writing the report");
        OutputSet out = outputs_beside(result.provenance.inputs);
        out.add_input(file_id(timing.wave), timing.wave);
        notes = report::write_report_files(result, timing.out, files, out);
        out.commit();
    }
    context.console.end_progress();
    print_summary(context, result, options, watch);
    for (const std::string& note : notes) {
        context.console.note(note);
    }
}

}  // namespace systole::cli
