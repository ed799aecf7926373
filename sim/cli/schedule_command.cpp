#include "sim/cli/command.h"
#include "sim/cli/output.h"
#include "sim/cli/run_options.h"
#include "sim/core/output_folder.h"
#include "sim/load/plan_file.h"
#include "sim/report/explain_csv.h"
#include "sim/run/run.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

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

void schedule(const Context& context, const ScheduleCommand& command) {
    const Stopwatch watch;
    Simulation asked = simulation(command);
    asked.method = command.method;
    asked.spill = command.spill;
    asked.search = search_request(command.search);
    asked.explain = !command.explain.empty();
    asked.timing = Timing::kRecurrence;
    RunObserver observer = observer_of(context.console);
    observer.opened = [&](const std::string& workload, const std::vector<InputRecord>& read) {
        const OutputSet out = outputs_beside(read);
        check_output_folder(command.out);
        for (const std::string& path : load::written_plan_files(command.out, workload)) {
            out.check(path);
        }
        if (!command.explain.empty()) {
            out.check_with_folder(command.explain);
        }
    };
    const RunResult result = run({config_source(command), std::move(asked)}, observer);
    context.console.end_progress();
    OutputSet out = outputs_beside(result.provenance.inputs);
    load::write_plan(result.plan, *result.program, command.out, result.workload, out);
    if (result.explanation) {
        report::write_explain_csv(*result.explanation, *result.program, out.open(command.explain));
    }
    out.commit();
    print_summary(context, result, command, watch);
    context.console.note(fmt::format("plan: {}/{}_schedule.txt", command.out, result.workload));
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
    verb->callback([command, &context] { schedule(context, *command); });
}

}  // namespace systole::cli
