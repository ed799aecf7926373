#pragma once

#include "sim/core/error.h"

#include <nlohmann/json_fwd.hpp>

#include <vector>

namespace systole::report {

// An illegal plan as one JSON object, schema "systole.violations/1" (sim/report/SCHEMA.md).
nlohmann::ordered_json violations_json(const std::vector<Error>& violations);

}  // namespace systole::report
