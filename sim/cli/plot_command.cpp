#include "sim/cli/command.h"
#include "sim/plot/plot_page.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <string>

namespace systole::cli {
namespace {

constexpr const char* kExamples = R"(
Examples:
  systole plot sizes.db -o sizes.html
  systole plot sizes.db -o small.html --where "cube.rows <= 64" --title "Arrays up to 64 x 64")";

struct PlotCommand {
    std::string database, out, where, title;
};

void run_plot(const Context& context, const PlotCommand& command) {
    const store::Reader reader(command.database);
    const std::string title = command.title.empty()
                                  ? std::filesystem::path(command.database).stem().string()
                                  : command.title;
    plot::write_plot_page(reader, title, command.where, command.out);
    context.console.note(fmt::format("page: {}", command.out));
}

}  // namespace

void add_plot_command(CLI::App& app, Context& context) {
    auto command = std::make_shared<PlotCommand>();
    CLI::App* verb = app.add_subcommand("plot", "Draw a database of results as one page");
    verb->footer(kExamples);
    verb->add_option("DB", command->database, "database that `sweep` made")->required();
    verb->add_option("-o,--out", command->out, "page to write")->type_name("PAGE.html")->required();
    verb->add_option("--where", command->where, "which points")->type_name("EXPRESSION");
    verb->add_option("--title", command->title, "heading (default: the database's name)")
        ->type_name("TEXT");
    verb->add_flag("--quiet", context.console.quiet, "no notes");
    verb->callback([command, &context] { run_plot(context, *command); });
}

}  // namespace systole::cli
