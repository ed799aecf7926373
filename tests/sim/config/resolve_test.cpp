#include "sim/config/resolve.h"

#include "tests/sim/config/error_of.h"
#include "tests/support/paths.h"

#include <catch2/catch.hpp>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace systole::config {
namespace {

// The error of a whole architecture with `key: value` on line 7.
Error refused(const std::string& line) {
    Error e = error_in(kCapacities + line + "\n");
    CHECK(e.kind() == ErrorKind::kBadInput);
    CHECK(e.where().file == "core.yaml");
    CHECK(e.where().line == 7);
    return e;
}

}  // namespace

TEST_CASE("an architecture of capacities alone gets the defaults") {
    const ArchConfig config = read(kCapacities);
    CHECK(config.name == "core");
    CHECK(config.file == "core.yaml");
    CHECK(config.clock_mhz == 1000);
    CHECK(config.bytes_per_unit == 256);
    CHECK(config.tiers[Tier::kL1].capacity == 4096);
    CHECK(config.tiers[Tier::kUB].capacity == 1024);
    CHECK(config.tiers[Tier::kL0A].capacity == 256);
    CHECK(config.tiers[Tier::kL0B].capacity == 256);
    CHECK(config.tiers[Tier::kL0C].capacity == 512);
    CHECK(config.spill.fixed_cycles == 150);
    CHECK(config.spill.cycles_per_unit == 2);
    CHECK_FALSE(config.contention);
    CHECK_FALSE(config.routes.strict);
    CHECK(config.routes.allowed[Pipe::kCube].empty());
}

TEST_CASE("every key reaches its field") {
    const ArchConfig config = read(
        "name: other core\n"
        "clock_mhz: 680\n"
        "bytes_per_unit: 32\n"
        "tiers:\n"
        "  l1: {capacity: 1, ports: 2, port_bytes_per_cycle: 3}\n"
        "  ub: {capacity: 4, ports: 5, port_bytes_per_cycle: 6}\n"
        "  l0a: {capacity: 7, ports: 8, port_bytes_per_cycle: 9}\n"
        "  l0b: {capacity: 10, ports: 11, port_bytes_per_cycle: 12}\n"
        "  l0c: {capacity: 13, ports: 14, port_bytes_per_cycle: 15}\n"
        "spill: {fixed_cycles: 0, cycles_per_unit: 16}\n"
        "ddr: {bytes_per_cycle: 17, burst_bytes: 18, latency_cycles: 19, max_outstanding: 20}\n"
        "contention: {enabled: on}\n"
        "routes: {strict: true, mte1: [L1], mte2: [L1+DDR], mte3: [UB + L1], cube: [L0B+L1],\n"
        "         vector: [UB], fixp: [L0C+UB, DDR+L0C]}\n");
    CHECK(config.name == "other core");
    CHECK(config.clock_mhz == 680);
    CHECK(config.bytes_per_unit == 32);
    std::uint64_t next = 1;
    for (Tier t : kTiers) {
        CHECK(config.tiers[t].capacity == next++);
        CHECK(config.tiers[t].ports == next++);
        CHECK(config.tiers[t].port_bytes_per_cycle == next++);
    }
    CHECK(config.spill.fixed_cycles == 0);
    CHECK(config.spill.cycles_per_unit == 16);
    CHECK(config.ddr.bytes_per_cycle == 17);
    CHECK(config.ddr.burst_bytes == 18);
    CHECK(config.ddr.latency_cycles == 19);
    CHECK(config.ddr.max_outstanding == 20);
    CHECK(config.contention);
    CHECK(config.routes.strict);
    CHECK(config.routes.allowed[Pipe::kMTE1] == routes({"L1"}));
    CHECK(config.routes.allowed[Pipe::kMTE2] == routes({"DDR+L1"}));
    CHECK(config.routes.allowed[Pipe::kMTE3] == routes({"L1+UB"}));
    CHECK(config.routes.allowed[Pipe::kCube] == routes({"L1+L0B"}));
    CHECK(config.routes.allowed[Pipe::kVector] == routes({"UB"}));
    CHECK(config.routes.allowed[Pipe::kFixp] == routes({"UB+L0C", "DDR+L0C"}));
}

