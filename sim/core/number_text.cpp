#include "sim/core/number_text.h"

#include <algorithm>
#include <charconv>
#include <system_error>

namespace systole {

bool all_digits(std::string_view text) {
    return !text.empty() &&
           std::all_of(text.begin(), text.end(), [](char c) { return '0' <= c && c <= '9'; });
}

std::optional<std::uint64_t> parse_whole_number(std::string_view text) {
    if (!all_digits(text) || (text.size() > 1 && text.front() == '0')) {
        return std::nullopt;
    }
    std::uint64_t value = 0;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
    return parsed.ec == std::errc() ? std::optional(value) : std::nullopt;
}

std::string number_hint(std::string_view text, bool quoted) {
    if (text.find("${") != std::string_view::npos) {
        return "; environment variables are not expanded";
    }
    if (quoted) {
        return all_digits(text) ? "; write it without quotes" : "";
    }
    if (text.size() > 1 && text.front() == '0' && all_digits(text)) {
        return "; drop the leading zero, which some YAML readers take for octal";
    }
    std::string plain(text);
    plain.erase(
        std::remove_if(plain.begin(), plain.end(), [](char c) { return c == '_' || c == ','; }),
        plain.end());
    return plain.size() < text.size() && all_digits(plain) ? "; write the digits without separators"
                                                           : "";
}

}  // namespace systole
