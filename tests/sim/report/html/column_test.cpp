#include "sim/report/html/column.h"

#include <catch2/catch.hpp>

#include <cstdint>

using systole::report::html::Column;

namespace {

std::string coded(std::initializer_list<std::int64_t> values) {
    Column column;
    for (const std::int64_t v : values) {
        column.add(v);
    }
    return column.base64();
}

}  // namespace

TEST_CASE("a column codes differences, sign in the lowest bit") {
    // Differences 0, -1, 2, -3: bytes 00 01 04 05.
    CHECK(coded({0, -1, 1, -2}) == "AAEEBQ==");
    // Three bytes need no padding, one byte needs two signs of it.
    CHECK(coded({1, 2, 3}) == "AgIC");
    CHECK(coded({5}) == "Cg==");
    CHECK(coded({}).empty());
}

TEST_CASE("a difference beyond 63 takes more bytes, lowest seven bits first") {
    // 300 -> 600 = 4 * 128 + 88: bytes D8 04.
    CHECK(coded({300}) == "2AQ=");
    // 2^52 -> 2^53 = 2^(7*7 + 4): seven bytes 80, then 10.
    CHECK(coded({std::int64_t{1} << 52}) == "gICAgICAgBA=");
}
