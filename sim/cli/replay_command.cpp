#include "sim/cli/command.h"
#include "sim/cli/output.h"
#include "sim/cli/run_options.h"
#include "sim/report/violations_json.h"
#include "sim/run/illegal_plan.h"
#include "sim/run/run_request.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <memory>
#include <string>
#include <utility>

namespace systole::cli {
namespace {

struct ReplayCommand : RunOptions {
    TimingOptions timed;
    std::string plan;
};

constexpr const char* kExamples = R"(
Checks that the plan is legal (status 1 when not), then times it on the SystemC core.

Examples:
  systole schedule configs/davinci.yaml traces/matmul-4x4x4.json --method base --out plan
  systole replay configs/davinci.yaml traces/matmul-4x4x4.json --plan plan
  systole replay configs/davinci.yaml traces/matmul-4x4x4.json --plan plan --contention on --out out)";

void replay(const Context& context, const ReplayCommand& command) {
    Simulation asked = simulation(command);
    asked.plan = command.plan;
    try {
        simulate_and_report(context, command, command.timed, std::move(asked));
    } catch (const IllegalPlan& illegal) {
        if (command.json) {
            print_result(
                report::violations_json(illegal.violations())
                    .dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) +
                "\n");
        }
        throw;
    }
}

}  // namespace

void add_replay_command(CLI::App& app, Context& context) {
    auto command = std::make_shared<ReplayCommand>();
    CLI::App* verb = app.add_subcommand("replay", "Time somebody else's plan after checking it");
    verb->footer(kExamples);
    add_input_options(*verb, *command, context.console.quiet);
    add_timing_options(*verb, *command, command->timed);
    verb->add_option("--plan",
                     command->plan,
                     "folder with CASE_schedule.txt, CASE_memory.txt and CASE_spill.txt")
        ->type_name("DIR")
        ->required();
    verb->callback([command, &context] { replay(context, *command); });
}

}  // namespace systole::cli
