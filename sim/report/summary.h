#pragma once

#include "sim/result/run_result.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace systole::report {

// The run as one JSON object, schema "systole.report/1" (names, units and meanings:
// sim/report/SCHEMA.md). `wall_s` is null: a result knows no clock.
nlohmann::ordered_json summary_json(const RunResult& report);

// Writes report.json: summary_json as text.
// Errors as OutputFile.
void write_report_json(const RunResult& report, const std::string& path);

// The run as tables for a terminal: results first, then each pipe's time, then each tier's fill.
// Escape codes only with `colour`.
std::string summary_table(const RunResult& report, bool colour);

}  // namespace systole::report