TEST_CASE("missing capacities are named together") {
    const Error e = error_in(
        "tiers:\n  l1: {capacity: 1}\n  ub: {ports: 1}\n  l0a: {capacity: 1}\n"
        "  l0b: {capacity: 1}\n");
    CHECK(e.rule() == "config.key-missing");
    CHECK(e.where().file == "core.yaml");
    CHECK(e.where().line == 0);
    CHECK(says(e, "tiers.ub.capacity, tiers.l0c.capacity; expected a whole number from 0"));
}

TEST_CASE("a value that is no whole number is a type error") {
    const std::vector<std::pair<std::string, std::string>> cases = {
        {"abc", "found 'abc'"},
        {"64.0", "found '64.0'"},
        {"1e3", "found '1e3'"},
        {".nan", "found '.nan'"},
        {"NaN", "found 'NaN'"},
        {".inf", "found '.inf'"},
        {"0x10", "found '0x10'"},
        {"+5", "found '+5'"},
        {"5 MHz2", "found '5 MHz2'"},
        {"on", "found 'on'"},
        {"", "found nothing"},
        {"~", "found nothing"},
        {"[5]", "found a list"},
        {"010", "drop the leading zero"},
        {"00", "drop the leading zero"},
        {"1_000", "write the digits without separators"},
        {"'1000'", "write it without quotes"},
        {"\"\"", "found ''"},
        {"${CLOCK}", "environment variables are not expanded"},
        {"-x", "found '-x'"},
        {"--5", "found '--5'"},
        {"5-", "found '5-'"},
        {"\xD9\xA5", "found '\xD9\xA5'"},  // an Arabic-Indic digit
    };
    for (const auto& [value, words] : cases) {
        INFO(value);
        const Error e = refused("clock_mhz: " + value);
        CHECK(e.rule() == "config.type");
        CHECK(says(e, "clock_mhz: expected a whole number from 1 to 100000 (MHz), found"));
        CHECK(says(e, words));
    }
}

