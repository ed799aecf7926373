#include "sim/config/key_effect.h"

#include "sim/config/config_reader.h"

#include <catch2/catch.hpp>

#include <string>
#include <vector>

using namespace systole;

namespace {

config::ArchConfig with(const std::vector<std::string>& overrides) {
    return config::parse_arch_config(
        "tiers:\n  l1: {capacity: 64, ports: 3}\n  ub: {capacity: 64}\n  l0a: {capacity: 64}\n"
        "  l0b: {capacity: 64}\n  l0c: {capacity: 64}\n",
        "core.yaml",
        overrides);
}

std::string note(config::ArchConfig config, bool layers, bool own_cycles) {
    config.settle_sharing(layers);
    return config::idle_note(config::keys_without_effect(config, own_cycles));
}

}  // namespace

TEST_CASE("which keys change nothing where transfers do not share?") {
    const std::vector<std::string> bus = {
        "ddr.bytes_per_cycle=64", "ddr.standard=ddr4-2400", "tiers.l1.ports=1"};
    CHECK(note(with(bus), false, false) ==
          "without effect: tiers.l1.ports, ddr.bytes_per_cycle, ddr.standard (contention is off)");
    // Layers share; the simple model has no timing set.
    CHECK(note(with(bus), true, false) == "without effect: ddr.standard (ddr.model is simple)");
    CHECK(note(with({"ddr.bytes_per_cycle=64", "ddr.model=detailed"}), true, false) ==
          "without effect: ddr.bytes_per_cycle (ddr.model is detailed)");
    CHECK(note(with({"tiers.l1.capacity=128"}), false, false).empty());
}

TEST_CASE("which keys change nothing of a trace that brings its cycles?") {
    CHECK(note(with({"cube.rows=32", "tiers.l1.capacity=128"}), false, true) ==
          "without effect: cube.rows (the trace brings the cycles of its nodes)");
    CHECK(note(with({"cube.rows=32"}), false, false).empty());
}

TEST_CASE("a file's keys without effect are listed, those given by hand are told") {
    config::ArchConfig config = with({"ddr.queue=8"});
    config.settle_sharing(false);
    const auto keys = config::keys_without_effect(config, false);
    REQUIRE(keys.size() == 2);
    CHECK(keys[0].key == "tiers.l1.ports");
    CHECK_FALSE(keys[0].by_hand);
    CHECK(keys[1].key == "ddr.queue");
    CHECK(keys[1].by_hand);
}

TEST_CASE("keys of another dataflow change nothing") {
    CHECK(note(with({"cube.rs_buffer=100", "cube.dataflow=ws"}), true, false) ==
          "without effect: cube.rs_buffer (the dataflow is not row-stationary)");
    CHECK(note(with({"cube.rs_buffer=100", "cube.dataflow=rs"}), true, false).empty());
    CHECK(note(with({"cube.partial=off", "cube.dataflow=block"}), true, false) ==
          "without effect: cube.partial (the dataflow is not ws, is or os)");
}
