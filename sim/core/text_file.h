#pragma once

#include "sim/core/error.h"
#include "sim/core/input_file.h"

#include <string>

namespace systole {

// The bytes of the file at `path` ("-": standard input). Error{kBadInput, "config.file"} for one
// that is missing, a folder, unreadable or larger than any config (1 MiB); `asked_by` is the place
// that names it, or no place for the command line. The file enters `log`, if there is one.
std::string read_text_file(const std::string& path,
                           const SourceRef& asked_by,
                           InputFiles* log = nullptr);

}  // namespace systole
