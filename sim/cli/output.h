#pragma once

#include "sim/cli/command.h"
#include "sim/cli/run_options.h"
#include "sim/result/run_result.h"

#include <chrono>
#include <string>

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

// The summary on stdout, as a table or as JSON; the wall time on stderr.
void print_summary(const Context& context,
                   const RunResult& result,
                   const RunOptions& options,
                   const Stopwatch& watch);

// The common end of `run` and `replay`: runs, writes into --out if asked for, prints the summary.
void simulate_and_report(const Context& context,
                         const RunOptions& options,
                         const TimingOptions& timing,
                         Simulation simulation);

}  // namespace systole::cli
