#include "sim/core/number_text.h"

#include <catch2/catch.hpp>

#include <string>

using namespace systole;

TEST_CASE("is a whole number digits alone, as far as 64 bits go?") {
    CHECK(parse_whole_number("0") == 0u);
    CHECK(parse_whole_number("10") == 10u);
    CHECK(parse_whole_number("18446744073709551615") == 18446744073709551615u);
    for (const char* text : {"",
                             "18446744073709551616",
                             "010",
                             "00",
                             "+1",
                             "-1",
                             " 1",
                             "1 ",
                             "1_000",
                             "1,000",
                             "1.0",
                             "1e3",
                             "0x10",
                             "\"4\""}) {
        INFO(text);
        CHECK_FALSE(parse_whole_number(text));
    }
}

TEST_CASE("does a near miss say what to write?") {
    CHECK(number_hint("010").find("drop the leading zero") != std::string::npos);
    CHECK(number_hint("4", true) == "; write it without quotes");
    CHECK(number_hint("1_000") == "; write the digits without separators");
    CHECK(number_hint("1,000") == "; write the digits without separators");
    CHECK(number_hint("${N}") == "; environment variables are not expanded");
    CHECK(number_hint("ten").empty());
    CHECK(number_hint("").empty());
}
