#include "sim/config/config_reader.h"

#include "tests/sim/config/error_of.h"
#include "tests/support/paths.h"

#include <catch2/catch.hpp>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

namespace systole::config {

TEST_CASE("a file is read with the files it extends below it") {
    const test::TempDir dir;
    std::filesystem::create_directory(dir / "base");
    test::write_file(dir / "top.yaml",
                     "extends: base/middle.yaml\n"
                     "tiers: {l1: {capacity: 2048}}\n"
                     "routes: {mte1: [L1]}\n");
    test::write_file(dir / "base" / "middle.yaml",
                     "extends: bottom.yaml\n"
                     "clock_mhz: 500\n"
                     "tiers: {l1: {capacity: 9, ports: 3}}\n");
    test::write_file(dir / "base" / "bottom.yaml",
                     kCapacities +
                         "name: bottom\nclock_mhz: 600\nbytes_per_unit: 32\n"
                         "routes: {mte1: [L1+L0A, L1+L0B], cube: [L1+L0B]}\n");
    const std::string top = (dir / "top.yaml").string();
    const ArchConfig config = load_arch_config(top, {});
    CHECK(config.tiers[Tier::kL1].capacity == 2048);
    CHECK(config.tiers[Tier::kL1].ports == 3);
    CHECK(config.clock_mhz == 500);
    CHECK(config.bytes_per_unit == 32);
    CHECK(config.tiers[Tier::kUB].capacity == 1024);
    // A list is replaced as a whole, a name is not inherited.
    CHECK(config.routes.allowed[Pipe::kMTE1] == routes({"L1"}));
    CHECK(config.routes.allowed[Pipe::kCube] == routes({"L1+L0B"}));
    CHECK(config.name == "top");

    const std::string middle = (dir / "base" / "middle.yaml").string();
    const std::string bottom = (dir / "base" / "bottom.yaml").string();
    CHECK(config.file == top);
    CHECK(config.files == std::vector<std::string>{top, middle, bottom});
    CHECK(config.sources.at("tiers.l1.capacity") == top + ":2");
    CHECK(config.sources.at("tiers.l1.ports") == middle + ":3");
    CHECK(config.sources.at("tiers.ub.capacity") == bottom + ":3");
    CHECK(config.sources.count("ddr.burst_bytes") == 0);
}

TEST_CASE("an error in an extended file names that file") {
    const test::TempDir dir;
    test::write_file(dir / "top.yaml", "extends: base.yaml\n");
    test::write_file(dir / "base.yaml", kCapacities + "clock_mhz: 0\n");
    const Error e = error_of([&] { load_arch_config((dir / "top.yaml").string(), {}); });
    CHECK(e.rule() == "config.range");
    CHECK(e.where().file == (dir / "base.yaml").string());
    CHECK(e.where().line == 7);
}

TEST_CASE("a file that is missing is reported where it is named") {
    const test::TempDir dir;
    const std::string top = (dir / "top.yaml").string();
    const Error direct = error_of([&] { load_arch_config(top, {}); });
    CHECK(direct.rule() == "config.file");
    CHECK(direct.where().file == top);

    test::write_file(top, "name: a\nextends: missing.yaml\n");
    const Error extended = error_of([&] { load_arch_config(top, {}); });
    CHECK(extended.rule() == "config.file");
    CHECK(extended.where().file == top);
    CHECK(extended.where().line == 2);
    CHECK(says(extended, "missing.yaml"));

    test::write_file(top, "extends: .\n");
    CHECK(says(error_of([&] { load_arch_config(top, {}); }), "is a folder"));
}

TEST_CASE("a file may extend one by absolute path") {
    const test::TempDir dir;
    const test::TempDir elsewhere;
    test::write_file(elsewhere / "base.yaml", kCapacities);
    test::write_file(dir / "top.yaml", "extends: " + (elsewhere / "base.yaml").string() + "\n");
    CHECK(load_arch_config((dir / "top.yaml").string(), {}).tiers[Tier::kL1].capacity == 4096);
}

TEST_CASE("extends in a circle is refused") {
    const test::TempDir dir;
    test::write_file(dir / "self.yaml", kCapacities + "extends: ./self.yaml\n");
    const Error self = error_of([&] { load_arch_config((dir / "self.yaml").string(), {}); });
    CHECK(self.rule() == "config.extends");
    CHECK(self.where().line == 7);

    std::filesystem::create_directory(dir / "sub");
    test::write_file(dir / "a.yaml", "extends: sub/b.yaml\n");
    test::write_file(dir / "sub" / "b.yaml", "name: b\nextends: ../a.yaml\n");
    const Error pair = error_of([&] { load_arch_config((dir / "a.yaml").string(), {}); });
    CHECK(pair.rule() == "config.extends");
    CHECK(pair.where().file == (dir / "sub" / "b.yaml").string());
    CHECK(pair.where().line == 2);
    CHECK(says(pair, "leads back to itself"));

    std::filesystem::create_symlink(dir / "a.yaml", dir / "link.yaml");
    test::write_file(dir / "a.yaml", "extends: link.yaml\n");
    CHECK(error_of([&] { load_arch_config((dir / "a.yaml").string(), {}); }).rule() ==
          "config.extends");
}

TEST_CASE("a chain of extends ends after sixteen files") {
    const test::TempDir dir;
    const auto path = [&](int i) { return dir / ("f" + std::to_string(i) + ".yaml"); };
    for (int i = 0; i < 16; ++i) {
        test::write_file(path(i), "extends: f" + std::to_string(i + 1) + ".yaml\n");
    }
    test::write_file(path(16), kCapacities);
    const Error e = error_of([&] { load_arch_config(path(0).string(), {}); });
    CHECK(e.rule() == "config.extends");
    CHECK(e.where().file == path(15).string());
    CHECK(load_arch_config(path(1).string(), {}).files.size() == 16);
}

TEST_CASE("extends does not expand environment variables") {
    setenv("SYSTOLE_TEST_FOLDER", "/", 1);
    const Error e = error_in("extends: ${SYSTOLE_TEST_FOLDER}/x.yaml\n");
    CHECK(says(e, "${SYSTOLE_TEST_FOLDER}/x.yaml: cannot open this file"));
}

TEST_CASE("-D replaces what the file says, and of two the last counts") {
    const ArchConfig config = read(kCapacities + "clock_mhz: 5\nroutes: {mte1: [L1]}\n",
                                   {"clock_mhz=6",
                                    "clock_mhz=7",
                                    "contention.enabled=on",
                                    "name=a=b",
                                    "routes.mte1=L1+L0A,L0B+L1",
                                    "routes.mte2=[DDR+L1, DDR+UB]",
                                    "routes.mte3=DDR+UB",
                                    "routes.cube="});
    CHECK(config.clock_mhz == 7);
    CHECK(config.contention);
    CHECK(config.name == "a=b");
    CHECK(config.routes.allowed[Pipe::kMTE1] == routes({"L1+L0A", "L1+L0B"}));
    CHECK(config.routes.allowed[Pipe::kMTE2] == routes({"DDR+L1", "DDR+UB"}));
    CHECK(config.routes.allowed[Pipe::kMTE3] == routes({"DDR+UB"}));
    CHECK(config.routes.allowed[Pipe::kCube].empty());
    CHECK(config.sources.at("clock_mhz") == "-D");
    CHECK(config.sources.at("tiers.l1.capacity") == "core.yaml:2");
}

TEST_CASE("-D may give a capacity that the file leaves out") {
    std::string yaml = kCapacities;
    yaml.erase(yaml.find("  l0c"));
    CHECK(error_in(yaml).rule() == "config.key-missing");
    CHECK(read(yaml, {"tiers.l0c.capacity=512"}).tiers[Tier::kL0C].capacity == 512);
}

TEST_CASE("an error in a -D names -D and the key") {
    const auto refused = [](const std::string& text, const char* rule, const std::string& words) {
        INFO(text);
        const Error e = error_in(kCapacities, {text});
        CHECK(e.kind() == ErrorKind::kBadInput);
        CHECK(e.rule() == rule);
        CHECK(e.where().file == "-D");
        CHECK(e.where().line == 0);
        CHECK(says(e, words));
    };
    refused("clock_mhz=abc",
            "config.type",
            "-D: clock_mhz: expected a whole number from 1 to 100000 (MHz), found 'abc'");
    refused("clock_mhz=", "config.type", "found ''");
    refused("clock_mhz=${X}", "config.type", "environment variables are not expanded");
    refused("tiers.l1.ports=0", "config.range", "tiers.l1.ports: expected");
    refused("tiers.l1.capacity=0", "config.paths", "passes L1, but tiers.l1.capacity is 0");
    refused("tiers.l1.capacty=1", "config.key-unknown", "did you mean 'tiers.l1.capacity'?");
    refused("l1.capacity=1", "config.key-unknown", "did you mean 'tiers.l1.capacity'?");
    refused("extends=x.yaml", "config.key-unknown", "unknown key 'extends'");
    refused("routes.mte1=L1+L9", "config.routes", "found 'L1+L9'");
    refused("routes.mte1=L1,", "config.routes", "found ''");
    refused("name=a\xFF", "config.encoding", "is not UTF-8 text");
    refused("tiers.l1=5", "config.override", "set one of its keys: tiers.l1.capacity");
    refused("clock_mhz", "config.override", "expected KEY=VALUE");
    refused("=5", "config.override", "expected KEY=VALUE");
    refused("", "config.override", "expected KEY=VALUE");
    refused(" clock_mhz=5", "config.key-unknown", "did you mean 'clock_mhz'?");
}

TEST_CASE("a file of another kind is called what it is") {
    const auto says_kind = [](const std::string& text, const std::string& what) {
        const Error e = error_of([&] { parse_arch_config(text, "x", {}); });
        CHECK(e.rule() == "config.kind");
        CHECK(e.message() == "this looks like " + what + "; expected an architecture (CONFIG)");
    };
    says_kind("[general]\nrun_name = x\n", "a SCALE-Sim configuration (--scalesim-cfg)");
    says_kind("name: net\nlayers:\n  - {name: a, kind: gemm, m: 1, n: 1, k: 1}\n",
              "a list of layers (WORKLOAD)");
    says_kind("{\"Nodes\":[],\"Edges\":[]}", "a JSON trace (WORKLOAD)");
    says_kind("0\n1\n2\n", "part of a plan (its folder is given with --plan)");
    says_kind("Layer, M, N, K,\na, 1, 2, 3,\n", "a SCALE-Sim topology (WORKLOAD)");
}

}  // namespace systole::config
