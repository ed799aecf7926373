#pragma once

#include "sim/cli/command.h"
#include "sim/cli/run_options.h"
#include "sim/plan/planner.h"
#include "sim/report/run_report.h"
#include "sim/run/time_plan.h"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace systole::cli {

// Seconds since it was made.
class Stopwatch {
 public:
    double seconds() const {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    }

 private:
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// What a verb works on: the options, and what they name, read and checked.
struct Job {
    Stopwatch watch;
    const RunOptions& options;
    config::ArchConfig config;
    ir::Program program;
    std::string workload;                             // its name
    std::vector<std::string> files;                   // it was read from
    bool lowered = false;                             // from a list of layers
    std::optional<config::EnergyTable> energy_table;  // config.energy.table, read
};
// The configuration and its prices alone; no workload yet.
Job read_config(const RunOptions& options);
Job read_job(const Context& context, const RunOptions& options);

inline const config::EnergyTable* prices_of(const Job& job) {
    return job.energy_table ? &*job.energy_table : nullptr;
}

// Who made the plan that a verb times.
struct PlanSource {
    std::string schedule;  // scheduler name, or "plan" for somebody else's
    std::string spill;     // victim rule, or "plan"
    std::string folder;    // where somebody else's plan was read, or empty
};

// The spill rule that a report names: "own" where the method has no use for one.
std::string rule_name(const plan::PlanDetails& details);

// The report of a timed plan, with the wall time so far.
report::RunReport make_report(const Context& context,
                              const Job& job,
                              const TimedPlan& timed,
                              const PlanSource& source);

// The summary on stdout, as a table or as JSON.
void print_summary(const Context& context, const report::RunReport& report, bool json);

// The common end of `run` and `replay`: times the plan on the SystemC core, writes report and plan
// into
// --out if asked for, prints the summary.
void time_and_report(const Context& context,
                     const Job& job,
                     const TimingOptions& timing,
                     ir::Plan plan,
                     const PlanSource& source);

}  // namespace systole::cli
