#pragma once

#include "sim/result/run_result.h"

#include <string>

namespace systole::report::html {

// What the page says beside the summary's numbers: names, hardware, bounds, op totals, provenance.
// Bytes that are not UTF-8 (paths, command line) become U+FFFD.
std::string facts_json(const RunResult& report);

}  // namespace systole::report::html
