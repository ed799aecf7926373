#pragma once

#include <cstdint>
#include <string>
#include <variant>

namespace systole::store {

// A cell: nothing, a whole number, a real number or a text.
using Value = std::variant<std::monostate, std::int64_t, double, std::string>;

// How CSV and tables print it: whole numbers as they are, reals with the fewest digits that read
// back as the same number, nothing as "".
std::string value_text(const Value& value);

}  // namespace systole::store
