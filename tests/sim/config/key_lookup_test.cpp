#include "sim/config/key_lookup.h"

#include <catch2/catch.hpp>

#include <string>
#include <vector>

namespace systole::config {
namespace {

std::string hint(const std::string& dotted) {
    return unknown_key_hint(arch_keys(), dotted);
}

}  // namespace

TEST_CASE("keys and sections are told apart") {
    const std::vector<Key> keys = arch_keys();
    CHECK(find_key(keys, "tiers.l1.capacity") != nullptr);
    CHECK(find_key(keys, "tiers.l1") == nullptr);
    CHECK(find_key(keys, "") == nullptr);
    CHECK(is_section(keys, ""));
    CHECK(is_section(keys, "tiers"));
    CHECK(is_section(keys, "tiers.l1"));
    CHECK_FALSE(is_section(keys, "tiers.l1.capacity"));
    CHECK_FALSE(is_section(keys, "tier"));
    CHECK_FALSE(is_section(keys, "tiers."));
}

TEST_CASE("the children of a section are one level below it") {
    const std::vector<Key> keys = arch_keys();
    CHECK(children(keys, "tiers") ==
          std::vector<std::string>{"tiers.l1", "tiers.ub", "tiers.l0a", "tiers.l0b", "tiers.l0c"});
    CHECK(children(keys, "") == std::vector<std::string>{"name",
                                                         "clock_mhz",
                                                         "bytes_per_unit",
                                                         "tiers",
                                                         "spill",
                                                         "ddr",
                                                         "contention",
                                                         "routes",
                                                         "cube",
                                                         "vector",
                                                         "dma",
                                                         "bandwidth",
                                                         "paths",
                                                         "schedule",
                                                         "tiling",
                                                         "energy"});
}

TEST_CASE("an unknown key is answered with the nearest valid one") {
    CHECK(hint("tier") == "; did you mean 'tiers'?");
    CHECK(hint("tiers.L1") == "; did you mean 'tiers.l1'?");
    CHECK(hint("tiers.l1.capacty") == "; did you mean 'tiers.l1.capacity'?");
    CHECK(hint("tiers.l1.cap") == "; did you mean 'tiers.l1.capacity'?");
    CHECK(hint("tier.l1.capacity") == "; did you mean 'tiers.l1.capacity'?");
    CHECK(hint("tier.L1.capacty") == "; did you mean 'tiers.l1.capacity'?");
    CHECK(hint("routes.mte4") == "; did you mean 'routes.mte1'?");
    CHECK(hint("name.x") == "; did you mean 'name'?");
}

TEST_CASE("a key at the wrong place is answered with the right place") {
    CHECK(hint("latency_cycles") == "; did you mean 'ddr.latency_cycles'?");
    CHECK(hint("l1.capacity") == "; did you mean 'tiers.l1.capacity'?");
    CHECK(hint("memory.burst_bytes") == "; did you mean 'ddr.burst_bytes'?");
}

TEST_CASE("a key like no other is answered with the valid names") {
    CHECK(hint("spill.zzzzzzzz") == "; valid here: spill.fixed_cycles, spill.cycles_per_unit");
    CHECK(hint("zzzzzzzz") ==
          "; valid here: name, clock_mhz, bytes_per_unit, tiers, spill, ddr, contention, routes, "
          "cube, vector, dma, bandwidth, paths, schedule, tiling, energy");
    for (const char* odd : {"", ".", "..", ".x", "tiers.", "tiers..capacity", "name.", "spill.."}) {
        CHECK_FALSE(hint(odd).empty());
    }
}

}  // namespace systole::config
