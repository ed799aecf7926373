#pragma once

#include "sim/cli/console.h"

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace systole::cli {

// What every verb gets: the console, and the command line for a report's provenance.
struct Context {
    Console console;
    std::string command_line;  // quoted for a shell
};

// Each adds one verb to the program: its options, its help with examples, and what it does. The
// context outlives the parse.
void add_run_command(CLI::App& app, Context& context);
void add_schedule_command(CLI::App& app, Context& context);
void add_replay_command(CLI::App& app, Context& context);
void add_trace_command(CLI::App& app, Context& context);
void add_generate_command(CLI::App& app, Context& context);
void add_roofline_command(CLI::App& app, Context& context);
void add_array_command(CLI::App& app, Context& context);
void add_lower_command(CLI::App& app, Context& context);

}  // namespace systole::cli
