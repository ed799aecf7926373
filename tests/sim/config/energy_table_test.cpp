#include "sim/config/energy_table.h"

#include <catch2/catch.hpp>

using namespace systole;
using config::EnergyTable;

TEST_CASE("what does a scratchpad between two points cost?") {
    EnergyTable table;
    table.sram = {{1024, {1000, 2000}}, {4096, {3000, 4000}}, {16384, {3000, 8000}}};
    const auto read = [&](Bytes capacity) { return table.access(Tier::kL1, capacity).read; };
    const auto write = [&](Bytes capacity) { return table.access(Tier::kL1, capacity).write; };
    CHECK(read(1024) == 1000);
    CHECK(read(4096) == 3000);
    CHECK(read(2304) == 2000);  // sqrt: 32, 48, 64
    CHECK(write(2304) == 3000);
    CHECK(read(9216) == 3000);  // sqrt: 64, 96, 128
    CHECK(write(9216) == 6000);
    CHECK(read(256) == 500);       // below: sqrt 16 of 32
    CHECK(write(65536) == 16000);  // beyond: sqrt 256 of 128
    CHECK(read(0) == 0);           // a scratchpad that is not there
}

TEST_CASE("does a tier's own energy hold for every size?") {
    EnergyTable table;
    table.sram = {{1024, {1000, 2000}}};
    table.tiers[Tier::kL0A] = config::AccessEnergy{7, 9};
    CHECK(table.access(Tier::kL0A, 1u << 20).read == 7);
    CHECK(table.access(Tier::kL0A, 1u << 20).write == 9);
    CHECK(table.access(Tier::kL0B, 1024).read == 1000);
}
