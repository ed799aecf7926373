#include "sim/cli/segmented_run.h"

#include "sim/cli/output.h"
#include "sim/cli/workload.h"
#include "sim/core/error.h"
#include "sim/core/output_file.h"
#include "sim/load/network_file.h"
#include "sim/load/network_name.h"
#include "sim/plan/methods.h"
#include "sim/report/layers_csv.h"
#include "sim/report/summary.h"
#include "sim/run/segments.h"

#include <fmt/format.h>

#include <filesystem>
#include <utility>
#include <vector>

namespace systole::cli {

bool run_in_segments(const Context& context,
                     const RunOptions& options,
                     const TimingOptions& timing,
                     const std::string& schedule,
                     const std::string& spill) {
    if (!load::is_network_path(options.trace_path)) {
        return false;
    }
    Job job = read_config(options);
    const ir::Network network = load::load_network(options.trace_path);
    const std::vector<Segment> segments = cut_into_segments(network, job.config, kSegmentSteps);
    if (segments.size() <= 1) {
        return false;
    }
    if (!timing.wave.empty() || timing.max_cycles) {
        throw_bad_input("run.segments",
                        {options.trace_path, 0, {}},
                        fmt::format("--wave and --max-cycles need one program; this network runs "
                                    "in {} segments, lower a part of it",
                                    segments.size()));
    }
    for (const std::string& note : network.notes) {
        context.console.note(note);
    }
    context.console.note(fmt::format(
        "{}: too large for one program, run in {} segments", options.trace_path, segments.size()));
    const auto shown = context.console.progress("simulating");
    const plan::Method& method =
        plan::find_method(schedule.empty() ? default_schedule(true) : schedule);
    const PlanSource source{
        std::string(method.name), spill.empty() ? std::string(method.spill) : spill, ""};
    SegmentedRun run = run_segments(
        network, segments, job.config, source.schedule, spill, prices_of(job), [&](std::size_t i) {
            if (shown) {
                shown(i, segments.size());
            }
        });
    context.console.end_progress();

    job.workload = load::network_name(options.trace_path);
    job.files = {options.trace_path};
    job.lowered = true;
    job.program.layers = std::move(run.layers);
    job.program.element = job.config.cube.element;
    TimedPlan timed;
    timed.metrics = run.metrics;
    timed.layers = std::move(run.table);
    timed.energy = std::move(run.energy);
    timed.counters = std::move(run.counters);
    const report::RunReport report = make_report(context, job, timed, source);
    if (!timing.out.empty()) {
        create_output_folder(timing.out);
        const std::filesystem::path folder(timing.out);
        report::write_report_json(report, (folder / "report.json").string());
        report::write_layers_csv(report, (folder / "layers.csv").string());
    }
    print_summary(context, report, options.json);
    return true;
}

}  // namespace systole::cli
