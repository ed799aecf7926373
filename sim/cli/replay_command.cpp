#include "sim/cli/command.h"
#include "sim/cli/output.h"
#include "sim/cli/run_options.h"
#include "sim/load/plan_file.h"

#include <CLI/CLI.hpp>

#include <memory>
#include <string>
#include <utility>

namespace systole::cli {
namespace {

struct ReplayCommand : RunOptions {
    TimingOptions timing;
    std::string plan;
};

constexpr const char* kExamples = R"(
Checks that the plan is legal (status 1 when not), then times it on the SystemC core.

Examples:
  systole schedule configs/davinci.yaml traces/matmul-4x4x4.json --method base --out plan
  systole replay configs/davinci.yaml traces/matmul-4x4x4.json --plan plan
  systole replay configs/davinci.yaml traces/matmul-4x4x4.json --plan plan --contention on --out out)";

void run(const Context& context, const ReplayCommand& command) {
    const Job job = read_job(context, command);
    ir::Plan plan = load::read_plan(command.plan, job.workload, job.program);
    time_and_report(context, job, command.timing, std::move(plan), {"plan", "plan", command.plan});
}

}  // namespace

void add_replay_command(CLI::App& app, Context& context) {
    auto command = std::make_shared<ReplayCommand>();
    CLI::App* verb = app.add_subcommand("replay", "Time somebody else's plan after checking it");
    verb->footer(kExamples);
    add_input_options(*verb, *command, context.console.quiet);
    add_timing_options(*verb, *command, command->timing);
    verb->add_option("--plan",
                     command->plan,
                     "folder with CASE_schedule.txt, CASE_memory.txt and CASE_spill.txt")
        ->type_name("DIR")
        ->required();
    verb->callback([command, &context] { run(context, *command); });
}

}  // namespace systole::cli
