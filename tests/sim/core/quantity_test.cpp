#include "sim/core/quantity.h"

#include "tests/support/paths.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdio>
#include <limits>
#include <random>
#include <string>

using namespace systole;

// The list is the test of the page, too (html/js/format.js): both print the same.
TEST_CASE("does a quantity take prefix and digits as listed?") {
    const auto cases = nlohmann::json::parse(
        test::read_file(test::source_dir() / "tests/sim/core/quantity_cases.json"));
    REQUIRE(cases.size() > 30);
    for (const auto& row : cases) {
        CAPTURE(row.dump());
        CHECK(quantity(row[0], row[1], row[2].get<std::string>()).text() ==
              row[3].get<std::string>());
    }
}

TEST_CASE("is what is no number a dash?") {
    CHECK(quantity(std::numeric_limits<double>::infinity(), 0, "W").text() == "- W");
    CHECK(quantity(std::numeric_limits<double>::quiet_NaN(), 0, "").text() == "-");
}

TEST_CASE("is a quantity within half a unit of its last digit, whatever the number?") {
    std::mt19937_64 random(20240);
    for (int i = 0; i < 20'000; ++i) {
        const double fraction = std::uniform_real_distribution<double>(0.1, 1)(random);
        const int power = std::uniform_int_distribution<int>(-20, 26)(random);
        const double value = std::ldexp(fraction, power * 10 / 3);
        const Quantity shown = quantity(value, 0, "");
        CAPTURE(value, shown.text());
        REQUIRE(shown.number.size() == 5);
        const double scale =
            shown.unit.empty()
                ? 1
                : std::pow(
                      1000,
                      static_cast<double>(std::string("yzafpnum kMGTPEZY").find(shown.unit)) - 8);
        const double back = std::stod(shown.number) * scale;
        const double point = static_cast<double>(4 - shown.number.find('.'));
        REQUIRE(std::abs(back - value) <= 0.5000001 * scale * std::pow(10, -point));
        REQUIRE(std::stod(shown.number) >= 1);
        REQUIRE(std::stod(shown.number) < 1000);
    }
}

TEST_CASE("are large numbers grouped by thousands?") {
    CHECK(grouped(0) == "0");
    CHECK(grouped(999) == "999");
    CHECK(grouped(1000) == "1,000");
    CHECK(grouped(1234567) == "1,234,567");
    CHECK(grouped(18446744073709551615u) == "18,446,744,073,709,551,615");
}

TEST_CASE("is a count exact up to its size and short above?") {
    CHECK(count_text(std::uint64_t{0}, "cycles") == "0 cycles");
    CHECK(count_text(std::uint64_t{29'857}, "cycles") == "29,857 cycles");
    CHECK(count_text(std::uint64_t{999'999}, "cycles") == "999,999 cycles");
    CHECK(count_text(std::uint64_t{1'000'000}, "cycles") == "1.000 M cycles");
    CHECK(count_text(std::uint64_t{1'136'658}, "cycles") == "1.137 M cycles");
    CHECK(count_text(std::uint64_t{18446744073709551615u}, "") == "18.45 E");
    CHECK(count_text(999'999.4, "steps") == "999,999 steps");
    CHECK(count_text(999'999.5, "steps") == "1.000 M steps");
}

TEST_CASE("are bytes exact below 1024 and four digits above?") {
    CHECK(bytes_text(0) == "0 B");
    CHECK(bytes_text(1023) == "1023 B");
    CHECK(bytes_text(1024) == "1.000 KiB");
    CHECK(bytes_text(1536) == "1.500 KiB");
    CHECK(bytes_text(1023 * 1024) == "1023 KiB");
    CHECK(bytes_text(1048063) == "1023 KiB");
    CHECK(bytes_text(1048064) == "1.000 MiB");  // 1023.5 KiB
    CHECK(bytes_text(17'071'000) == "16.28 MiB");
    CHECK(bytes_text(18446744073709551615u) == "16.00 EiB");
}
