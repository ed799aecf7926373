#include "sim/config/resolve.h"

#include "tests/sim/config/error_of.h"

#include <catch2/catch.hpp>

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
        "contention: {enabled: on, port_grain_cycles: 21}\n"
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
    CHECK(config.port_grain_cycles == 21);
    CHECK(config.routes.strict);
    using Routes = std::vector<std::string>;
    CHECK(config.routes.allowed[Pipe::kMTE1] == Routes{"L1"});
    CHECK(config.routes.allowed[Pipe::kMTE2] == Routes{"DDR+L1"});
    CHECK(config.routes.allowed[Pipe::kMTE3] == Routes{"L1+UB"});
    CHECK(config.routes.allowed[Pipe::kCube] == Routes{"L1+L0B"});
    CHECK(config.routes.allowed[Pipe::kVector] == Routes{"UB"});
    CHECK(config.routes.allowed[Pipe::kFixp] == Routes{"UB+L0C", "DDR+L0C"});
}

TEST_CASE("missing capacities are named together") {
    const Error e = error_in(
        "tiers:\n  l1: {capacity: 1}\n  ub: {ports: 1}\n  l0a: {capacity: 1}\n"
        "  l0b: {capacity: 1}\n");
    CHECK(e.rule() == "config.key-missing");
    CHECK(e.where().file == "core.yaml");
    CHECK(e.where().line == 0);
    CHECK(says(e, "tiers.ub.capacity, tiers.l0c.capacity; expected a whole number from 1"));
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
        {"5 MHz", "found '5 MHz'"},
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

TEST_CASE("a capacity must be more than zero and fit in 31 bits") {
    const auto with_l1 = [](const std::string& capacity) {
        std::string yaml = kCapacities;
        return yaml.replace(yaml.find("4096"), 4, capacity);
    };
    for (const char* bad : {"0", "-4096", "2147483648"}) {
        const Error e = error_in(with_l1(bad));
        CHECK(e.rule() == "config.range");
        CHECK(e.where().line == 2);
        CHECK(says(e, "tiers.l1.capacity: expected a whole number from 1 to 2147483647 (units)"));
    }
    CHECK(read(with_l1("2147483647")).tiers[Tier::kL1].capacity == 2147483647u);
}

TEST_CASE("a switch is on or off") {
    for (const char* word : {"on", "true", "'on'"}) {
        CHECK(read(kCapacities + "contention: {enabled: " + word + "}\n").contention);
    }
    for (const char* word : {"off", "false"}) {
        CHECK_FALSE(read(kCapacities + "contention: {enabled: " + word + "}\n").contention);
    }
    for (const char* word : {"yes", "1", "~", "[on]"}) {
        const Error e = refused(std::string("contention: {enabled: ") + word + "}");
        CHECK(e.rule() == "config.type");
        CHECK(says(e, "contention.enabled: expected on or off, found"));
    }
    CHECK(says(refused("routes: {strict: On}"), "did you mean 'on'?"));
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

TEST_CASE("strict routes without any route are refused") {
    const Error e = refused("routes: {strict: on, cube: []}");
    CHECK(e.rule() == "config.routes");
    CHECK(says(e, "no pipe has a route"));
    CHECK(read(kCapacities + "routes: {strict: on, cube: [L1]}\n").routes.strict);
}

}  // namespace systole::config
