#include "sim/cli/command.h"
#include "sim/cli/output.h"
#include "sim/cli/run_options.h"
#include "sim/cli/scalesim_run.h"
#include "sim/run/run.h"

#include <CLI/CLI.hpp>

#include <memory>
#include <string>
#include <utility>

namespace systole::cli {
namespace {

struct RunCommand : RunOptions {
    TimingOptions timed;
    ScalesimOptions scalesim;
    std::string schedule;
    std::string spill;
    SearchWords search;
};

constexpr const char* kExamples = R"(
Examples:
  systole run configs/davinci.yaml traces/matmul-4x4x4.json
  systole run configs/davinci.yaml traces/matmul-4x4x4.json --schedule dan --out out
  systole run configs/davinci.yaml traces/networks/alexnet.yaml
  systole run configs/davinci-tight.yaml traces/matmul-4x4x4.json --contention on --json
  systole run configs/davinci.yaml traces/matmul-4x4x4.json -D tiers.l1.capacity=1024
  systole run --scalesim-cfg traces/scalesim/array-32x32.cfg -t traces/scalesim/bert-base-128.csv)";

void run_command(const Context& context, const RunCommand& command) {
    if (command.scalesim.asked()) {
        run_scalesim(context, command, command.scalesim, command.timed.out);
        return;
    }
    if (command.config_path.empty() || command.trace_path.empty()) {
        throw CLI::RequiredError(command.config_path.empty() ? "CONFIG" : "WORKLOAD");
    }
    Simulation asked = simulation(command);
    asked.method = command.schedule;
    asked.spill = command.spill;
    asked.search = search_request(command.search);
    simulate_and_report(context, command, command.timed, std::move(asked));
}

}  // namespace

void add_run_command(CLI::App& app, Context& context) {
    auto command = std::make_shared<RunCommand>();
    CLI::App* verb = app.add_subcommand("run", "Simulate one workload on one architecture");
    verb->footer(kExamples);
    add_input_options(*verb, *command, context.console.quiet);
    add_scalesim_options(*verb, command->scalesim);
    add_timing_options(*verb, *command, command->timed);
    add_plan_options(*verb, "--schedule", command->schedule, command->spill);
    add_search_options(*verb, command->search);
    // With --scalesim-cfg and -t neither is needed, and nothing is planned or replayed.
    verb->get_option("CONFIG")->required(false);
    verb->get_option("WORKLOAD")->required(false);
    for (const char* scalesim : {"--scalesim-cfg", "-t", "--format"}) {
        for (const char* replay : {"--contention",
                                   "--wave",
                                   "--max-cycles",
                                   "--schedule",
                                   "--spill",
                                   "--cycles",
                                   "--timing",
                                   "--layers",
                                   "--write",
                                   "--csv-safe",
                                   "--objective",
                                   "--traffic-budget",
                                   "--work",
                                   "--time-limit",
                                   "--seed",
                                   "--threads"}) {
            verb->get_option(scalesim)->excludes(verb->get_option(replay));
        }
    }
    verb->callback([command, &context] { run_command(context, *command); });
}

}  // namespace systole::cli
