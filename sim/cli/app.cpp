#include "sim/cli/app.h"

#include "sim/cli/command.h"
#include "sim/core/error.h"
#include "sim/core/exit_code.h"
#include "sim/core/nearest.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <exception>
#include <new>
#include <string>
#include <string_view>

namespace systole::cli {
namespace {

constexpr const char* kExamples = R"(
Examples:
  systole run configs/davinci.yaml traces/matmul-4x4x4.json --out out
  systole schedule configs/davinci.yaml traces/matmul-4x4x4.json --method base --out plan
  systole replay configs/davinci.yaml traces/matmul-4x4x4.json --plan plan
  systole trace stats traces/matmul-4x4x4.json --json
  systole array --rows 2 --cols 2 --dataflow ws --m 4 --n 4 --k 4
  systole generate matmul --m 8 --n 8 --k 8 -o matmul.json
  systole lower configs/davinci.yaml traces/networks/alexnet.yaml -o alexnet.json
  systole sweep configs/sweeps/array_size.yaml --dry-run

Exit status: 0 done; 1 refused (illegal plan, does not fit); 2 bad usage or bad input;
3 the simulation stopped (deadlock, cycle limit); 4 a bug of systole.)";

// The verb or option nearest to the one that CLI11 did not know, when there is one.
std::string suggestion(const CLI::App& app, int argc, const char* const* argv) {
    const CLI::App* scope = &app;
    for (int i = 1; i < argc; ++i) {
        const std::string_view word = argv[i];
        std::vector<std::string> owned;
        if (word.substr(0, 1) == "-") {
            const std::string_view name = word.substr(0, word.find('='));
            for (const CLI::Option* option : scope->get_options()) {
                for (const std::string& known : option->get_lnames()) {
                    owned.push_back("--" + known);
                }
            }
            if (name.substr(0, 2) != "--" ||
                std::find(owned.begin(), owned.end(), name) != owned.end()) {
                continue;
            }
            return did_you_mean(name, {owned.begin(), owned.end()});
        }
        const CLI::App* next = nullptr;
        for (const CLI::App* sub : scope->get_subcommands([](const CLI::App*) { return true; })) {
            if (sub->get_name() == word) {
                next = sub;
            }
            owned.push_back(sub->get_name());
        }
        if (next == nullptr && !owned.empty()) {
            return fmt::format("; there is no '{}' (known are: {}){}",
                               word,
                               fmt::join(owned, ", "),
                               did_you_mean(word, {owned.begin(), owned.end()}));
        }
        scope = next == nullptr ? scope : next;
    }
    return "";
}

}  // namespace

int run_program(int argc, const char* const* argv) {
    Context context;
    try {
        CLI::App app{
            "Systole simulates a Davinci-class NPU core: it replays operator-DAG traces on "
            "SystemC\nmodels of the pipes, scratchpads and DDR, and says why a run is slow."};
        app.name("systole");
        app.footer(kExamples);
        app.require_subcommand(1);
        app.set_version_flag("--version", std::string("systole ") + SYSTOLE_VERSION);
        add_run_command(app, context);
        add_schedule_command(app, context);
        add_replay_command(app, context);
        add_methods_command(app, context);
        add_trace_command(app, context);
        add_generate_command(app, context);
        add_roofline_command(app, context);
        add_array_command(app, context);
        add_lower_command(app, context);
        add_init_command(app, context);
        add_config_command(app, context);
        add_sweep_command(app, context);
        add_query_command(app, context);
        add_merge_command(app, context);
        add_compare_command(app, context);
        add_plot_command(app, context);
        try {
            app.parse(argc, argv);
        } catch (const CLI::Success& help) {
            return app.exit(help);
        } catch (const CLI::ParseError& error) {
            print_error_stream(
                fmt::format("systole: {}{} [usage]\nRun 'systole --help' for what there is.\n",
                            error.what(),
                            suggestion(app, argc, argv)));
            return kExitBadInput;
        }
        return kExitDone;
    } catch (const Error& error) {
        context.console.end_progress();
        print_error_stream(fmt::format("{}\n", error.what()));
        return exit_code_for(error.kind());
    } catch (const std::bad_alloc&) {
        print_error_stream("systole: out of memory [internal.memory]\n");
        return kExitStopped;
    } catch (const std::exception& error) {
        print_error_stream(fmt::format("systole: {} [internal.exception]\n", error.what()));
        return kExitInternal;
    }
}

}  // namespace systole::cli
