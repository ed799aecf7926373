#include "arch/mte/dma_timing.h"

#include <catch2/catch.hpp>

using namespace systole;

TEST_CASE("a transfer takes its setup, its rows and its bytes") {
    const config::DmaConfig engine{20, 3};
    CHECK(arch::dma_cycles(arch::linear(1024), engine, 128) == 20 + 3 + 8);
    CHECK(arch::dma_cycles(arch::linear(1025), engine, 128) == 20 + 3 + 9);
    CHECK(arch::dma_cycles(arch::strided(16, 64, 256), engine, 128) == 20 + 16 * 3 + 8);
    CHECK(arch::dma_cycles(arch::linear(1), {}, 128) == 1);
}

TEST_CASE("rows that touch are one") {
    CHECK(arch::strided(16, 64, 64).rows == 1);
    CHECK(arch::strided(16, 64, 64).bytes() == 1024);
    CHECK(arch::strided(16, 64, 65).rows == 16);
}

TEST_CASE("im2col of 3x3 on 48x48x32 int8 is 663,552 bytes") {  // seeds/004
    CHECK(arch::im2col(48 * 48, 9, 32).bytes() == 663552);
    CHECK(arch::im2col(2, 9, 32).bytes() == 576);
}
