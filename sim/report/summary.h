#pragma once

#include "sim/core/output_file.h"
#include "sim/result/run_result.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace systole::report {

// The run as one JSON object, schema "systole.report/1" (names, units and meanings:
// sim/report/SCHEMA.md). `wall_s` is null: a result knows no clock.
nlohmann::ordered_json summary_json(const RunResult& report);

// Writes report.json: summary_json as text.
// Errors as OutputFile.
void write_report_json(const RunResult& report, OutputFile& file);

// How much the terminal shows: the results alone; pipes, scratchpads and energy above them; a line
// for every layer, too.
enum class Detail { kResults, kTables, kLayers };

// The run as tables for a terminal. The results come last, where a terminal stays. Escape codes
// only with `colour`.
std::string summary_table(const RunResult& report, bool colour, Detail detail = Detail::kTables);

}  // namespace systole::report
