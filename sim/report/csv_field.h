#pragma once

#include <string>
#include <string_view>

namespace systole::report {

// RFC 4180: a field with a comma, quote or line break is quoted, quotes in it doubled.
inline std::string csv_field(std::string_view text) {
    if (text.find_first_of(",\"\r\n") == std::string_view::npos) {
        return std::string(text);
    }
    std::string quoted = "\"";
    for (const char c : text) {
        quoted.append(c == '"' ? 2 : 1, c);
    }
    return quoted + '"';
}

}  // namespace systole::report
