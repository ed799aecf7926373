#include "sim/cli/command.h"
#include "sim/cli/output.h"
#include "sim/cli/run_options.h"
#include "sim/load/plan_file.h"
#include "sim/load/trace_file.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <memory>
#include <string>

namespace systole::cli {
namespace {

struct ScheduleCommand : RunOptions {
    std::string method = "base";
    std::string spill = "belady";
    std::string out;
};

constexpr const char* kExamples = R"(
Writes CASE_schedule.txt, CASE_memory.txt and CASE_spill.txt; times the plan by the recurrence, without
SystemC and without contention.

Examples:
  systole schedule configs/davinci.yaml traces/matmul-4x4x4.json --method base --out plan
  systole schedule configs/davinci.yaml traces/matmul-4x4x4.json --spill lru --out plan --json)";

void run(const Context& context, const ScheduleCommand& command) {
    const Stopwatch watch;
    const config::ArchConfig config = load_config(command);
    context.console.stage("reading the trace");
    const ir::Trace trace = load::load_trace(command.trace_path);
    context.console.stage("planning");
    const TimedPlan timed = time_plan(trace,
                                      make_plan(trace, config, command.method, command.spill),
                                      config,
                                      Timing::kRecurrence);
    report::RunReport report =
        make_report(context, command, config, trace, timed, {command.method, command.spill, ""});
    context.console.end_progress();
    load::write_plan(timed.plan, trace, command.out, report.workload);
    report.wall_seconds = watch.seconds();
    print_summary(context, report, command.json);
    context.console.note(fmt::format("plan: {}/{}_schedule.txt", command.out, report.workload));
}

}  // namespace

void add_schedule_command(CLI::App& app, Context& context) {
    auto command = std::make_shared<ScheduleCommand>();
    command->contention = "off";
    CLI::App* verb = app.add_subcommand("schedule", "Make a plan: order, addresses and spills");
    verb->footer(kExamples);
    add_input_options(*verb, *command, context.console.quiet);
    verb->add_option("--method", command->method, "execution order:" + scheduler_help())
        ->capture_default_str();
    verb->add_option("--spill", command->spill, "which buffer makes room:" + spill_help())
        ->capture_default_str();
    verb->add_option("--out", command->out, "folder for the three plan files")
        ->type_name("DIR")
        ->required();
    verb->callback([command, &context] { run(context, *command); });
}

}  // namespace systole::cli
