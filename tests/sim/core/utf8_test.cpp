#include "sim/core/utf8.h"

#include <catch2/catch.hpp>

#include <string>

namespace systole {

TEST_CASE("text in UTF-8 is valid to its end") {
    CHECK(valid_utf8_prefix("") == 0);
    CHECK(valid_utf8_prefix("name: core") == 10);
    // One character of each length: U+0041, U+00E9, U+20AC, U+1F600, and the limits of each length.
    for (const std::string text : {"A\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80",
                                   "\x7F\xC2\x80\xDF\xBF\xE0\xA0\x80\xEF\xBF\xBF",
                                   "\xED\x9F\xBF\xEE\x80\x80\xF0\x90\x80\x80\xF4\x8F\xBF\xBF"}) {
        CHECK(valid_utf8_prefix(text) == text.size());
    }
}

TEST_CASE("bytes that are no UTF-8 are found where they stand") {
    CHECK(valid_utf8_prefix("ab\xFF") == 2);              // never a byte of UTF-8
    CHECK(valid_utf8_prefix("ab\x80") == 2);              // a tail without a lead
    CHECK(valid_utf8_prefix("ab\xC0\xAF") == 2);          // overlong '/'
    CHECK(valid_utf8_prefix("ab\xC1\xBF") == 2);          // overlong
    CHECK(valid_utf8_prefix("ab\xE0\x9F\xBF") == 2);      // overlong
    CHECK(valid_utf8_prefix("ab\xF0\x8F\xBF\xBF") == 2);  // overlong
    CHECK(valid_utf8_prefix("ab\xED\xA0\x80") == 2);      // surrogate U+D800
    CHECK(valid_utf8_prefix("ab\xF4\x90\x80\x80") == 2);  // U+110000
    CHECK(valid_utf8_prefix("ab\xF5\x80\x80\x80") == 2);
    CHECK(valid_utf8_prefix("ab\xC3") == 2);      // cut off
    CHECK(valid_utf8_prefix("ab\xE2\x82") == 2);  // cut off
    CHECK(valid_utf8_prefix("ab\xE2\x82z") == 2);
    CHECK(valid_utf8_prefix("caf\xE9") == 3);  // Latin-1
}

}  // namespace systole
