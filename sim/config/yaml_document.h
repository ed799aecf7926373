#pragma once

#include <yaml-cpp/mark.h>
#include <yaml-cpp/node/node.h>

#include <cstddef>
#include <string>
#include <string_view>

namespace systole::config {

// The tree of the one YAML document in `text`; `file` is its name in messages. Throws
// Error{kBadInput}: config.encoding (not UTF-8), config.syntax (not YAML, or a second document),
// config.empty (nothing but comments).
YAML::Node parse_yaml_document(std::string_view text, const std::string& file);

// The 1-based line of a node; 0 when it has none.
std::size_t line_in_file(const YAML::Mark& mark);

}  // namespace systole::config
