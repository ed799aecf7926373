#pragma once

#include <yaml-cpp/mark.h>
#include <yaml-cpp/node/node.h>

#include <cstddef>
#include <string>
#include <string_view>

namespace systole {

// What kind of file a document is: the first part of its rule ids, and what one without keys lacks.
struct YamlKind {
    std::string_view family = "config";
    std::string_view least = "at least the tiers' capacities or 'extends'";
};

// The tree of the one YAML document in `text`; `file` is its name in messages. Throws
// Error{kBadInput}: <family>.encoding (not UTF-8), <family>.syntax (not YAML, or a second
// document), <family>.empty (nothing but comments).
YAML::Node parse_yaml_document(std::string_view text,
                               const std::string& file,
                               const YamlKind& kind = {});

// The 1-based line of a node; 0 when it has none.
std::size_t line_in_file(const YAML::Mark& mark);

}  // namespace systole
