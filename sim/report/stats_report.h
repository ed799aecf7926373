#pragma once

#include "sim/model/trace_stats.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <string_view>

namespace systole::report {

// The facts of a trace as one JSON object, schema "systole.trace-stats/1" (names, units and
// meanings: sim/report/SCHEMA.md). `workload` is the case name.
nlohmann::ordered_json stats_json(const model::TraceStats& stats, std::string_view workload);

// The facts as tables for a terminal. Long distributions are thinned to a few lines; the JSON has
// all of them. Escape codes only with `colour`.
std::string stats_table(const model::TraceStats& stats, std::string_view workload, bool colour);

}  // namespace systole::report
