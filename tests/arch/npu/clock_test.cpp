#include "arch/npu/clock.h"

#include <catch2/catch.hpp>

using namespace systole;

TEST_CASE("is a cycle a whole number of picoseconds?") {
    CHECK(arch::Clock(1000).span(3).value() == 3000);
    CHECK(arch::Clock(680).span(1).value() == 1471);   // 1470.6
    CHECK(arch::Clock(1850).span(2).value() == 1082);  // 540.5
}
