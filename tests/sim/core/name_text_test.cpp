#include "sim/core/name_text.h"

#include <catch2/catch.hpp>

#include <string>

using namespace systole;

TEST_CASE("can a name be anything that a terminal shows as it is, up to a length?") {
    CHECK(name_fault("conv1/2.a b").empty());
    CHECK(name_fault("caf\xC3\xA9").empty());
    CHECK(name_fault(std::string(1024, 'x')).empty());
    CHECK(name_fault(std::string(1025, 'x')) == "has 1025 bytes, expected at most 1024");
    CHECK(name_fault("a\x1B[31m") == "has a control character in it: a\\x1B[31m");
    CHECK(name_fault("a\r") == "has a control character in it: a\\x0D");
    CHECK(name_fault(std::string("a\0b", 3)) == "has a control character in it: a\\x00b");
    CHECK(name_fault("\xC2\x85") == "has a control character in it: \\x85");
}
