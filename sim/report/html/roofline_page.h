#pragma once

#include "sim/core/output_file.h"

#include <string>

namespace systole::report {

// Writes a page with the roofline of a network to `out`: one file that asks nothing of the
// network. `json` is {"network", "config", "roofline"}, the last as roofline_json gives it; `title`
// the page's. Errors: those of OutputFile.
void write_roofline_page(const std::string& title, const std::string& json, OutputFile& out);

}  // namespace systole::report
