#pragma once

#include "sim/model/roofline.h"
#include "sim/result/run_result.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace systole::report {

// The roofline as a JSON object (names, units and meanings: sim/report/SCHEMA.md).
nlohmann::ordered_json roofline_json(const model::Roofline& roofline);

// Of a run whose trace has layers.
model::Roofline roofline_of(const RunResult& report);

// The memory levels with their ridge points, then a line per layer that multiplies; layers that do
// not are summed up in a last line. Escape codes only with `colour`.
std::string roofline_table(const model::Roofline& roofline, bool colour);

}  // namespace systole::report
