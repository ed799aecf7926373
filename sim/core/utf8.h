#pragma once

#include <cstddef>
#include <string_view>

namespace systole {

// The length in bytes of the longest prefix of `text` that is well-formed UTF-8 (Unicode table 3-7:
// no overlong forms, no surrogates, nothing above U+10FFFF). Equal to text.size() when all of it
// is.
std::size_t valid_utf8_prefix(std::string_view text);

}  // namespace systole
