#pragma once

#include "sim/cli/command.h"
#include "sim/cli/run_options.h"

#include <string>

namespace systole::cli {

// Runs a layer list whose program would be too large for one piece (kSegmentSteps) as segments and
// prints the summary of all; false, and nothing done, when the workload is none. With --out it
// writes report.json and layers.csv: there is no single plan or timeline to write.
// Errors: those of run_segments; "run.segments" (kBadInput) for --wave and --max-cycles, which need
// one piece.
bool run_in_segments(const Context& context,
                     const RunOptions& options,
                     const TimingOptions& timing,
                     const std::string& schedule,
                     const std::string& spill);

}  // namespace systole::cli
