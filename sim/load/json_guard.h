#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace systole::load {

// What the guard tells characters apart by. kBetween: what ends a number or a word.
enum class JsonGuardKind : std::uint8_t { kOther, kBetween, kQuote, kBackslash };

constexpr std::array<JsonGuardKind, 256> json_guard_kinds() {
    std::array<JsonGuardKind, 256> kinds{};
    for (const char c : std::string_view(" \t\r\n,:[]{}")) {
        kinds[static_cast<unsigned char>(c)] = JsonGuardKind::kBetween;
    }
    kinds['"'] = JsonGuardKind::kQuote;
    kinds['\\'] = JsonGuardKind::kBackslash;
    return kinds;
}

// What stands between a text and nlohmann's parser, whose lexer keeps every character since the
// last token, twice, and hands a string over only when it has ended: 2 GB of blanks, or of one
// string, would take 4 GB.
class JsonGuard {
 public:
    // The longest string, and what no number comes near to.
    static constexpr std::size_t kMaxTextBytes = 65536;

    // The chunk as the parser may have it: itself, or one tab for a chunk of blanks. A tab may
    // stand wherever blanks may, is no line end, and inside a string it is an error.
    std::string_view pass(std::string_view chunk) {
        constexpr std::string_view kBlanks = " \t\r\n";
        if (!in_string_ && chunk.find_first_not_of(kBlanks) == std::string_view::npos) {
            return chunk.empty() ? chunk : "\t";
        }
        // Nothing goes on past the end of a line (a string that would is an error there), and a
        // line inside the chunk is no longer than the chunk: what counts is its start and its end.
        const std::size_t first = chunk.find('\n');
        if (first == std::string_view::npos || chunk.size() > kMaxTextBytes) {
            scan(chunk);
            return chunk;
        }
        scan(chunk.substr(0, first));
        in_string_ = escaped_ = false;
        length_ = 0;
        scan(chunk.substr(chunk.rfind('\n')));
        return chunk;
    }
    // A string or number so far was longer than kMaxTextBytes.
    bool too_long() const { return longest_ > kMaxTextBytes; }

 private:
    using Kind = JsonGuardKind;
    static constexpr std::array<Kind, 256> kKinds = json_guard_kinds();

    void scan(std::string_view text) {
        for (const char c : text) {
            const Kind kind = kKinds[static_cast<unsigned char>(c)];
            ++length_;
            if (escaped_) {
                escaped_ = false;
            } else if (kind == Kind::kBackslash) {
                escaped_ = in_string_;
            } else if (in_string_ ? kind == Kind::kQuote : kind != Kind::kOther) {
                longest_ = std::max(longest_, length_);
                length_ = 0;
                in_string_ = kind == Kind::kQuote && !in_string_;
            }
        }
        longest_ = std::max(longest_, length_);
    }

    bool in_string_ = false;
    bool escaped_ = false;
    std::size_t length_ = 0;  // of the string, number or word that the last chunk ended in
    std::size_t longest_ = 0;
};

}  // namespace systole::load
