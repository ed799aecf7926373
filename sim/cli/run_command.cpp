#include "sim/cli/command.h"
#include "sim/cli/output.h"
#include "sim/cli/run_options.h"
#include "sim/cli/scalesim_run.h"
#include "sim/cli/segmented_run.h"

#include <CLI/CLI.hpp>

#include <memory>
#include <string>
#include <utility>

namespace systole::cli {
namespace {

struct RunCommand : RunOptions {
    TimingOptions timing;
    ScalesimOptions scalesim;
    std::string schedule;
    std::string spill;
    SearchWords search;
};

constexpr const char* kExamples = R"(
Examples:
  systole run configs/davinci.yaml traces/matmul-4x4x4.json
  systole run configs/davinci.yaml traces/matmul-4x4x4.json --schedule base --out out
  systole run configs/davinci.yaml traces/networks/alexnet.yaml
  systole run configs/davinci-tight.yaml traces/matmul-4x4x4.json --contention on --json
  systole run configs/davinci.yaml traces/matmul-4x4x4.json -D tiers.l1.capacity=1024
  systole run --scalesim-cfg traces/scalesim/array-32x32.cfg -t traces/scalesim/bert-base-128.csv)";

void run(const Context& context, const RunCommand& command) {
    if (command.scalesim.asked()) {
        run_scalesim(context, command, command.scalesim, command.timing.out);
        return;
    }
    if (command.config_path.empty() || command.trace_path.empty()) {
        throw CLI::RequiredError(command.config_path.empty() ? "CONFIG" : "WORKLOAD");
    }
    if (run_in_segments(context, command, command.timing, command.schedule, command.spill)) {
        return;
    }
    const Job job = read_job(context, command);
    const std::string schedule =
        command.schedule.empty() ? default_schedule(job.lowered) : command.schedule;
    context.console.stage("planning");
    plan::PlanDetails details;
    details.search = search_options(command.search);
    ir::Plan plan = plan::make_plan(job.program, job.config, schedule, command.spill, &details);
    time_and_report(
        context, job, command.timing, std::move(plan), {schedule, rule_name(details), ""});
}

}  // namespace

void add_run_command(CLI::App& app, Context& context) {
    auto command = std::make_shared<RunCommand>();
    CLI::App* verb = app.add_subcommand("run", "Simulate one workload on one architecture");
    verb->footer(kExamples);
    add_input_options(*verb, *command, context.console.quiet);
    add_scalesim_options(*verb, command->scalesim);
    add_timing_options(*verb, *command, command->timing);
    add_plan_options(*verb, "--schedule", command->schedule, command->spill);
    add_search_options(*verb, command->search);
    // With --scalesim-cfg and -t neither is needed, and nothing is planned or replayed.
    verb->get_option("CONFIG")->required(false);
    verb->get_option("WORKLOAD")->required(false);
    for (const char* scalesim : {"--scalesim-cfg", "-t", "--format"}) {
        for (const char* replay :
             {"--contention", "--wave", "--max-cycles", "--schedule", "--spill", "--cycles"}) {
            verb->get_option(scalesim)->excludes(verb->get_option(replay));
        }
    }
    verb->callback([command, &context] { run(context, *command); });
}

}  // namespace systole::cli
