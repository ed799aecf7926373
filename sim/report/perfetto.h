#pragma once

#include "sim/core/output_file.h"
#include "sim/result/run_result.h"

#include <string>

namespace systole::report {

// Writes timeline.json in the Chrome trace event format, which ui.perfetto.dev and chrome://tracing
// open: one track per pipe, a counter per tier that is used, an arrow from each SPILL_OUT to its
// SPILL_IN (layout: sim/report/SCHEMA.md). Errors as OutputFile.
void write_perfetto(const RunResult& report, OutputFile& file);

}  // namespace systole::report
