#include "sim/core/half.h"

#include <catch2/catch.hpp>

#include <cmath>

using systole::nearest_half;

TEST_CASE("what binary16 has comes back as it is") {
    // Every finite value of the format: sign, 5 bits of exponent, 10 of fraction (IEEE 754-2008).
    for (int bits = 0; bits < 0x7C00; ++bits) {
        const int exponent = bits >> 10;
        const int fraction = bits & 0x3FF;
        const double value =
            exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25);
        REQUIRE(nearest_half(value) == value);
        REQUIRE(nearest_half(-value) == -value);
    }
}

TEST_CASE("between two values the nearest is taken, of two equally near the even one") {
    CHECK(nearest_half(0.1) == 0.0999755859375F);  // 0x2E66
    CHECK(nearest_half(2049) == 2048);             // between 2048 and 2050
    CHECK(nearest_half(2051) == 2052);
    CHECK(nearest_half(2051.5) == 2052);
    CHECK(nearest_half(std::ldexp(1.0, -25)) == 0);
    CHECK(nearest_half(std::ldexp(1.5, -25)) == std::ldexp(1.0F, -24));
    CHECK(nearest_half(std::ldexp(2047.0, -25)) == std::ldexp(1.0F, -14));
}

TEST_CASE("beyond the largest value is infinity") {
    CHECK(nearest_half(65504) == 65504);
    CHECK(nearest_half(65519.9) == 65504);
    CHECK(std::isinf(nearest_half(65520)));
    CHECK(nearest_half(-1e300) == -INFINITY);
}

TEST_CASE("a value is rounded once, not by way of float") {
    // Just above the middle of 1 and 1 + 2^-10; float would make it the middle, and that even.
    const double value = 1 + std::ldexp(1.0, -11) + std::ldexp(1.0, -40);
    CHECK(nearest_half(value) == 1 + std::ldexp(1.0F, -10));
}
