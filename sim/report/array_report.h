#pragma once

#include "sim/result/array_result.h"

#include <string>

namespace systole::report {

// A product on the array as tables for a terminal, escape codes only with `colour`; and as one JSON
// object (names: sim/report/SCHEMA.md).
std::string array_text(const ArrayResult& result, bool colour);
std::string array_json(const ArrayResult& result);

}  // namespace systole::report
