#pragma once

#include "sim/report/run_report.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace systole::report {

// The run as one JSON object, schema "systole.report/1" (names, units and meanings:
// sim/report/SCHEMA.md). `wall_s` is null unless the report carries a wall time.
nlohmann::ordered_json summary_json(const RunReport& report);

// Writes report.json: summary_json without the wall time, so that equal runs give equal bytes.
// Errors as OutputFile.
void write_report_json(const RunReport& report, const std::string& path);

// The run as tables for a terminal: results first, then each pipe's time, then each tier's fill.
// Escape codes only with `colour`.
std::string summary_table(const RunReport& report, bool colour);

}  // namespace systole::report
