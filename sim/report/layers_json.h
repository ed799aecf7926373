#pragma once

#include "sim/result/run_result.h"

#include <nlohmann/json_fwd.hpp>

namespace systole::report {

// The parts of the summary that only traces with shapes have (sim/report/SCHEMA.md); null, and an
// empty list of layers, for others.
nlohmann::ordered_json pe_utilization_json(const RunResult& report);
nlohmann::ordered_json energy_json(const RunResult& report);
nlohmann::ordered_json layers_json(const RunResult& report);

}  // namespace systole::report
