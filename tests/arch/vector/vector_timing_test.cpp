#include "arch/vector/vector_timing.h"

#include <catch2/catch.hpp>

using namespace systole;

TEST_CASE("an operation passes over the elements, a vector width a cycle") {
    const config::VectorConfig vector{256, 24};
    CHECK(arch::vector_cycles(128, 1, ElementType::kFp16, vector) == 24 + 1);
    CHECK(arch::vector_cycles(129, 1, ElementType::kFp16, vector) == 24 + 2);
    CHECK(arch::vector_cycles(1000, 5, ElementType::kInt8, vector) == 24 + 5 * 4);
}
