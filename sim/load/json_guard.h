#pragma once

#include <cstddef>
#include <string_view>

namespace systole::load {

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
        constexpr std::string_view kBetween = " \t\r\n,:[]{}";  // ends a number or a word
        if (!in_string_ && chunk.find_first_not_of(kBlanks) == std::string_view::npos) {
            return chunk.empty() ? chunk : "\t";
        }
        for (const char c : chunk) {
            if (in_string_) {
                ++length_;
                if (escaped_) {
                    escaped_ = false;
                } else if (c == '\\') {
                    escaped_ = true;
                } else if (c == '"') {
                    in_string_ = false;
                    longest_ = length_ > longest_ ? length_ : longest_;
                    length_ = 0;
                }
            } else if (c == '"') {
                in_string_ = true;
                length_ = 0;
            } else if (kBetween.find(c) != std::string_view::npos) {
                length_ = 0;
            } else {
                ++length_;  // of a number or a word
            }
        }
        longest_ = length_ > longest_ ? length_ : longest_;
        return chunk;
    }
    // A string or number so far was longer than kMaxTextBytes.
    bool too_long() const { return longest_ > kMaxTextBytes; }

 private:
    bool in_string_ = false;
    bool escaped_ = false;
    std::size_t length_ = 0;
    std::size_t longest_ = 0;
};

}  // namespace systole::load
