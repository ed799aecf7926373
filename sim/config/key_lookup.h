#pragma once

#include "sim/config/key_table.h"

#include <string>
#include <string_view>
#include <vector>

namespace systole::config {

// The key named `dotted`, or nullptr.
const Key* find_key(const std::vector<Key>& keys, std::string_view dotted);

// Whether `dotted` is a section: "tiers", "tiers.l1". "" is the section of all.
bool is_section(const std::vector<Key>& keys, std::string_view dotted);

// The names one level below a section, as dotted paths, in table order.
std::vector<std::string> children(const std::vector<Key>& keys, std::string_view section);

// For the message about a name that is neither key nor section: "; did you mean 'X'?" where some
// valid name is near, else "; valid here: ...".
std::string unknown_key_hint(const std::vector<Key>& keys, std::string_view dotted);

}  // namespace systole::config
