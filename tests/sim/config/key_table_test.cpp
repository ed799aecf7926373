#include "sim/config/key_table.h"

#include "sim/config/key_lookup.h"
#include "tests/sim/config/error_of.h"

#include <catch2/catch.hpp>

#include <set>
#include <string>
#include <vector>

namespace systole::config {

TEST_CASE("the keys are these, in this order") {
    std::vector<std::string> expected = {"name", "clock_mhz", "bytes_per_unit"};
    for (const char* tier : {"l1", "ub", "l0a", "l0b", "l0c"}) {
        for (const char* key :
             {"capacity", "ports", "port_bytes_per_cycle", "banks", "bank_bytes"}) {
            expected.push_back(std::string("tiers.") + tier + "." + key);
        }
    }
    for (const char* key : {"spill.fixed_cycles",
                            "spill.cycles_per_unit",
                            "ddr.bytes_per_cycle",
                            "ddr.burst_bytes",
                            "ddr.latency_cycles",
                            "ddr.max_outstanding",
                            "ddr.carries",
                            "ddr.model",
                            "ddr.standard",
                            "ddr.channels",
                            "ddr.mapping",
                            "ddr.queue",
                            "ddr.refresh",
                            "contention.enabled",
                            "routes.strict",
                            "routes.mte1",
                            "routes.mte2",
                            "routes.mte3",
                            "routes.cube",
                            "routes.vector",
                            "routes.fixp",
                            "cube.rows",
                            "cube.cols",
                            "cube.depth",
                            "cube.dataflow",
                            "cube.element",
                            "cube.weight_bits",
                            "cube.multiplier_bits",
                            "cube.split_multipliers",
                            "cube.accumulator_bytes",
                            "cube.register_sums",
                            "cube.mac_latency",
                            "cube.interval",
                            "cube.double_buffered",
                            "cube.partial",
                            "cube.start_cycles",
                            "cube.rf_activations",
                            "cube.rf_weights",
                            "cube.rf_outputs",
                            "cube.rs_buffer",
                            "cube.rs_weights_per_cycle",
                            "cube.rs_words_per_cycle",
                            "vector.bytes_per_cycle",
                            "vector.start_cycles",
                            "dma.mte1.setup_cycles",
                            "dma.mte1.row_cycles",
                            "dma.mte2.setup_cycles",
                            "dma.mte2.row_cycles",
                            "dma.mte3.setup_cycles",
                            "dma.mte3.row_cycles",
                            "dma.fixp.setup_cycles",
                            "dma.fixp.row_cycles",
                            "bandwidth.ddr_to_l1",
                            "bandwidth.ddr_to_ub",
                            "bandwidth.ddr_to_l0a",
                            "bandwidth.ddr_to_l0b",
                            "bandwidth.l1_to_l0a",
                            "bandwidth.l1_to_l0b",
                            "bandwidth.l1_to_ub",
                            "bandwidth.l0c_to_ub",
                            "bandwidth.l0c_to_l1",
                            "bandwidth.l0c_to_ddr",
                            "bandwidth.ub_to_l1",
                            "bandwidth.ub_to_ddr",
                            "bandwidth.l1_to_ddr",
                            "paths.activations",
                            "paths.weights",
                            "paths.outputs",
                            "schedule.mpas.all_tiers",
                            "schedule.mpas.memory_weight",
                            "schedule.mpas.criticality_weight",
                            "schedule.mpas.order_weight",
                            "schedule.mpas.demand",
                            "schedule.dlr.lambda_byte",
                            "schedule.dlr.lambda_cycle",
                            "schedule.cpe.passes",
                            "schedule.cpe.width",
                            "tiling.buffers",
                            "tiling.goal",
                            "energy.table",
                            "energy.power_gating"}) {
        expected.emplace_back(key);
    }
    std::vector<std::string> found;
    for (const Key& key : arch_keys()) {
        found.push_back(key.dotted);
    }
    CHECK(found == expected);
}

TEST_CASE("every key sets a field of its own") {
    ArchConfig config;
    std::set<const void*> fields;
    for (const Key& key : arch_keys()) {
        std::visit([&](const auto* field) { fields.insert(field); }, key.slot(config));
    }
    CHECK(fields.size() == arch_keys().size());
}

TEST_CASE("every default lies in its range, and every key says what it means") {
    for (const Key& key : arch_keys()) {
        INFO(key.dotted);
        CHECK_FALSE(key.help.empty());
        CHECK(key.help.find('{') == std::string::npos);
        ArchConfig config;
        const Slot slot = key.slot(config);
        if (const auto* number = std::get_if<std::uint64_t*>(&slot); number && !key.required) {
            CHECK(**number >= key.range.min);
            CHECK(**number <= key.range.max);
        }
    }
}

TEST_CASE("only the five capacities are required") {
    std::vector<std::string> required;
    for (const Key& key : arch_keys()) {
        if (key.required) {
            required.push_back(key.dotted);
        }
    }
    CHECK(required == std::vector<std::string>{"tiers.l1.capacity",
                                               "tiers.ub.capacity",
                                               "tiers.l0a.capacity",
                                               "tiers.l0b.capacity",
                                               "tiers.l0c.capacity"});
}

TEST_CASE("values and defaults are spelled as YAML spells them") {
    const std::vector<Key> keys = arch_keys();
    ArchConfig config;
    config.name = "core";
    config.tiers[Tier::kUB].capacity = 1024;
    config.contention = true;
    config.routes.allowed[Pipe::kFixp] = routes({"UB+L0C", "DDR+L0C"});
    const auto value = [&](const char* key) { return value_text(*find_key(keys, key), config); };
    CHECK(value("name") == "core");
    CHECK(value("tiers.ub.capacity") == "1024");
    CHECK(value("contention.enabled") == "auto");
    CHECK(value("routes.strict") == "off");
    CHECK(value("routes.fixp") == "UB+L0C, DDR+L0C");
    CHECK(value("routes.cube") == "none");

    config.cube.dataflow = Dataflow::kRowStationary;
    config.cube.element = ElementType::kInt16;
    config.ddr.model = DdrModel::kDetailed;
    config.ddr.standard = DdrStandard::kHbm2_2000;
    config.tiling.goal = TilingGoal::kTraffic;
    config.paths.weights = {Tier::kUB, Tier::kL1, Tier::kL0B};
    CHECK(value("cube.dataflow") == "rs");
    CHECK(value("cube.element") == "int16");
    CHECK(value("ddr.model") == "detailed");
    CHECK(value("ddr.standard") == "hbm2-2000");
    CHECK(value("tiling.goal") == "traffic");
    CHECK(value("paths.weights") == "UB, L1, L0B");
    CHECK(value("energy.table") == "none");

    CHECK(default_text(*find_key(keys, "tiers.l1.capacity")) == "required");
    CHECK(default_text(*find_key(keys, "cube.dataflow")) == "block");
    CHECK(default_text(*find_key(keys, "paths.outputs")) == "L0C, UB");
    CHECK(default_text(*find_key(keys, "spill.fixed_cycles")) == "150");
    CHECK(default_text(*find_key(keys, "spill.cycles_per_unit")) == "2");
    CHECK(default_text(*find_key(keys, "routes.mte1")) == "none");
    CHECK(default_text(*find_key(keys, "name")) == "the file's name without `.yaml`");
}

TEST_CASE("what a value must be names range and unit") {
    const std::vector<Key> keys = arch_keys();
    CHECK(expected_text(*find_key(keys, "tiers.l1.capacity")) ==
          "a whole number from 0 to 2147483647 (units)");
    CHECK(expected_text(*find_key(keys, "tiers.l1.ports")) == "a whole number from 1 to 1024");
    CHECK(expected_text(*find_key(keys, "ddr.refresh")) == "on or off");
    CHECK(expected_text(*find_key(keys, "contention.enabled")) == "one of auto, off, on");
    CHECK(expected_text(*find_key(keys, "name")) == "a text of 1 to 100 bytes on one line");
    CHECK(expected_text(*find_key(keys, "cube.dataflow")) == "one of ws, os, is, rs, block");
    CHECK(expected_text(*find_key(keys, "paths.weights")) ==
          "a list of scratchpads such as [L1, L0A]");
}

}  // namespace systole::config
