#include "sim/config/unit_value.h"

#include <catch2/catch.hpp>

namespace systole::config {
namespace {

std::uint64_t value(const char* text, const char* unit, const UnitScale& scale = {}) {
    CAPTURE(text, unit);
    const auto found = parse_unit_value(text, unit, scale);
    REQUIRE(found);
    INFO(found->reason);
    REQUIRE(found->value);
    return *found->value;
}

std::string reason(const char* text, const char* unit, const UnitScale& scale = {}) {
    CAPTURE(text, unit);
    const auto found = parse_unit_value(text, unit, scale);
    REQUIRE(found);
    REQUIRE_FALSE(found->value);
    return found->reason;
}

}  // namespace

TEST_CASE("sizes come to bytes and to units of the trace") {
    CHECK(value("1MiB", "bytes") == 1'048'576);
    CHECK(value("64 KiB", "bytes") == 65'536);
    CHECK(value("1.5kB", "bytes") == 1'500);
    CHECK(value("2GB", "bytes") == 2'000'000'000);
    CHECK(value("1MiB", "units") == 4'096);
    CHECK(value("1MiB", "units", {1000, 32}) == 32'768);
    CHECK(value("0.5KiB", "units") == 2);
    CHECK(reason("1MB", "units") == "that is 3906.25 units of 256 bytes, expected a whole number");
    CHECK(reason("1.2B", "bytes") == "that is 1.2 bytes, expected a whole number");
    CHECK(reason("4KB", "bytes") ==
          "'KB' is no unit here; known are B, kB, MB, GB, TB, KiB, MiB, GiB, TiB");
}

TEST_CASE("bandwidths, clocks and times follow the clock") {
    CHECK(value("128GB/s", "bytes/cycle") == 128);
    CHECK(value("25.6GB/s", "bytes/cycle", {200, 256}) == 128);
    CHECK(value("256B/cycle", "bytes/cycle") == 256);
    CHECK(reason("25.6GB/s", "bytes/cycle") ==
          "that is 25.6 bytes a cycle at 1000 MHz, expected a whole number");
    CHECK(reason("3GB", "bytes/cycle").find("'GB' is no unit here; known are B/s, kB/s") == 0);
    CHECK(value("1GHz", "MHz") == 1000);
    CHECK(value("1.25GHz", "MHz") == 1250);
    CHECK(value("700MHz", "MHz") == 700);
    CHECK(reason("1500kHz", "MHz") == "that is 1.5 MHz, expected a whole number");
    CHECK(value("100ns", "cycles") == 100);
    CHECK(value("100ns", "cycles", {700, 256}) == 70);
    CHECK(value("1.5us", "cycles") == 1500);
    CHECK(reason("1ns", "cycles", {700, 256}) ==
          "that is 0.7 cycles at 700 MHz, expected a whole number");
}

TEST_CASE("what is no number with a unit is left to others") {
    for (const char* text :
         {"64", "", "MiB", ".5MiB", "1.MiB", "-1MiB", "1_000", "1,5kB", "1e3", "0x10"}) {
        CHECK_FALSE(parse_unit_value(text, "bytes", {}));
    }
    CHECK_FALSE(parse_unit_value("4KiB", "elements", {}));
    CHECK_FALSE(parse_unit_value("4KiB", "", {}));
    CHECK_FALSE(parse_unit_value("1234567890123456B", "bytes", {}));  // more than 15 digits
}

}  // namespace systole::config
