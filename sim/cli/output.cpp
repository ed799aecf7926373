#include "sim/cli/output.h"

#include "sim/cli/workload.h"
#include "sim/config/config_echo.h"
#include "sim/config/energy_reader.h"
#include "sim/core/error.h"
#include "sim/core/output_file.h"
#include "sim/core/sha256.h"
#include "sim/load/plan_file.h"
#include "sim/report/html/html_report.h"
#include "sim/report/layers_csv.h"
#include "sim/report/ops_csv.h"
#include "sim/report/perfetto.h"
#include "sim/report/summary.h"
#include "sim/time/kernel_release.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <system_error>
#include <utility>

namespace systole::cli {
namespace {

// Paths and command lines need not be UTF-8; JSON text has to be.
std::string json_text(const nlohmann::ordered_json& json, int indent) {
    return json.dump(indent, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

std::string config_rows_json(const config::ArchConfig& config) {
    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    for (const config::EchoRow& row : config::config_echo(config)) {
        rows.push_back(
            {{"key", row.key}, {"value", row.value}, {"unit", row.unit}, {"source", row.source}});
    }
    return json_text(rows, -1);
}

report::Provenance make_provenance(const Context& context,
                                   const Job& job,
                                   const std::string& plan_dir) {
    report::Provenance provenance;
    provenance.version = SYSTOLE_VERSION;
    provenance.systemc = time::kernel_release();
    provenance.compiler = SYSTOLE_COMPILER;
    provenance.command = context.command_line;
    const auto add = [&](const char* role, const std::string& path) {
        provenance.inputs.push_back({role, path, sha256_of_file(path)});
    };
    for (const std::string& file : job.config.files) {
        add("config", file);
    }
    if (job.energy_table) {
        for (const std::string& file : job.energy_table->files) {
            add("energy", file);
        }
    }
    for (const std::string& file : job.files) {
        add(job.lowered ? "layers" : "trace", file);
    }
    if (!plan_dir.empty()) {
        for (const std::string& file : load::plan_files(plan_dir, job.workload)) {
            add("plan", file);
        }
    }
    return provenance;
}

void refuse_overwriting(const std::string& output, const std::string& input) {
    std::error_code missing;
    if (std::filesystem::equivalent(output, input, missing)) {
        throw_bad_input("output.is-input", {output, 0, {}}, "this output would replace an input");
    }
}

// report.json, ops.csv, layers.csv, timeline.json and report.html.
void write_report_files(const report::RunReport& report, const std::string& folder) {
    const auto path = [&](const char* name) {
        return (std::filesystem::path(folder) / name).string();
    };
    report::write_report_json(report, path("report.json"));
    report::write_ops_csv(report, path("ops.csv"));
    if (!report.layers.layers.empty()) {
        report::write_layers_csv(report, path("layers.csv"));
    }
    report::write_perfetto(report, path("timeline.json"));
    // The page, like the files, carries no wall time: equal runs give equal bytes.
    report::RunReport timeless = report;
    timeless.wall_seconds.reset();
    report::write_html_report(timeless,
                              json_text(report::summary_json(timeless), -1),
                              config_rows_json(report.config),
                              path("report.html"));
}

}  // namespace

Job read_config(const RunOptions& options) {
    Job job{{}, options, load_config(options), {}, "", {}, false, {}};
    if (const std::string& table = job.config.energy.table; !table.empty()) {
        job.energy_table = config::load_energy_table(table, {job.config.file, 0, {}});
    }
    return job;
}

Job read_job(const Context& context, const RunOptions& options) {
    Job job = read_config(options);
    Workload workload = read_workload(context, options.trace_path, job.config, options.cycles);
    job.program = std::move(workload.program);
    job.workload = std::move(workload.name);
    job.files = std::move(workload.files);
    job.lowered = workload.lowered;
    return job;
}

std::string rule_name(const plan::PlanDetails& details) {
    return details.spill.empty() ? "own" : std::string(details.spill);
}

report::RunReport make_report(const Context& context,
                              const Job& job,
                              const TimedPlan& timed,
                              const PlanSource& source) {
    return {job.workload,
            source.schedule,
            source.spill,
            job.config,
            job.program,
            timed.plan,
            timed.graph,
            timed.timeline,
            timed.metrics,
            timed.waits,
            make_provenance(context, job, source.folder),
            job.watch.seconds(),
            timed.counters,
            timed.layers,
            timed.energy};
}

void print_summary(const Context& context, const report::RunReport& report, bool json) {
    print_result(json ? json_text(report::summary_json(report), 2) + "\n"
                      : report::summary_table(report, context.console.colour()));
}

void time_and_report(const Context& context,
                     const Job& job,
                     const TimingOptions& timing,
                     ir::Plan plan,
                     const PlanSource& source) {
    for (const std::string& input : job.config.files) {
        refuse_overwriting(timing.wave, input);
    }
    for (const std::string& input : job.files) {
        refuse_overwriting(timing.wave, input);
    }
    time::ReplayOptions replay;
    replay.wave_path = timing.wave;
    replay.cycle_limit = timing.max_cycles;
    replay.progress = context.console.progress("simulating");
    const TimedPlan timed = time_plan(
        job.program, std::move(plan), job.config, Timing::kSystemC, replay, prices_of(job));
    report::RunReport report = make_report(context, job, timed, source);
    if (!timing.out.empty()) {
        context.console.stage("writing the report");
        create_output_folder(timing.out);
        load::write_plan(timed.plan, job.program, timing.out, report.workload);
        write_report_files(report, timing.out);
    }
    context.console.end_progress();
    report.wall_seconds = job.watch.seconds();
    print_summary(context, report, job.options.json);
    if (!timing.out.empty()) {
        context.console.note(fmt::format("report: {}/report.html", timing.out));
    }
}

}  // namespace systole::cli
