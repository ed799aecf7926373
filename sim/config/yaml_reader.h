#pragma once

#include "sim/config/key_table.h"
#include "sim/config/raw_config.h"
#include "sim/core/error.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace systole::config {

// One YAML file: its values by dotted key, and the file that its `extends` names.
struct YamlFile {
    std::map<std::string, RawValue> values;
    std::optional<YamlWord> extends;
};

// Reads the YAML in `text` against the key table; `file` is its name in messages. A byte order mark
// and CRLF are accepted, aliases are followed, values are not interpreted. Throws Error{kBadInput}:
// config.encoding, config.syntax, config.empty, config.type (a map, list or word where another of
// them belongs), config.key-unknown, config.key-duplicate, config.merge-key.
YamlFile read_yaml(std::string_view text, const std::string& file, const std::vector<Key>& keys);

}  // namespace systole::config
