#pragma once

#include "sim/cli/console.h"

namespace CLI {
class App;
}

namespace systole::cli {

// What every verb gets.
struct Context {
    Console console;
};

// Each adds one verb to the program: its options, its help with examples, and what it does. The
// context outlives the parse.
void add_run_command(CLI::App& app, Context& context);
void add_schedule_command(CLI::App& app, Context& context);
void add_replay_command(CLI::App& app, Context& context);
void add_methods_command(CLI::App& app, Context& context);
void add_trace_command(CLI::App& app, Context& context);
void add_generate_command(CLI::App& app, Context& context);
void add_roofline_command(CLI::App& app, Context& context);
void add_array_command(CLI::App& app, Context& context);
void add_lower_command(CLI::App& app, Context& context);
void add_init_command(CLI::App& app, Context& context);
void add_config_command(CLI::App& app, Context& context);
void add_sweep_command(CLI::App& app, Context& context);
void add_query_command(CLI::App& app, Context& context);
void add_merge_command(CLI::App& app, Context& context);
void add_compare_command(CLI::App& app, Context& context);
void add_plot_command(CLI::App& app, Context& context);

}  // namespace systole::cli
