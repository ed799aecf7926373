#pragma once

#include "sim/core/error.h"
#include "sim/core/yaml_word.h"

#include <map>
#include <string>
#include <vector>

namespace systole::config {

// What a file or a -D gives for one key.
struct RawValue {
    enum class Form { kNull, kScalar, kList };
    Form form = Form::kNull;
    std::vector<YamlWord> items;  // one for kScalar
    SourceRef where;              // of the key
};

// What the files and the command line say, merged but not checked: by dotted key, all of them keys
// of the table.
struct RawConfig {
    std::string file;
    std::vector<std::string> files;
    std::map<std::string, RawValue> values;
};

// The file name that stands for the command line in the SourceRef of an override.
inline constexpr const char* kOverrideFile = "-D";

}  // namespace systole::config
