#include "sim/cli/command.h"
#include "sim/store/merge.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <memory>
#include <string>
#include <vector>

namespace systole::cli {
namespace {

constexpr const char* kExamples = R"(
Points that several databases have are taken once; one that is ok wins over one that failed.

Examples:
  systole merge all.db part1.db part2.db part3.db part4.db)";

struct MergeCommand {
    std::string out;
    std::vector<std::string> from;
    bool json = false;
};

void run_merge(const MergeCommand& command) {
    const store::Merged merged =
        store::merge(command.out, command.from, "systole merge " + command.out);
    if (command.json) {
        const nlohmann::ordered_json json = {{"points", merged.points}, {"known", merged.known}};
        print_result(json.dump(2) + "\n");
    } else {
        print_result(
            fmt::format("{} points added, {} known before\n", merged.points, merged.known));
    }
}

}  // namespace

void add_merge_command(CLI::App& app, Context&) {
    auto command = std::make_shared<MergeCommand>();
    CLI::App* verb = app.add_subcommand("merge", "Join databases of results");
    verb->footer(kExamples);
    verb->add_option("OUT", command->out, "database to add to; made when missing")->required();
    verb->add_option("DB", command->from, "databases to add, such as those of shards")->required();
    verb->add_flag("--json", command->json, "print one JSON object");
    verb->callback([command] { run_merge(*command); });
}

}  // namespace systole::cli
