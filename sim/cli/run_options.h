#pragma once

#include "sim/core/ids.h"
#include "sim/run/run_request.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace systole::cli {

// Options that `run`, `schedule` and `replay` share: what to run on what.
struct RunOptions {
    std::string config_path;
    std::string trace_path;
    std::vector<std::string> overrides;  // "key=value"
    std::string contention;              // "", "on", "off"
    std::string cycles;                  // "", "trace", "model"
    bool json = false;
    bool timing = false;  // JSON with the wall time
    bool layers = false;  // tables with a line per layer
};

// Options of the verbs that run the SystemC core.
struct TimingOptions {
    std::string out;                 // folder for the report, or empty
    std::vector<std::string> files;  // of it: those asked for; empty: all but the large ones
    std::string wave;                // VCD file, or empty
    std::optional<Cycles> max_cycles;
    bool csv_safe = false;  // no cell of a CSV file is a formula to a spreadsheet
};

// CONFIG, -D, --json, --quiet.
void add_config_options(CLI::App& app, RunOptions& options, bool& quiet);
// The same and WORKLOAD, --cycles.
void add_input_options(CLI::App& app, RunOptions& options, bool& quiet);
// --contention, --out, --wave, --max-cycles.
void add_timing_options(CLI::App& app, RunOptions& options, TimingOptions& timing);

// A whole number on the command line: Error{kBadInput, rule} names the option when it is none, or
// has more than 18 digits.
std::uint64_t parse_count(std::string_view option, std::string_view text, const char* rule);

// The method's option under the name that the verb gives it; empty stands for the default. And
// --spill; empty stands for the method's own rule.
void add_plan_options(CLI::App& app,
                      const std::string& schedule_option,
                      std::string& schedule,
                      std::string& spill);

// What `best` is to look for: --objective, --traffic-budget, --work, --time-limit, --seed,
// --threads.
struct SearchWords {
    std::string objective, traffic_budget, work, time_limit, seed, threads;  // "": not given
};
void add_search_options(CLI::App& app, SearchWords& words);
// Errors: kBadInput "cli.objective", "cli.search" where a word is none of what its option takes.
SearchRequest search_request(const SearchWords& words);

// What the options ask for, as far as every verb on a core has it.
ConfigSource config_source(const RunOptions& options);
Simulation simulation(const RunOptions& options);

}  // namespace systole::cli
