#pragma once

#include "sim/report/run_report.h"

#include <string>

namespace systole::report::html {

// What the page says beside the summary's numbers: names, hardware, bounds, op totals, provenance.
// Bytes that are not UTF-8 (paths, command line) become U+FFFD.
std::string facts_json(const RunReport& report);

}  // namespace systole::report::html
