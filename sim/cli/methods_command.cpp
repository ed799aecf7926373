#include "sim/cli/command.h"
#include "sim/core/json_text.h"
#include "sim/core/span.h"
#include "sim/plan/methods.h"
#include "sim/plan/place/victim_rule.h"
#include "sim/run/method_options.h"
#include "sim/run/objectives.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace systole::cli {
namespace {

using Json = nlohmann::ordered_json;

struct MethodsCommand {
    bool json = false, markdown = false;
};

constexpr const char* kExamples = R"(
Examples:
  systole methods
  systole methods --json
  systole methods --markdown)";

// Who decides what: "order", then the placer's rule; or one piece of code.
std::string_view kind_of(const plan::Method& method) {
    return method.search ? "search" : method.joint != nullptr ? "joint" : "order";
}

std::vector<std::string_view> options_of(const plan::Method& method) {
    std::vector<std::string_view> names;
    for (const MethodOption& option : method_options()) {
        if (option.used_by(method)) {
            names.push_back(option.name);
        }
    }
    return names;
}

template <class Row>
Json rows_json(Span<Row> table) {
    Json rows = Json::array();
    for (const Row& row : table) {
        rows.push_back({{"name", row.name}, {"help", row.help}});
    }
    return rows;
}

std::string methods_json() {
    Json methods = Json::array();
    for (const plan::Method& method : plan::methods()) {
        methods.push_back(
            {{"name", method.name},
             {"help", method.help},
             {"kind", kind_of(method)},
             {"spill", method.spill.empty() ? Json(nullptr) : Json(std::string(method.spill))},
             {"refine", method.refine},
             {"options", options_of(method)}});
    }
    const Json all = {{"methods", std::move(methods)},
                      {"spill_rules", rows_json(place::victim_rules())},
                      {"objectives", rows_json(objectives())}};
    return json_text(all, 2) + "\n";
}

std::string methods_text() {
    std::string text = "Methods (--schedule of run, --method of schedule):\n";
    const auto add = [&](const auto& row) {
        text += fmt::format("  {:<12} {}\n", row.name, row.help);
    };
    for (const plan::Method& method : plan::methods()) {
        add(method);
    }
    text += "Spill rules (--spill):\n";
    for (const place::VictimRule& rule : place::victim_rules()) {
        add(rule);
    }
    text += "Objectives of best (--objective):\n";
    for (const NamedObjective& objective : objectives()) {
        add(objective);
    }
    return text;
}

std::string methods_markdown() {
    std::string text =
        "# Methods\n\nMade by `systole methods --markdown` from the tables of the program.\n\n"
        "| method | what it is | decides | spill rule | CPE | options |\n"
        "| --- | --- | --- | --- | --- | --- |\n";
    for (const plan::Method& method : plan::methods()) {
        text += fmt::format("| `{}` | {} | {} | {} | {} | {} |\n",
                            method.name,
                            method.help,
                            kind_of(method),
                            method.spill.empty() ? "its own" : method.spill,
                            method.refine ? "yes" : "no",
                            fmt::join(options_of(method), ", "));
    }
    const auto add_table = [&](const char* head, auto table) {
        text += fmt::format("\n| {} | what it is |\n| --- | --- |\n", head);
        for (const auto& row : table) {
            text += fmt::format("| `{}` | {} |\n", row.name, row.help);
        }
    };
    add_table("spill rule", place::victim_rules());
    add_table("objective", objectives());
    return text;
}

}  // namespace

void add_methods_command(CLI::App& app, Context& /*context*/) {
    auto command = std::make_shared<MethodsCommand>();
    CLI::App* verb =
        app.add_subcommand("methods", "List who can make a plan, with what rules and options");
    verb->footer(kExamples);
    verb->add_flag("--json", command->json, "print one JSON object");
    verb->add_flag("--markdown", command->markdown, "print the tables of sim/plan/METHODS.md")
        ->excludes("--json");
    verb->callback([command] {
        print_result(command->json       ? methods_json()
                     : command->markdown ? methods_markdown()
                                         : methods_text());
    });
}

}  // namespace systole::cli
