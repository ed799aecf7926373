#pragma once

#include "sim/core/visible_text.h"

#include <string>
#include <string_view>

namespace systole::report {

// How names stand in CSV files. Safe: spreadsheets take a cell that starts with = + - @, a tab or a
// carriage return for a formula; an apostrophe before it makes it text, at the price of a name that
// is not the input's. (OWASP, "CSV Injection")
enum class CsvNames { kPlain, kSafe };

// RFC 4180: a field with a comma, quote or line break is quoted, quotes in it doubled. Control
// characters are made visible.
inline std::string csv_field(std::string_view text, CsvNames names = CsvNames::kPlain) {
    constexpr std::string_view kFormula = "=+-@\t\r";
    const bool guarded = names == CsvNames::kSafe && !text.empty() &&
                         kFormula.find(text.front()) != std::string_view::npos;
    const std::string shown = (guarded ? "'" : "") + visible(text, true);
    if (shown.find_first_of(",\"\r\n") == std::string::npos) {
        return shown;
    }
    std::string quoted = "\"";
    for (const char c : shown) {
        quoted.append(c == '"' ? 2 : 1, c);
    }
    return quoted + '"';
}

}  // namespace systole::report
