// The files in configs/: do they hold what the reference core is said to have?
#include "sim/config/config_reader.h"
#include "tests/support/paths.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <vector>

namespace systole::config {
namespace {

std::string config_path(const std::string& file) {
    return (test::source_dir() / "configs" / file).string();
}

ArchConfig shipped(const std::string& file) {
    return load_arch_config(config_path(file), {});
}

}  // namespace

TEST_CASE("davinci.yaml is the reference core of the execution model") {
    const ArchConfig config = shipped("davinci.yaml");
    CHECK(config.name == "davinci");
    CHECK(config.bytes_per_unit == 256);
    CHECK(config.tiers[Tier::kL1].capacity == 4096);
    CHECK(config.tiers[Tier::kUB].capacity == 1024);
    CHECK(config.tiers[Tier::kL0A].capacity == 256);
    CHECK(config.tiers[Tier::kL0B].capacity == 256);
    CHECK(config.tiers[Tier::kL0C].capacity == 512);
    CHECK(config.spill.fixed_cycles == 150);
    CHECK(config.spill.cycles_per_unit == 2);
    CHECK(config.ddr.bytes_per_cycle == 128);
    CHECK_FALSE(config.contention);
    CHECK_FALSE(config.routes.strict);
    CHECK(config.files == std::vector<std::string>{config_path("davinci.yaml")});
}

// A COPY_IN of 128 units takes 325 cycles in the traces: latency, then 2 cycles per unit, without a
// gap between bursts when as many are in flight as fit into the round trip.
TEST_CASE("a lone COPY_IN of 128 units takes the cycles of the traces") {
    const ArchConfig config = shipped("davinci.yaml");
    const std::uint64_t per_unit = config.bytes_per_unit / config.ddr.bytes_per_cycle;
    CHECK(config.ddr.latency_cycles + 128 * per_unit == 325);
    const std::uint64_t per_burst = config.ddr.burst_bytes / config.ddr.bytes_per_cycle;
    CHECK(config.ddr.max_outstanding * per_burst >= config.ddr.latency_cycles + per_burst);
    CHECK((config.ddr.max_outstanding - 1) * per_burst < config.ddr.latency_cycles + per_burst);
}

TEST_CASE("davinci-tight.yaml has half the L1 and UB and all else as davinci.yaml") {
    const ArchConfig tight = shipped("davinci-tight.yaml");
    const ArchConfig reference = shipped("davinci.yaml");
    CHECK(tight.name == "davinci-tight");
    CHECK(tight.tiers[Tier::kL1].capacity == 2048);
    CHECK(tight.tiers[Tier::kUB].capacity == 512);
    CHECK(tight.tiers[Tier::kL0C].capacity == 512);
    CHECK(tight.ddr.max_outstanding == reference.ddr.max_outstanding);
    CHECK(tight.routes.allowed == reference.routes.allowed);
    CHECK(tight.files ==
          std::vector<std::string>{config_path("davinci-tight.yaml"), config_path("davinci.yaml")});
}

TEST_CASE("davinci-contended.yaml is davinci.yaml with contention on") {
    const ArchConfig config = shipped("davinci-contended.yaml");
    CHECK(config.name == "davinci-contended");
    CHECK(config.contention);
    CHECK(config.tiers[Tier::kL1].capacity == 4096);
}

TEST_CASE("davinci.yaml lists the route of every node of the public traces") {
    const auto shared = test::shared_dir();
    if (!shared || !std::filesystem::is_directory(*shared / "traces" / "davinci")) {
        WARN("the public traces are not here");
        return;
    }
    const ArchConfig config = shipped("davinci.yaml");
    for (const char* name : {"Conv_Case0",
                             "FlashAttention_Case0",
                             "FlashAttention_Case1",
                             "Matmul_Case0",
                             "Matmul_Case1"}) {
        const auto trace = nlohmann::json::parse(
            test::read_file(*shared / "traces" / "davinci" / (std::string(name) + ".json")));
        std::map<int, Tier> tiers;
        for (const auto& node : trace["Nodes"]) {
            if (node["Op"] == "ALLOC") {
                tiers[node["BufId"]] = *tier_from(node["Type"].get<std::string>());
            }
        }
        std::size_t unlisted = 0;
        for (const auto& node : trace["Nodes"]) {
            if (!node.contains("Pipe")) {
                continue;
            }
            std::array<bool, kTierCount> touched{};
            for (const int buf : node["Bufs"]) {
                touched[index(tiers.at(buf))] = true;
            }
            std::string route = node["Op"] == "COPY_IN" || node["Op"] == "COPY_OUT" ? "+DDR" : "";
            for (Tier t : kTiers) {
                route += touched[index(t)] ? "+" + std::string(systole::name(t)) : "";
            }
            const auto& allowed =
                config.routes.allowed[*pipe_from(node["Pipe"].get<std::string>())];
            unlisted += std::count(allowed.begin(), allowed.end(), route.substr(1)) == 0 ? 1u : 0u;
        }
        INFO(name);
        CHECK(unlisted == 0);
    }
}

}  // namespace systole::config
