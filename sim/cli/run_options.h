#pragma once

#include "sim/config/arch_config.h"
#include "sim/core/ids.h"
#include "sim/ir/program.h"
#include "sim/plan/search/best_search.h"

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
};

// Options of the verbs that run the SystemC core.
struct TimingOptions {
    std::string out;   // folder for the report, or empty
    std::string wave;  // VCD file, or empty
    std::optional<Cycles> max_cycles;
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

// The method's option under the name that the verb gives it; empty stands for default_schedule().
// And
// --spill; empty stands for the method's own rule.
void add_plan_options(CLI::App& app,
                      const std::string& schedule_option,
                      std::string& schedule,
                      std::string& spill);

// What `best` is to look for: --objective, --traffic-budget, --work, --time-limit, --seed,
// --threads.
struct SearchWords {
    std::string objective = "balanced";
    std::string traffic_budget, work, time_limit, seed, threads;  // "": the default
};
void add_search_options(CLI::App& app, SearchWords& words);
// Errors: kBadInput "cli.objective", "cli.search" where a word is none of what its option takes.
search::SearchOptions search_options(const SearchWords& words);

// The scheduler of a verb whose user names none: a lowered network is in program order already.
std::string default_schedule(bool lowered);

// The configuration the options ask for.
config::ArchConfig load_config(const RunOptions& options);

}  // namespace systole::cli
