#include "sim/cli/command.h"
#include "sim/cli/output.h"
#include "sim/cli/run_options.h"

#include <CLI/CLI.hpp>

#include <memory>
#include <string>
#include <utility>

namespace systole::cli {
namespace {

struct RunCommand : RunOptions {
    TimingOptions timing;
    std::string schedule = "base";
    std::string spill = "belady";
};

constexpr const char* kExamples = R"(
Examples:
  systole run configs/davinci.yaml traces/matmul-4x4x4.json
  systole run configs/davinci.yaml traces/matmul-4x4x4.json --schedule base --out out
  systole run configs/davinci-tight.yaml traces/matmul-4x4x4.json --contention on --json
  systole run configs/davinci.yaml traces/matmul-4x4x4.json -D tiers.l1.capacity=1024)";

void run(const Context& context, const RunCommand& command) {
    const Job job = read_job(context, command);
    context.console.stage("planning");
    ir::Plan plan = make_plan(job.trace, job.config, command.schedule, command.spill);
    time_and_report(
        context, job, command.timing, std::move(plan), {command.schedule, command.spill, ""});
}

}  // namespace

void add_run_command(CLI::App& app, Context& context) {
    auto command = std::make_shared<RunCommand>();
    CLI::App* verb = app.add_subcommand("run", "Simulate one trace on one architecture");
    verb->footer(kExamples);
    add_input_options(*verb, *command, context.console.quiet);
    add_timing_options(*verb, *command, command->timing);
    add_plan_options(*verb, "--schedule", command->schedule, command->spill);
    verb->callback([command, &context] { run(context, *command); });
}

}  // namespace systole::cli
