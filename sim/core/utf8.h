#pragma once

#include <cstddef>
#include <string_view>

namespace systole {

// What has to follow a lead byte: how many bytes, and the range of the first of them (the others:
// 0x80 to 0xBF). Length 0 for ASCII, and with low > high for a byte that leads nothing. (Unicode
// table 3-7; RFC 3629, section 4: no overlong forms, no surrogates, nothing above U+10FFFF.)
struct Utf8Tail {
    std::size_t length;
    unsigned char low;
    unsigned char high;
};
Utf8Tail utf8_tail(unsigned char lead);

// The length in bytes of the longest prefix of `text` that is well-formed UTF-8; text.size() when
// all of it is.
std::size_t valid_utf8_prefix(std::string_view text);

}  // namespace systole
