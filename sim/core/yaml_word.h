#pragma once

#include "sim/core/error.h"

#include <string>

namespace systole {

// One word of a YAML value, not interpreted. `quoted`: "4096" in the file, a text and no number.
struct YamlWord {
    std::string text;
    bool quoted = false;
    SourceRef where;
};

}  // namespace systole