TEST_CASE("a whole number outside its range is a range error") {
    for (const char* value : {"0",
                              "-1",
                              "-99999999999999999999999999",
                              "100001",
                              "9223372036854775808",
                              "18446744073709551616",
                              "99999999999999999999999999999999999999"}) {
        INFO(value);
        const Error e = refused(std::string("clock_mhz: ") + value);
        CHECK(e.rule() == "config.range");
        CHECK(says(
            e,
            "expected a whole number from 1 to 100000 (MHz), found '" + std::string(value) + "'"));
    }
    CHECK(read(kCapacities + "clock_mhz: 1\n").clock_mhz == 1);
    CHECK(read(kCapacities + "clock_mhz: 100000\n").clock_mhz == 100'000);
}

TEST_CASE("numbers may have units of their own, whatever the order of the keys") {
    const ArchConfig config = read(
        "tiers: {l1: {capacity: 1MiB}, ub: {capacity: 256KiB}, l0a: {capacity: 256},\n"
        "        l0b: {capacity: 256}, l0c: {capacity: 512, bank_bytes: 1KiB}}\n"
        "ddr: {bytes_per_cycle: 25.6GB/s, latency_cycles: 100ns}\n"
        "bytes_per_unit: 128\nclock_mhz: 0.8GHz\n",
        {"dma.mte2.setup_cycles=1us"});
    CHECK(config.clock_mhz == 800);
    CHECK(config.tiers[Tier::kL1].capacity == 8192);
    CHECK(config.tiers[Tier::kUB].capacity == 2048);
    CHECK(config.tiers[Tier::kL0C].bank_bytes == 1024);
    CHECK(config.ddr.bytes_per_cycle == 32);
    CHECK(config.ddr.latency_cycles == 80);
    CHECK(config.dma[Pipe::kMTE2].setup_cycles == 800);
    CHECK(config.sources.at("tiers.l1.capacity") == "core.yaml:1, as 1MiB");
    CHECK(config.sources.at("tiers.l0a.capacity") == "core.yaml:1");
    CHECK(config.sources.at("dma.mte2.setup_cycles") == "-D, as 1us");

    const Error e = refused("ddr: {bytes_per_cycle: 25.6GB/s}");
    CHECK(e.rule() == "config.unit");
    CHECK(says(e, "found '25.6GB/s'; that is 25.6 bytes a cycle at 1000 MHz, expected a whole"));
    CHECK(refused("ddr: {burst_bytes: 4GiB}").rule() == "config.range");
    CHECK(refused("cube: {rows: 16KiB}").rule() == "config.type");
    CHECK(refused("ddr: {burst_bytes: '4KiB'}").rule() == "config.type");
}

TEST_CASE("a dataflow alone is enough: its depth follows") {
    CHECK(read(kCapacities).cube.depth == 16);
    CHECK(read(kCapacities + "cube: {dataflow: ws}\n").cube.depth == 1);
    CHECK(read(kCapacities + "cube: {dataflow: rs}\n").cube.depth == 1);
    CHECK(read(kCapacities, {"cube.dataflow=os"}).cube.depth == 1);
}

TEST_CASE("a capacity must fit in 31 bits") {
    const auto with_l1 = [](const std::string& capacity) {
        std::string yaml = kCapacities;
        return yaml.replace(yaml.find("4096"), 4, capacity);
    };
    for (const char* bad : {"-4096", "2147483648"}) {
        const Error e = error_in(with_l1(bad));
        CHECK(e.rule() == "config.range");
        CHECK(e.where().line == 2);
        CHECK(says(e, "tiers.l1.capacity: expected a whole number from 0 to 2147483647 (units)"));
    }
    CHECK(read(with_l1("2147483647")).tiers[Tier::kL1].capacity == 2147483647u);
}

TEST_CASE("a switch is on or off") {
    for (const char* word : {"on", "true", "'on'"}) {
        CHECK(read(kCapacities + "ddr: {refresh: " + word + "}\n").ddr.refresh);
    }
    for (const char* word : {"off", "false"}) {
        CHECK_FALSE(read(kCapacities + "ddr: {refresh: " + word + "}\n").ddr.refresh);
    }
    for (const char* word : {"yes", "1", "~", "[on]"}) {
        const Error e = refused(std::string("ddr: {refresh: ") + word + "}");
        CHECK(e.rule() == "config.type");
        CHECK(says(e, "ddr.refresh: expected on or off, found"));
    }
    CHECK(says(refused("routes: {strict: On}"), "did you mean 'on'?"));
}

// on for layers, off for traces, whatever the file says of neither.
TEST_CASE("whether transfers share is settled for a workload") {
    config::ArchConfig either = read(kCapacities);
    CHECK_FALSE(either.contention);
    either.settle_sharing(true);
    CHECK(either.contention);
    either.settle_sharing(false);
    CHECK_FALSE(either.contention);
    for (const char* word : {"on", "true"}) {
        config::ArchConfig on = read(kCapacities + "contention: {enabled: " + word + "}\n");
        on.settle_sharing(false);
        CHECK(on.contention);
    }
    for (const char* word : {"off", "false"}) {
        config::ArchConfig off = read(kCapacities + "contention: {enabled: " + word + "}\n");
        off.settle_sharing(true);
        CHECK_FALSE(off.contention);
    }
}

TEST_CASE("a name is a short text on one line and never expanded") {
    CHECK(read(kCapacities + "name: ${HOME}\n").name == "${HOME}");
    CHECK(read(kCapacities + "name: 123\n").name == "123");
    CHECK(read(kCapacities + "name: K\xC3\xA4se\n").name == "K\xC3\xA4se");
    CHECK(read(kCapacities + "name: " + std::string(100, 'x') + "\n").name.size() == 100);
    CHECK(refused("name: " + std::string(101, 'x')).rule() == "config.range");
    CHECK(refused("name: ''").rule() == "config.range");
    CHECK(refused("name: \"a\\nb\"").rule() == "config.range");
    CHECK(refused("name:").rule() == "config.type");
    CHECK(refused("name: [a]").rule() == "config.type");
}

TEST_CASE("without a name the file gives it") {
    CHECK(parse_arch_config(kCapacities, "cores/big.core.yaml", {}).name == "big.core");
    const Error e = error_of([] { parse_arch_config(kCapacities, "\xFF.yaml", {}); });
    CHECK(e.rule() == "config.encoding");
}

TEST_CASE("a route must be places, each once") {
    const auto error_of_route = [](const std::string& route) {
        Error e = error_in(kCapacities + "routes:\n  mte1:\n    - L1\n    - " + route + "\n");
        CHECK(e.where().line == 10);
        CHECK(e.rule() == "config.routes");
        return e;
    };
    CHECK(says(error_of_route("L1+L0D"),
               "routes.mte1: expected places (DDR, L1, UB, L0A, L0B, L0C) joined by '+', found "
               "'L1+L0D'; did you mean 'L0A'?"));
    CHECK(says(error_of_route("l1+L0A"), "did you mean 'L1'?"));
    CHECK(says(error_of_route("L1+L1"), "it names L1 twice"));
    CHECK(says(error_of_route("''"), "found ''"));
    CHECK(says(error_of_route("L1->L0A"), "found 'L1->L0A'"));
    CHECK(says(error_of_route("L1"), "the route L1 is listed twice"));
    const Error reversed = error_in(kCapacities + "routes:\n  mte1: [L1+L0A, L0A+L1]\n");
    CHECK(says(reversed, "the route L1+L0A is listed twice"));
}

TEST_CASE("routes must be a list") {
    for (const char* value : {"L1", "~", "5"}) {
        const Error e = refused(std::string("routes: {cube: ") + value + "}");
        CHECK(e.rule() == "config.type");
        CHECK(says(e, "routes.cube: expected a list of routes"));
    }
    CHECK(read(kCapacities + "routes: {cube: []}\n").routes.allowed[Pipe::kCube].empty());
}

TEST_CASE("the keys of lowered layers reach their fields") {
    const ArchConfig config =
        read(kCapacities +
                 "cube: {rows: 2, cols: 3, depth: 1, dataflow: os, element: int8, mac_latency: 4,\n"
                 "       interval: 5, double_buffered: off, start_cycles: 6, rf_activations: 7,\n"
                 "       rf_weights: 8, rf_outputs: 9}\n"
                 "vector: {bytes_per_cycle: 10, start_cycles: 11}\n"
                 "dma:\n"
                 "  mte1: {setup_cycles: 12, row_cycles: 13}\n"
                 "  mte2: {setup_cycles: 14, row_cycles: 15}\n"
                 "  mte3: {setup_cycles: 16, row_cycles: 17}\n"
                 "  fixp: {setup_cycles: 18, row_cycles: 19}\n"
                 "bandwidth: {ddr_to_l1: 20, ddr_to_ub: 21, ddr_to_l0a: 22, ddr_to_l0b: 23, "
                 "l1_to_l0a: 24,\n"
                 "            l1_to_l0b: 25, l1_to_ub: 26, l0c_to_ub: 27, l0c_to_l1: 28, "
                 "l0c_to_ddr: 29,\n"
                 "            ub_to_l1: 30, ub_to_ddr: 31, l1_to_ddr: 32}\n"
                 "paths: {activations: [L1], weights: [L0B], outputs: [L0C, L1]}\n"
                 "tiling: {buffers: 3, goal: traffic}\n"
                 "energy: {power_gating: on}\n"
                 "ddr: {model: detailed, standard: lpddr5-6400, channels: 32,\n"
                 "      mapping: channel-row-column-bank-bankgroup, queue: 34, refresh: off}\n",
             {"tiers.ub.banks=35", "tiers.l0c.bank_bytes=36"});
    const CubeConfig& cube = config.cube;
    CHECK(cube.rows == 2);
    CHECK(cube.cols == 3);
    CHECK(cube.depth == 1);
    CHECK(cube.dataflow == Dataflow::kOutputStationary);
    CHECK(cube.element == ElementType::kInt8);
    CHECK(cube.mac_latency == 4);
    CHECK(cube.interval == 5);
    CHECK_FALSE(cube.double_buffered);
    CHECK(cube.start_cycles == 6);
    CHECK(cube.rf_activations == 7);
    CHECK(cube.rf_weights == 8);
    CHECK(cube.rf_outputs == 9);
    CHECK(config.vector.bytes_per_cycle == 10);
    CHECK(config.vector.start_cycles == 11);
    std::uint64_t next = 12;
    for (Pipe p : {Pipe::kMTE1, Pipe::kMTE2, Pipe::kMTE3, Pipe::kFixp}) {
        CHECK(config.dma[p].setup_cycles == next++);
        CHECK(config.dma[p].row_cycles == next++);
    }
    const BandwidthConfig& b = config.bandwidth;
    for (const std::uint64_t bandwidth : {b.ddr_to_l1,
                                          b.ddr_to_ub,
                                          b.ddr_to_l0a,
                                          b.ddr_to_l0b,
                                          b.l1_to_l0a,
                                          b.l1_to_l0b,
                                          b.l1_to_ub,
                                          b.l0c_to_ub,
                                          b.l0c_to_l1,
                                          b.l0c_to_ddr,
                                          b.ub_to_l1,
                                          b.ub_to_ddr,
                                          b.l1_to_ddr}) {
        CHECK(bandwidth == next++);
    }
    using Path = std::vector<Tier>;
    CHECK(config.paths.activations == Path{Tier::kL1});
    CHECK(config.paths.weights == Path{Tier::kL0B});
    CHECK(config.paths.outputs == Path{Tier::kL0C, Tier::kL1});
    CHECK(config.tiling.buffers == 3);
    CHECK(config.tiling.goal == TilingGoal::kTraffic);
    CHECK(config.energy.power_gating);
    CHECK(config.ddr.model == DdrModel::kDetailed);
    CHECK(config.ddr.standard == DdrStandard::kLpddr5_6400);
    CHECK(config.ddr.channels == 32);
    CHECK(config.ddr.mapping == AddressMap{DramPart::kChannel,
                                           DramPart::kRow,
                                           DramPart::kColumn,
                                           DramPart::kBank,
                                           DramPart::kBankGroup});
    CHECK(config.ddr.queue == 34);
    CHECK_FALSE(config.ddr.refresh);
    CHECK(config.tiers[Tier::kUB].banks == 35);
    CHECK(config.tiers[Tier::kL0C].bank_bytes == 36);
}

TEST_CASE("a choice must be one of its names") {
    const Error e = refused("cube: {dataflow: oss}");
    CHECK(e.rule() == "config.choice");
    CHECK(says(e,
               "cube.dataflow: expected one of ws, os, is, rs, block, found 'oss'; did you mean "
               "'os'?"));
    CHECK(says(refused("cube: {element: bf16}"),
               "expected one of int8, int16, fp16, fp32, found 'bf16'"));
    CHECK(says(refused("ddr: {standard: ddr5}"),
               "expected one of ddr4-2400, ddr4-3200, lpddr4-3200, lpddr5-6400, hbm2-2000, found "
               "'ddr5'"));
    CHECK(refused("cube: {dataflow: WS}").rule() == "config.choice");
    CHECK(refused("cube: {dataflow: [ws]}").rule() == "config.type");
    CHECK(refused("cube: {dataflow: }").rule() == "config.type");
}

TEST_CASE("a path is a list of scratchpads") {
    const Error e = refused("paths: {weights: [L1, L0D]}");
    CHECK(e.rule() == "config.paths");
    CHECK(says(e, "paths.weights: expected a list of scratchpads such as [L1, L0A], found 'L0D'"));
    CHECK(says(refused("paths: {weights: [DDR]}"), "found 'DDR'"));
    CHECK(refused("paths: {weights: []}").rule() == "config.type");
    CHECK(refused("paths: {weights: L1}").rule() == "config.type");
    CHECK(read(kCapacities, {"paths.weights=L1"}).paths.weights == std::vector<Tier>{Tier::kL1});
    CHECK(error_in(kCapacities, {"paths.weights=L1,l0b"}).where().file == "-D");
}

TEST_CASE("an energy table is found from the file that names it") {
    const test::TempDir dir;
    std::filesystem::create_directories(dir / "cores" / "energy");
    test::write_file(dir / "cores" / "energy" / "a.yaml", "x: 1\n");
    test::write_file(dir / "cores" / "base.yaml", kCapacities + "energy: {table: energy/a.yaml}\n");
    test::write_file(dir / "top.yaml", "extends: cores/base.yaml\n");
    const std::string table = (dir / "cores" / "energy" / "a.yaml").string();
    const auto load = [&](const std::vector<std::string>& overrides) {
        return load_arch_config((dir / "top.yaml").string(), overrides);
    };
    CHECK(load({}).energy.table == table);
    CHECK(load({"energy.table=" + table}).energy.table == table);
    CHECK(load({"energy.table="}).energy.table.empty());

    const Error e = error_of([&] { load({"energy.table=no/such.yaml"}); });
    CHECK(e.rule() == "config.energy-table");
    CHECK(e.where().file == "-D");
    const Error here = refused("energy: {table: none.yaml}");
    CHECK(here.rule() == "config.energy-table");
    CHECK(says(here, "energy.table: expected the name of a YAML file, found 'none.yaml'"));
    CHECK(refused("energy: {table: .}").rule() == "config.energy-table");
}

}  // namespace systole::config
