#include "sim/cli/command.h"
#include "sim/core/error.h"
#include "sim/core/json_text.h"
#include "sim/core/output_set.h"
#include "sim/load/trace_check.h"
#include "sim/load/trace_file.h"
#include "sim/model/trace_stats.h"
#include "sim/report/stats_report.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <memory>
#include <string>

namespace systole::cli {
namespace {

constexpr std::size_t kErrorsShown = 20;

struct TraceCommand {
    std::string path;
    std::string target;
    bool json = false;
};

void stats(const Context& context, const TraceCommand& command) {
    context.console.stage("reading the trace");
    const model::TraceStats stats = model::trace_stats(load::load_trace(command.path));
    context.console.end_progress();
    const std::string name = load::case_name(command.path);
    print_result(command.json ? json_text(report::stats_json(stats, name), 2) + "\n"
                              : report::stats_table(stats, name, context.console.colour()));
}

// Says every broken fact, then fails with the first: the trace cannot be used.
void check(const Context& context, const TraceCommand& command) {
    context.console.stage("reading the trace");
    const ir::Program program = load::read_trace(command.path);
    const std::vector<Error> errors = load::check_trace(program, kErrorsShown);
    context.console.end_progress();
    if (command.json) {
        nlohmann::ordered_json facts = nlohmann::ordered_json::array();
        for (const load::TraceFact& fact : load::trace_facts()) {
            bool holds = true;
            for (const Error& error : errors) {
                holds = holds && error.rule() != fact.rule;
            }
            facts.push_back({{"rule", fact.rule}, {"fact", fact.statement}, {"holds", holds}});
        }
        print_result(json_text(nlohmann::ordered_json{{"trace", command.path},
                                                      {"well_formed", errors.empty()},
                                                      {"facts", facts}},
                               2) +
                     "\n");
    }
    for (std::size_t i = 1; i < errors.size(); ++i) {
        print_error_stream(fmt::format("{}\n", errors[i].what()));
    }
    if (!errors.empty()) {
        throw Error(errors.front());
    }
    if (!command.json) {
        std::string text;
        for (const load::TraceFact& fact : load::trace_facts()) {
            text += fmt::format("{:26} {}\n", fact.rule, fact.statement);
        }
        print_result(fmt::format("{}{}: well formed, {} nodes, {} edges, {} buffers\n",
                                 text,
                                 command.path,
                                 program.nodes(),
                                 program.edges(),
                                 program.buffers()));
    }
}

void convert(const Context& context, const TraceCommand& command) {
    context.console.stage("reading the trace");
    InputFiles read;
    const ir::Program program = load::load_trace(command.path, &read);
    context.console.stage("writing the trace");
    OutputSet out(read);
    load::write_trace(program, command.target, out);
    out.commit();
    context.console.end_progress();
}

}  // namespace

void add_trace_command(CLI::App& app, Context& context) {
    auto command = std::make_shared<TraceCommand>();
    CLI::App* verb = app.add_subcommand("trace", "Facts of a trace, its legality, conversion");
    verb->require_subcommand(1);
    verb->footer(R"(
Examples:
  systole trace check traces/matmul-4x4x4.json
  systole trace stats traces/matmul-4x4x4.json --json
  systole trace convert traces/matmul-4x4x4.json -o matmul_Nodes.csv)");
    const auto add = [&](const char* name, const char* help, auto action) {
        CLI::App* sub = verb->add_subcommand(name, help);
        sub->add_option("TRACE", command->path, "x.json, or x_Nodes.csv with x_Edges.csv beside it")
            ->required();
        sub->add_flag("--quiet", context.console.quiet, "no progress, no notes");
        sub->callback([command, &context, action] { action(context, *command); });
        return sub;
    };
    add("stats",
        "Nodes, edges, volumes, cycles, operator mix, size and lifetime distributions",
        stats)
        ->add_flag("--json", command->json, "print one JSON object instead of tables");
    add("check",
        "Prove the facts of well-formed traces; status 2 names those that are broken",
        check)
        ->add_flag("--json", command->json, "print one JSON object instead of a list");
    add("convert", "JSON to a CSV pair or back, by the names of the files", convert)
        ->add_option("-o,--out", command->target, "x.json, or x_Nodes.csv for the CSV pair")
        ->type_name("TRACE")
        ->required();
}

}  // namespace systole::cli
