#pragma once

#include "sim/core/error.h"

#include <string>

namespace systole {

// The bytes of the file at `path`. Error{kBadInput, "config.file"} for one that is missing, a
// folder, unreadable or larger than any config (1 MiB); `asked_by` is the place that names it, or
// no place for the command line.
std::string read_text_file(const std::string& path, const SourceRef& asked_by);

}  // namespace systole
