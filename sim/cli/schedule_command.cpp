#include "sim/cli/command.h"
#include "sim/cli/explain_csv.h"
#include "sim/cli/output.h"
#include "sim/cli/run_options.h"
#include "sim/load/plan_file.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <memory>
#include <string>

namespace systole::cli {
namespace {

struct ScheduleCommand : RunOptions {
    std::string method;
    std::string spill;
    SearchWords search;
    std::string out;
    std::string explain;
};

constexpr const char* kExamples = R"(
Writes CASE_schedule.txt, CASE_memory.txt and CASE_spill.txt; times the plan by the recurrence, without
SystemC and without contention.

Examples:
  systole schedule configs/davinci.yaml traces/matmul-4x4x4.json --method base --out plan
  systole schedule configs/davinci.yaml traces/matmul-4x4x4.json --method dan --out plan --explain why.csv
  systole schedule configs/davinci.yaml traces/matmul-4x4x4.json --spill lru --out plan --json)";

void run(const Context& context, const ScheduleCommand& command) {
    const Job job = read_job(context, command);
    const std::string method =
        command.method.empty() ? default_schedule(job.lowered) : command.method;
    context.console.stage("planning");
    plan::PlanDetails details;
    details.search = search_options(command.search);
    details.explain = !command.explain.empty();
    const TimedPlan timed =
        time_plan(job.program,
                  plan::make_plan(job.program, job.config, method, command.spill, &details),
                  job.config,
                  Timing::kRecurrence,
                  {},
                  prices_of(job));
    const report::RunReport report =
        make_report(context, job, timed, {method, rule_name(details), ""});
    context.console.end_progress();
    load::write_plan(timed.plan, job.program, command.out, report.workload);
    if (details.explain) {
        write_explain_csv(details.spills, job.program, command.explain);
    }
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
    add_plan_options(*verb, "--method", command->method, command->spill);
    add_search_options(*verb, command->search);
    verb->add_option("--out", command->out, "folder for the three plan files")
        ->type_name("DIR")
        ->required();
    verb->add_option("--explain",
                     command->explain,
                     "why each victim was spilled: all candidates with their scores, as CSV")
        ->type_name("FILE.csv");
    verb->callback([command, &context] { run(context, *command); });
}

}  // namespace systole::cli
