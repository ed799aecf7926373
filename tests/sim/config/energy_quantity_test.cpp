#include "sim/config/energy_quantity.h"

#include <catch2/catch.hpp>

using namespace systole::config;

namespace {

std::optional<std::uint64_t> of(std::string_view value,
                                std::string_view unit,
                                EnergyPer per,
                                std::optional<Attojoules> anchor = {}) {
    return parse_quantity(value, unit, per, anchor);
}

}  // namespace

TEST_CASE("how much is a number in a unit?") {
    CHECK(of("1", "fJ/MAC", EnergyPer::kMac) == 1'000u);
    CHECK(of("0.3", "pJ/MAC", EnergyPer::kMac) == 300'000u);
    CHECK(of("2.5", "nJ/op", EnergyPer::kOp) == 2'500'000'000u);
    CHECK(of("1.01", "nJ/activate", EnergyPer::kActivate) == 1'010'000'000u);
    CHECK(of("1", "uJ/activate", EnergyPer::kActivate) == 1'000'000'000'000u);
    CHECK(of("1.6", "pJ", EnergyPer::kNothing) == 1'600'000u);
    CHECK(of("0", "pJ/MAC", EnergyPer::kMac) == 0u);
}

TEST_CASE("is an access linear in its width?") {
    CHECK(of("1.25", "pJ/byte", EnergyPer::kByte) == 1'250'000u);
    CHECK(of("10", "pJ/64bit", EnergyPer::kByte) == 1'250'000u);
    CHECK(of("8.8", "pJ/bit", EnergyPer::kByte) == 70'400'000u);
    CHECK(of("804", "pJ/512bit", EnergyPer::kByte) == 12'562'500u);
    CHECK(of("1", "fJ/24bit", EnergyPer::kByte) == 333u);  // to the nearest attojoule
    CHECK(of("2", "fJ/24bit", EnergyPer::kByte) == 667u);
}

TEST_CASE("are multiples those of the anchor?") {
    CHECK(of("200", "x/16bit", EnergyPer::kByte, 1'600'000) == 160'000'000u);
    CHECK(of("0.25", "x/MAC", EnergyPer::kMac, 1'600'000) == 400'000u);
    bool bad_unit = false;
    CHECK_FALSE(parse_quantity("1", "x/MAC", EnergyPer::kMac, {}, &bad_unit));
    CHECK(bad_unit);
}

TEST_CASE("are powers nanowatts?") {
    CHECK(of("37.875", "mW", EnergyPer::kTime) == 37'875'000u);
    CHECK(of("2", "W", EnergyPer::kTime) == 2'000'000'000u);
    CHECK(of("7", "uW", EnergyPer::kTime) == 7'000u);
    CHECK(of("7", "nW", EnergyPer::kTime) == 7u);
}

TEST_CASE("which units does an action not have?") {
    bool bad_unit = false;
    const auto refused = [&](std::string_view unit, EnergyPer per) {
        return !parse_quantity("1", unit, per, 1, &bad_unit) && bad_unit;
    };
    CHECK(refused("pJ", EnergyPer::kMac));
    CHECK(refused("pJ/op", EnergyPer::kMac));
    CHECK(refused("pJ/MAC", EnergyPer::kByte));
    CHECK(refused("pJ/0bit", EnergyPer::kByte));
    CHECK(refused("pJ/65537bit", EnergyPer::kByte));
    CHECK(refused("pJ/64bits", EnergyPer::kByte));
    CHECK(refused("pj/byte", EnergyPer::kByte));
    CHECK(refused("mW/byte", EnergyPer::kByte));
    CHECK(refused("pJ", EnergyPer::kTime));
    CHECK(refused("pJ/", EnergyPer::kByte));
    CHECK(refused("pJ/MAC", EnergyPer::kNothing));
    CHECK(refused("", EnergyPer::kNothing));
}

TEST_CASE("which texts are no numbers?") {
    for (const char* text : {"",
                             "-1",
                             "+1",
                             "1e3",
                             "1.",
                             ".5",
                             "1.2.3",
                             "1,5",
                             " 1",
                             "nan",
                             "0x1",
                             "1234567890123456",
                             "0.1234567891"}) {
        CAPTURE(text);
        bool bad_unit = true;
        CHECK_FALSE(parse_quantity(text, "pJ/MAC", EnergyPer::kMac, {}, &bad_unit));
        CHECK_FALSE(bad_unit);
        CHECK_FALSE(parse_decimal(text, 1024));
    }
    CHECK_FALSE(of("123456789012345", "uJ/MAC", EnergyPer::kMac));  // more than 63 bits
    CHECK(parse_decimal("0.5", 1024) == 512u);
    CHECK(parse_decimal("0.000000001", 1'000'000'000) == 1u);
}
