#include "sim/load/json_guard.h"

#include <catch2/catch.hpp>

#include <string>

using systole::load::JsonGuard;

TEST_CASE("does text with tokens in it pass as it is?") {
    JsonGuard guard;
    for (const std::string chunk : {"{\"a\": 1,", "  \"b, \\\" :\":", " [2]}\n", ""}) {
        CHECK(guard.pass(chunk) == chunk);
    }
    CHECK_FALSE(guard.too_long());
}

TEST_CASE("do blanks between tokens shrink to one, and blanks in a string stay?") {
    JsonGuard guard;
    guard.pass("{");
    for (int i = 0; i < 1000; ++i) {
        CHECK(guard.pass(std::string(65536, ' ')) == "\t");
        CHECK(guard.pass("\n\n") == "\t");
    }
    guard.pass("\"a");
    CHECK(guard.pass("  ") == "  ");
    CHECK(guard.pass("\\\"") == "\\\"");  // still inside
    CHECK(guard.pass(" ") == " ");
    guard.pass("\"");
    CHECK(guard.pass(" ") == "\t");
    CHECK_FALSE(guard.too_long());
}

TEST_CASE("is a string or number without end too long, across chunks?") {
    for (const std::string start : {"\"", "1"}) {
        JsonGuard guard;
        guard.pass("[" + start + std::string(65000, '1'));
        CHECK_FALSE(guard.too_long());
        guard.pass(std::string(1000, '1'));
        CHECK(guard.too_long());
    }
}
