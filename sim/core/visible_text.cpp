#include "sim/core/visible_text.h"

#include "sim/core/utf8.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>

namespace systole {
namespace {

// The code point of a well-formed character of `size` bytes. (RFC 3629, section 3)
std::uint32_t code_point(std::string_view character) {
    const auto byte = [&](std::size_t i) {
        return static_cast<std::uint32_t>(static_cast<unsigned char>(character[i]));
    };
    switch (character.size()) {
        case 1:
            return byte(0);
        case 2:
            return (byte(0) & 0x1Fu) << 6 | (byte(1) & 0x3Fu);
        case 3:
            return (byte(0) & 0x0Fu) << 12 | (byte(1) & 0x3Fu) << 6 | (byte(2) & 0x3Fu);
        default:
            return (byte(0) & 0x07u) << 18 | (byte(1) & 0x3Fu) << 12 | (byte(2) & 0x3Fu) << 6 |
                   (byte(3) & 0x3Fu);
    }
}

bool is_control(std::uint32_t c) {
    return c < 0x20 || (c >= 0x7F && c < 0xA0) ||        // C0, DEL, C1
           c == 0x200E || c == 0x200F ||                 // direction marks
           (c >= 0x2028 && c <= 0x202E) ||               // separators, embeddings and overrides
           (c >= 0x2066 && c <= 0x2069) || c == 0xFEFF;  // isolates, zero-width no-break space
}

}  // namespace

std::string visible(std::string_view text, bool keep_lines) {
    std::string shown;
    shown.reserve(text.size());
    while (!text.empty()) {
        const auto lead = static_cast<unsigned char>(text.front());
        const std::string_view character = text.substr(0, utf8_tail(lead).length + 1);
        if (valid_utf8_prefix(character) != character.size()) {
            fmt::format_to(std::back_inserter(shown), "\\x{:02X}", lead);
            text.remove_prefix(1);
            continue;
        }
        const std::uint32_t c = code_point(character);
        if (!is_control(c) || (keep_lines && (c == '\n' || c == '\t'))) {
            shown += character;
        } else if (c < 0x100) {
            fmt::format_to(std::back_inserter(shown), "\\x{:02X}", c);
        } else {
            fmt::format_to(std::back_inserter(shown), "\\u{{{:04X}}}", c);
        }
        text.remove_prefix(character.size());
    }
    return shown;
}

std::string excerpt(std::string_view text, std::size_t max_bytes) {
    if (text.size() <= max_bytes) {
        return visible(text);
    }
    std::string_view shown = text.substr(0, max_bytes);
    constexpr std::size_t kLongestCharacter = 4;
    const std::size_t whole = valid_utf8_prefix(shown);
    if (shown.size() - whole < kLongestCharacter) {
        shown = shown.substr(0, whole);
    }
    return visible(shown) + "...";
}

std::string in_quotes(std::string_view text) {
    constexpr std::size_t kMaxBytes = 60;
    return "'" + excerpt(text, kMaxBytes) + "'";
}

}  // namespace systole
