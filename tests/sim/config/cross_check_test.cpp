#include "sim/config/cross_check.h"

#include "tests/sim/config/error_of.h"

#include <catch2/catch.hpp>

#include <string>
#include <vector>

namespace systole::config {
namespace {

// The error of a whole architecture with `line` on line 7.
Error refused(const std::string& line, const std::string& rule) {
    Error e = error_in(kCapacities + line + "\n");
    INFO(e.what());
    CHECK(e.kind() == ErrorKind::kBadInput);
    CHECK(e.rule() == rule);
    CHECK(e.where().file == "core.yaml");
    CHECK(e.where().line == 7);
    return e;
}

}  // namespace

TEST_CASE("strict routes without any route are refused") {
    CHECK(says(refused("routes: {strict: on, cube: []}", "config.routes"), "no pipe has a route"));
    CHECK(read(kCapacities + "routes: {strict: on, cube: [L1]}\n").routes.strict);
}

TEST_CASE("only a block unit sums several products in a PE") {
    CHECK(says(refused("cube: {dataflow: ws, depth: 16}", "config.cube"),
               "cube.depth: expected 1 with cube.dataflow ws, found 16"));
    CHECK(refused("cube: {depth: 2, dataflow: rs}", "config.cube").where().line == 7);
    for (const char* dataflow : {"ws", "os", "is", "rs"}) {
        CHECK(read(kCapacities, {std::string("cube.dataflow=") + dataflow, "cube.depth=1"})
                  .cube.depth == 1);
    }
    CHECK(read(kCapacities, {"cube.depth=1"}).cube.depth == 1);
}

TEST_CASE("an address mapping names every field once") {
    const auto mapping = [](const std::string& text) { return "ddr: {mapping: " + text + "}"; };
    for (const char* bad : {"row-bank-bankgroup-column",
                            "row-bank-bankgroup-column-row",
                            "row",
                            "row-bank-bankgroup-column-",
                            "row-bank-bankgroup-column-channel-row",
                            "row bank bankgroup column channel"}) {
        INFO(bad);
        CHECK(says(refused(mapping(bad), "config.mapping"),
                   "ddr.mapping: expected each of row, bank, bankgroup, column, channel once, "
                   "joined by '-', "
                   "found '" +
                       std::string(bad) + "'"));
    }
    CHECK(says(refused(mapping("rows-bank-bankgroup-column-channel"), "config.mapping"),
               "did you mean 'row'?"));
    CHECK(read(kCapacities, {"ddr.mapping=bank-row-bankgroup-channel-column"}).ddr.mapping ==
          AddressMap{DramPart::kBank,
                     DramPart::kRow,
                     DramPart::kBankGroup,
                     DramPart::kChannel,
                     DramPart::kColumn});
}

TEST_CASE("address bits choose the channel, so their number is a power of two") {
    CHECK(says(refused("ddr: {model: detailed, channels: 3}", "config.channels"),
               "ddr.channels: expected a power of two, found 3"));
    CHECK(says(refused("ddr: {channels: 6}", "config.channels"), "found 6"));
    CHECK(read(kCapacities, {"ddr.model=detailed", "ddr.channels=8"}).ddr.channels == 8);
}

TEST_CASE("a path must pass scratchpads that exist") {
    const std::string without_l0a =
        "tiers:\n  l1: {capacity: 1}\n  ub: {capacity: 1}\n  l0a: {capacity: 0}\n"
        "  l0b: {capacity: 1}\n  l0c: {capacity: 1}\n";
    const Error e = error_in(without_l0a);
    CHECK(e.rule() == "config.paths");
    CHECK(e.where().line == 4);
    CHECK(says(e, "paths.activations: passes L0A, but tiers.l0a.capacity is 0"));
    const Error named = error_in(without_l0a + "paths: {activations: [L1, L0A]}\n");
    CHECK(named.where().line == 7);
    const ArchConfig config = read(without_l0a + "paths: {activations: [L1]}\n");
    CHECK(config.tiers[Tier::kL0A].capacity == 0);
}

TEST_CASE("a path starts and ends where the array reads and writes") {
    CHECK(says(refused("paths: {activations: [L0C]}", "config.paths"), "ends at L0C"));
    CHECK(says(refused("paths: {weights: [L1, L0C]}", "config.paths"), "ends at L0C"));
    CHECK(says(refused("paths: {outputs: [L0A]}", "config.paths"), "starts at L0A"));
    CHECK(says(refused("paths: {outputs: [L0C, UB, L0C]}", "config.paths"), "passes L0C twice"));
    for (const char* path : {"L1", "UB", "L1,UB"}) {
        CHECK_FALSE(
            read(kCapacities, {std::string("paths.weights=") + path}).paths.weights.empty());
    }
    CHECK_FALSE(read(kCapacities, {"paths.outputs=L0C"}).paths.outputs.empty());
    CHECK_FALSE(read(kCapacities, {"paths.outputs=UB,L1"}).paths.outputs.empty());
}

TEST_CASE("every step of a path is one that hardware takes") {
    CHECK(says(refused("paths: {activations: [UB, L0A]}", "config.paths"),
               "paths.activations: no hardware moves data from UB to L0A; the steps there are: "
               "DDR->L1, "));
    CHECK(says(refused("paths: {weights: [L0A, L0B]}\nbandwidth: {ddr_to_l0a: 1}", "config.paths"),
               "from L0A to L0B"));
    CHECK(
        says(refused("paths: {outputs: [L0C, L1, L0A]}\nbandwidth: {l0c_to_l1: 1}", "config.paths"),
             "paths.outputs: no hardware moves data from L0A to DDR"));
}

TEST_CASE("every step of a path has a bandwidth") {
    // Not given: the path asks for it. Given as 0: that is the line to change.
    CHECK(says(refused("paths: {weights: [L0B]}", "config.paths"),
               "paths.weights goes from DDR to L0B, but bandwidth.ddr_to_l0b is 0"));
    CHECK(says(refused("bandwidth: {l1_to_l0a: 0}", "config.paths"),
               "paths.activations goes from L1 to L0A, but bandwidth.l1_to_l0a is 0"));
    CHECK(says(refused("bandwidth: {ub_to_ddr: 0}", "config.paths"),
               "paths.outputs goes from UB to DDR, but bandwidth.ub_to_ddr is 0"));
    CHECK(
        read(kCapacities, {"paths.weights=L0B", "bandwidth.ddr_to_l0b=43"}).bandwidth.ddr_to_l0b ==
        43);
    CHECK(error_in(kCapacities, {"bandwidth.l0c_to_ub=0"}).where().file == "-D");
}

}  // namespace systole::config
