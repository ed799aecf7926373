#include "sim/cli/command.h"
#include "sim/cli/output.h"
#include "sim/cli/run_options.h"
#include "sim/store/query.h"
#include "sim/store/row_writers.h"

#include <CLI/CLI.hpp>

#include <memory>
#include <string>
#include <vector>

namespace systole::cli {
namespace {

constexpr const char* kExamples = R"(
Columns are the sweep's keys and the names of sim/store/SCHEMA.md; busy.CUBE ... and command can be asked for.
Conditions are SQLite expressions on these names: and, or, not, in, like, + - * /, abs, min, round ...

Examples:
  systole query sizes.db --columns point,cube.rows,makespan --sort makespan --limit 10
  systole query sizes.db --where "cube.rows >= 32 and pe_utilization < 0.5"
  systole query sizes.db --pareto makespan,energy_pj --csv
  systole query sizes.db --layers --where "point = 7" --json)";

struct QueryCommand {
    std::string database;
    store::Query query;
    std::string limit;
    bool csv = false, json = false;
    bool layers = false, pipes = false, energy = false;
};

void run_query(QueryCommand& command) {
    if (!command.limit.empty()) {
        command.query.limit = parse_count("--limit", command.limit, "usage.count");
    }
    command.query.rows = command.layers   ? store::Rows::kLayers
                         : command.pipes  ? store::Rows::kPipes
                         : command.energy ? store::Rows::kEnergy
                                          : store::Rows::kPoints;
    const store::Reader reader(command.database);
    const store::TextSink out = [](std::string_view text) { print_result(text); };
    const auto sink = command.csv    ? store::csv_rows(out)
                      : command.json ? store::json_rows(out)
                                     : store::table_rows(out);
    reader.query(command.query, *sink);
}

}  // namespace

void add_query_command(CLI::App& app, Context&) {
    auto command = std::make_shared<QueryCommand>();
    CLI::App* verb = app.add_subcommand("query", "Tabulate a database of results");
    verb->footer(kExamples);
    verb->add_option("DB", command->database, "database that `sweep` made")->required();
    const auto list = [&](const char* name, std::vector<std::string>& words, const char* help) {
        verb->add_option(name, words, help)
            ->delimiter(',')
            ->type_name("NAME,...")
            ->allow_extra_args(false);
    };
    list("--columns", command->query.columns, "columns to show");
    verb->add_option("--where", command->query.where, "which rows")->type_name("EXPRESSION");
    list("--sort", command->query.sort, "order; -NAME: falling");
    list("--pareto",
         command->query.pareto,
         "only points that none of the same workload beats in all of these; smaller is better, "
         "except for pe_utilization");
    verb->add_option("--sweep", command->query.sweep, "only points of this sweep")
        ->type_name("NAME");
    verb->add_option("--limit", command->limit, "at most so many rows")->type_name("N");
    CLI::Option* layers = verb->add_flag("--layers", command->layers, "a row for each layer");
    CLI::Option* pipes =
        verb->add_flag("--pipes", command->pipes, "a row for each pipe: where its cycles went");
    CLI::Option* energy =
        verb->add_flag("--energy", command->energy, "a row for each unit's energy");
    layers->excludes(pipes)->excludes(energy);
    pipes->excludes(energy);
    CLI::Option* csv = verb->add_flag("--csv", command->csv, "as CSV");
    verb->add_flag("--json", command->json, "as a JSON array")->excludes(csv);
    verb->callback([command] { run_query(*command); });
}

}  // namespace systole::cli
