#include "sim/cli/command.h"
#include "sim/cli/output.h"
#include "sim/cli/run_options.h"
#include "sim/compare/gate.h"
#include "sim/compare/print.h"
#include "sim/core/error.h"
#include "sim/core/input_file.h"
#include "sim/core/output_set.h"
#include "sim/run/run.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace systole::cli {
namespace {

constexpr const char* kExamples = R"(
A and B are two report.json, two folders of them, or two databases of `sweep`; with --variants a configuration
and a workload. A gate fails the comparison, exit status 1; so does anything that one side alone has.

Gates: METRIC > +1% (relative change), METRIC > +100 (change), METRIC > 1000 (value of b), METRIC (any change
for the worse), each behind 'WORKLOAD: ' where it is for some workloads alone (* and ? match); METRIC is a name
of sim/store/SCHEMA.md, busy.CUBE ..., or layer.NAME.cycles. Several --fail-if add up.

Examples:
  systole compare base/report.json new/report.json --fail-if 'makespan > +1%'
  systole compare base.db new.db --fail-if 'spills > 0' --fail-if 'layer.conv*.cycles > +3%'
  systole compare base.db new.db --budgets budgets.yaml --markdown comment.md --junit gates.xml
  systole compare configs/gemmini-16.yaml traces/networks/alexnet.yaml --variants cube.dataflow=ws,os)";

struct CompareCommand {
    std::string a, b;
    std::vector<std::string> gates;
    std::vector<std::string> overrides;
    std::string variants, method;
    std::string budgets, markdown, junit, benchmark;
    bool json = false, all = false;
};

std::vector<std::string> split(const std::string& text, char sign) {
    std::vector<std::string> parts;
    std::size_t begin = 0;
    for (;;) {
        const std::size_t end = text.find(sign, begin);
        parts.push_back(text.substr(begin, end - begin));
        if (end == std::string::npos) {
            return parts;
        }
        begin = end + 1;
    }
}

// The first variant as side a, each other one as side b.
std::vector<compare::Side> variant_sides(const Context& context, const CompareCommand& command) {
    const std::size_t equals = command.variants.find('=');
    const std::string key = command.variants.substr(0, equals);
    const std::vector<std::string> values = equals == std::string::npos
                                                ? std::vector<std::string>{}
                                                : split(command.variants.substr(equals + 1), ',');
    if (values.size() < 2 || key.empty()) {
        throw_bad_input("compare.variants",
                        {},
                        fmt::format("--variants is '{}', expected KEY=A,B such as "
                                    "cube.dataflow=ws,os,is",
                                    command.variants));
    }
    RunCache cache;
    std::vector<compare::Side> sides;
    for (const std::string& value : values) {
        context.console.stage(key + "=" + value);
        RunRequest request;
        request.config.path = command.a;
        request.config.overrides = command.overrides;
        request.config.overrides.push_back(key + "=" + value);
        Simulation simulation;
        simulation.workload = command.b;
        simulation.method = command.method;
        request.what = std::move(simulation);
        sides.push_back({key + "=" + value, {compare::side_point(request, "", &cache)}});
    }
    context.console.end_progress();
    return sides;
}

void write_file(const std::string& path, const std::string& text) {
    if (!path.empty()) {
        OutputSet out;
        out.open(path).write(text);
        out.commit();
    }
}

// Prints one comparison and says how many failures it has.
std::size_t compare_sides(const Context& context,
                          const CompareCommand& command,
                          const std::vector<compare::Gate>& gates,
                          const compare::Side& a,
                          const compare::Side& b) {
    const compare::Comparison comparison = compare::compare(a, b);
    const std::vector<compare::Failure> failed = compare::failures(comparison, gates);
    print_result(command.json
                     ? compare::json(comparison, failed, command.all)
                     : compare::table(comparison, failed, command.all, context.console.colour()));
    write_file(command.markdown, compare::markdown(comparison, failed));
    write_file(command.junit, compare::junit(comparison, gates, failed));
    write_file(command.benchmark, compare::benchmark_json(comparison));
    return failed.size();
}

void run_compare(const Context& context, const CompareCommand& command) {
    refuse_second_stdin({command.a, command.b, command.budgets});
    std::vector<compare::Gate> gates;
    for (const std::string& text : command.gates) {
        gates.push_back(compare::parse_gate(text));
    }
    if (!command.budgets.empty()) {
        for (compare::Gate& gate : compare::read_budgets(command.budgets)) {
            gates.push_back(std::move(gate));
        }
    }
    std::size_t failed = 0;
    if (command.variants.empty()) {
        if (!command.overrides.empty() || !command.method.empty()) {
            throw_bad_input("compare.variants",
                            {},
                            "-D and --schedule are for --variants, which runs something");
        }
        const compare::Side a = compare::read_side(command.a);
        const compare::Side b = compare::read_side(command.b);
        failed = compare_sides(context, command, gates, a, b);
    } else {
        const std::vector<compare::Side> sides = variant_sides(context, command);
        if (sides.size() > 2 && (command.json || !command.markdown.empty() ||
                                 !command.junit.empty() || !command.benchmark.empty())) {
            throw_bad_input("compare.variants",
                            {},
                            "files and --json hold one comparison: give two variants at a time");
        }
        for (std::size_t i = 1; i < sides.size(); ++i) {
            print_result(i > 1 ? "\n" : "");
            failed += compare_sides(context, command, gates, sides[0], sides[i]);
        }
    }
    if (failed > 0) {
        throw_refused("compare.failed",
                      {},
                      fmt::format("the comparison fails for {} reason{}, listed above",
                                  failed,
                                  failed == 1 ? "" : "s"));
    }
}

}  // namespace

void add_compare_command(CLI::App& app, Context& context) {
    auto command = std::make_shared<CompareCommand>();
    CLI::App* verb =
        app.add_subcommand("compare", "Say what changed between two results, and gate it");
    verb->footer(kExamples);
    verb->add_option("A", command->a, "the base: report.json, folder or database; or CONFIG")
        ->required();
    verb->add_option("B", command->b, "the new one; or WORKLOAD")->required();
    verb->add_option("--fail-if", command->gates, "a gate; repeatable")
        ->type_name("GATE")
        ->allow_extra_args(false);
    verb->add_option(
            "--budgets", command->budgets, "gates in a file: a list of {workload, metric, limit}")
        ->type_name("FILE.yaml");
    verb->add_option("--variants",
                     command->variants,
                     "run A on B once for each value, compare with the first")
        ->type_name("KEY=A,B,...");
    verb->add_option("-D", command->overrides, "with --variants: override a configuration key")
        ->type_name("KEY=VALUE")
        ->allow_extra_args(false);
    verb->add_option("--schedule", command->method, "with --variants: who makes the plan")
        ->type_name("NAME");
    verb->add_option("--markdown", command->markdown, "write a comment for a pull request")
        ->type_name("FILE.md");
    verb->add_option("--junit", command->junit, "write the gates as JUnit XML")
        ->type_name("FILE.xml");
    verb->add_option("--benchmark-json",
                     command->benchmark,
                     "write b for github-action-benchmark (customSmallerIsBetter)")
        ->type_name("FILE.json");
    verb->add_flag("--json", command->json, "print one JSON object");
    verb->add_flag("--all", command->all, "what is the same, too");
    verb->add_flag("--quiet", context.console.quiet, "no progress, no notes");
    verb->callback([command, &context] { run_compare(context, *command); });
}

}  // namespace systole::cli
