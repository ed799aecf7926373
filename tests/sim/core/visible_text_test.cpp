#include "sim/core/visible_text.h"

#include "sim/core/error.h"

#include <catch2/catch.hpp>

#include <string>

using namespace systole;

TEST_CASE("does plain text stay as it is, in every script?") {
    for (const std::string text :
         {"", "conv1_2", "caf\xC3\xA9", "\xE2\x82\xAC 5", "\xF0\x9F\x98\x80", "a\\x1B"}) {
        CHECK(visible(text) == text);
    }
}

TEST_CASE("is what a terminal would act on shown in its place?") {
    CHECK(visible("\x1B[31mred\x1B[0m") == "\\x1B[31mred\\x1B[0m");
    CHECK(visible("a\rb") == "a\\x0Db");
    CHECK(visible(std::string("a\0b", 3)) == "a\\x00b");
    CHECK(visible("\x7F") == "\\x7F");
    CHECK(visible("\xC2\x9B"
                  "31m") == "\\x9B31m");  // CSI as a C1 character
    CHECK(visible("\xE2\x80\xAE"
                  "abc") == "\\u{202E}abc");        // right-to-left override
    CHECK(visible("\xE2\x80\xA8") == "\\u{2028}");  // line separator
    CHECK(visible("a\nb\tc") == "a\\x0Ab\\x09c");
    CHECK(visible("a\nb\tc\r", true) == "a\nb\tc\\x0D");
}

TEST_CASE("is a byte that is not UTF-8 shown as one?") {
    CHECK(visible("a\xFF"
                  "b") == "a\\xFFb");
    CHECK(visible("\xE2\x82") == "\\xE2\\x82");  // cut off
    CHECK(visible("\x9B") == "\\x9B");
}

TEST_CASE("is no message a way to a terminal?") {
    const Error error(ErrorKind::kBadInput, "x.rule", {"a\x1B.json", 3, {}}, "name 'b\x1B[2J'");
    CHECK(std::string(error.what()) == "a\\x1B.json:3: name 'b\\x1B[2J' [x.rule]");
}

TEST_CASE("An excerpt is short, whole in its characters and harmless on a terminal") {
    CHECK(excerpt("abc", 3) == "abc");
    CHECK(excerpt("abcd", 3) == "abc...");
    CHECK(excerpt("a\xC3\xA9z", 2) == "a...");
    CHECK(excerpt("\x1B[31m\n") == "\\x1B[31m\\x0A");
}

TEST_CASE("what a message quotes is printable and short") {
    CHECK(in_quotes("4096") == "'4096'");
    CHECK(in_quotes("") == "''");
    CHECK(in_quotes("a\nb\x7F") == "'a\\x0Ab\\x7F'");
    CHECK(in_quotes("\xE2\x82\xAC") == "'\xE2\x82\xAC'");
    CHECK(in_quotes("a\xFF") == "'a\\xFF'");
    CHECK(in_quotes(std::string(60, 'x')) == "'" + std::string(60, 'x') + "'");
    CHECK(in_quotes(std::string(61, 'x')) == "'" + std::string(60, 'x') + "...'");
}

TEST_CASE("a long text is not cut inside a character") {
    CHECK(in_quotes(std::string(59, 'x') + "\xE2\x82\xAC") == "'" + std::string(59, 'x') + "...'");
}
