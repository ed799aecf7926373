#pragma once

#include "sim/cli/command.h"
#include "sim/cli/run_options.h"

#include <string>

namespace systole::cli {

// Options with which `run` does what SCALE-Sim does: every layer of a topology, alone, on an array
// that never waits.
struct ScalesimOptions {
    std::string cfg;       // SCALE-Sim configuration, in place of CONFIG
    std::string topology;  // with `cfg`, in place of the workload
    std::string format;    // "" or "scalesim"

    bool asked() const { return !cfg.empty() || !topology.empty() || !format.empty(); }
};

// --scalesim-cfg, -t, --format.
void add_scalesim_options(CLI::App& app, ScalesimOptions& options);

// Prints the layers as a table, as JSON or, with `format`, as SCALE-Sim's COMPUTE_REPORT.csv; its
// three reports go to `out`/RUN_NAME, as it does with -p. The array is that of `options.cfg` or of
// the architecture `run.config_path`.
void run_scalesim(const Context& context,
                  const RunOptions& run,
                  const ScalesimOptions& options,
                  const std::string& out);

}  // namespace systole::cli
