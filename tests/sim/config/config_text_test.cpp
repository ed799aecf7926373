#include "sim/config/config_text.h"

#include "sim/config/config_echo.h"
#include "sim/config/config_reader.h"
#include "tests/sim/config/error_of.h"
#include "tests/support/paths.h"

#include <catch2/catch.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace systole::config {
namespace {

std::vector<std::string> values(const ArchConfig& config) {
    std::vector<std::string> all;
    for (const EchoRow& row : config_echo(config)) {
        all.push_back(row.key + "=" + row.value);
    }
    return all;
}

}  // namespace

TEST_CASE("a written configuration reads back the same, key by key") {
    for (const auto& entry : std::filesystem::directory_iterator(test::source_dir() / "configs")) {
        if (entry.path().extension() != ".yaml") {
            continue;
        }
        CAPTURE(entry.path().string());
        const ArchConfig config = load_arch_config(entry.path().string(), {});
        const std::string folder = entry.path().parent_path().string();
        const std::string text = config_text(config, folder);
        const ArchConfig again = parse_arch_config(text, folder + "/again.yaml", {});
        CHECK(values(again) == values(config));
    }
    const ArchConfig start = starting_config();
    CHECK(values(parse_arch_config(config_text(start, ""), "x.yaml", {})) == values(start));
}

TEST_CASE("names, lists and routes survive") {
    const ArchConfig config = read(kCapacities +
                                       "name: 'a \"b\" \\c: #1'\n"
                                       "routes: {mte1: [L1+L0A, L1+L0B]}\n"
                                       "paths: {weights: [L0B]}\nbandwidth: {ddr_to_l0b: 8}\n",
                                   {"bandwidth.l1_to_ub=0"});
    const std::string text = config_text(config, "");
    CHECK(text.find("name: \"a \\\"b\\\" \\\\c: #1\"\n") != std::string::npos);
    CHECK(values(parse_arch_config(text, "x.yaml", {})) == values(config));
}

TEST_CASE("every key has a comment with unit and range") {
    const std::string text = config_text(starting_config(), "");
    CHECK(text.find("tiers:\n  l1:\n    # Size of L1; 0: there is none. (units, 0 to 2147483647)\n"
                    "    capacity: 4096\n") != std::string::npos);
    CHECK(text.find("\n  # table: FILE.yaml\n") != std::string::npos);
}

TEST_CASE("what differs between two architectures") {
    const ArchConfig left = read(kCapacities);
    const ArchConfig right = read(kCapacities, {"cube.rows=32", "name=core"});
    const std::vector<ConfigDifference> differences = config_difference(left, right);
    REQUIRE(differences.size() == 1);
    CHECK(differences[0].key == "cube.rows");
    CHECK(differences[0].left == "16");
    CHECK(differences[0].right == "32");
    CHECK(differences[0].unit == "PEs");
    CHECK(differences[0].left_source == "default");
    CHECK(differences[0].right_source == "-D");
    CHECK(config_difference(left, left).empty());
}

}  // namespace systole::config
