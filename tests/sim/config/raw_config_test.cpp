#include "sim/config/raw_config.h"

#include <catch2/catch.hpp>

#include <string>

namespace systole::config {

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

}  // namespace systole::config
