#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace systole {

// `text` for a terminal or a message: what would move the cursor, change colours or turn the
// reading direction is shown as \xNN or \u{NNNN} in place of being done. That is C0 and C1 control
// characters, DEL, line and paragraph separators, bidirectional controls, and bytes that are not
// UTF-8. With `keep_lines`, line feeds and tabs stay.
std::string visible(std::string_view text, bool keep_lines = false);

// What to show of `text` in a message: all that is visible of its first bytes, with "..." for a
// rest. A character is not cut in two.
std::string excerpt(std::string_view text, std::size_t max_bytes = 40);

// An excerpt of up to 60 bytes between quotes: 'text'.
std::string in_quotes(std::string_view text);

}  // namespace systole
