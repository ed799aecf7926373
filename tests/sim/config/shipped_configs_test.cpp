// The files in configs/: do they hold what the reference core is said to have?
#include "sim/config/config_reader.h"
#include "tests/support/paths.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
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

// Multiply-accumulates a second of a full array.
double macs_per_second(const ArchConfig& config) {
    const CubeConfig& cube = config.cube;
    return static_cast<double>(cube.rows * cube.cols * cube.depth) /
           static_cast<double>(cube.interval) * static_cast<double>(config.clock_mhz) * 1e6;
}

std::uint64_t bytes_of(const ArchConfig& config, Tier t) {
    return config.tiers[t].capacity * config.bytes_per_unit;
}

using Path = std::vector<Tier>;
constexpr std::uint64_t kKiB = 1024;

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

// MATMUL of 128 x 128 x 128 in 128 cycles, MOVE of 128 units in 31, COPY_OUT of 128 in 191.
TEST_CASE("davinci-traces.yaml has the rates of the traces' nodes") {
    const ArchConfig config = shipped("davinci-traces.yaml");
    CHECK(128 * 128 * 128 / (config.cube.rows * config.cube.cols * config.cube.depth) == 128);
    CHECK((128 * 256 + config.bandwidth.l1_to_l0a - 1) / config.bandwidth.l1_to_l0a == 31);
    CHECK((128 * 256 + config.bandwidth.ub_to_ddr - 1) / config.bandwidth.ub_to_ddr == 191);
    CHECK(config.tiers[Tier::kL1].capacity == 4096);
    CHECK(config.spill.fixed_cycles == shipped("davinci.yaml").spill.fixed_cycles);
}

TEST_CASE("every shipped architecture loads, under its file's name, with an energy table") {
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(config_path(""))) {
        if (entry.path().extension() != ".yaml") {
            continue;
        }
        ++files;
        const ArchConfig config = load_arch_config(entry.path().string(), {});
        INFO(config.file);
        CHECK(config.name == entry.path().stem().string());
        CHECK_FALSE(config.energy.table.empty());
        for (const char* standard :
             {"ddr4-2400", "ddr4-3200", "lpddr4-3200", "lpddr5-6400", "hbm2-2000"}) {
            const ArchConfig detailed = load_arch_config(
                config.file, {"ddr.model=detailed", std::string("ddr.standard=") + standard});
            CHECK(detailed.ddr.model == DdrModel::kDetailed);
        }
    }
    CHECK(files == 11);
}

TEST_CASE(
    "davinci.yaml has a cube of 4,096 fp16 MACs a cycle and the scratchpads of Hot Chips 31") {
    const ArchConfig config = shipped("davinci.yaml");
    CHECK(config.cube.dataflow == Dataflow::kBlock);
    CHECK(config.cube.element == ElementType::kFp16);
    CHECK(config.cube.rows * config.cube.cols * config.cube.depth == 4096);
    CHECK(macs_per_second(config) == 4.096e12);
    CHECK(config.paths.activations == Path{Tier::kL1, Tier::kL0A});
    CHECK(config.paths.weights == Path{Tier::kL1, Tier::kL0B});
    CHECK(config.paths.outputs == Path{Tier::kL0C, Tier::kUB});
    CHECK(config.bandwidth.l1_to_l0a == 512);
    CHECK(config.bandwidth.l1_to_l0b == 256);
    CHECK(config.bandwidth.l0c_to_ub == 256);
    CHECK(config.vector.bytes_per_cycle == 256);
    // COPY_IN of 128 units: 325 cycles in the traces.
    const std::uint64_t bytes = 128 * config.bytes_per_unit;
    CHECK(config.dma[Pipe::kMTE2].setup_cycles + bytes / config.bandwidth.ddr_to_l1 == 325);
}

// Jouppi et al., ISCA 2017, table 2 and sections 2 and 3: 92 TOPS, 24 MiB unified buffer, 4 MiB of
// accumulators, a FIFO of four 64 KiB weight tiles.
TEST_CASE("tpu-v1.yaml peaks at 91.75 TOPS") {
    const ArchConfig config = shipped("tpu-v1.yaml");
    CHECK(config.cube.dataflow == Dataflow::kWeightStationary);
    CHECK(config.cube.element == ElementType::kInt8);
    CHECK(2 * macs_per_second(config) == Approx(91.75e12).epsilon(1e-4));
    CHECK(bytes_of(config, Tier::kUB) == 24 * kKiB * kKiB);
    CHECK(bytes_of(config, Tier::kL0B) == 256 * kKiB);
    CHECK(bytes_of(config, Tier::kL0C) == 4 * kKiB * kKiB);
    CHECK(static_cast<double>(config.ddr.bytes_per_cycle) * 0.7e9 == Approx(30e9).epsilon(0.01));
    CHECK(config.paths.weights == Path{Tier::kL0B});
}

// Chen et al., JSSC 2017: 168 PEs, 33.6 GMAC/s at 200 MHz, 108 KB of global buffer, register files
// of 12, 224 and 24 words of 16 bit: 520 bytes.
TEST_CASE("eyeriss.yaml peaks at 33.6 GMAC/s") {
    const ArchConfig config = shipped("eyeriss.yaml");
    CHECK(config.cube.dataflow == Dataflow::kRowStationary);
    CHECK(config.cube.element == ElementType::kInt16);
    CHECK(config.cube.rows * config.cube.cols == 168);
    CHECK(macs_per_second(config) == Approx(33.6e9));
    CHECK(bytes_of(config, Tier::kUB) + bytes_of(config, Tier::kL0B) == 108 * kKiB);
    CHECK(2 * (config.cube.rf_activations + config.cube.rf_weights + config.cube.rf_outputs) ==
          520);
}

// Configs.scala of Gemmini: 256 KB of rows of 16 bytes, 64 KB of rows of 64 bytes.
TEST_CASE("gemmini-16.yaml does 256 MACs a cycle from 256 KB and 64 KB") {
    const ArchConfig config = shipped("gemmini-16.yaml");
    CHECK(config.cube.dataflow == Dataflow::kWeightStationary);
    CHECK(macs_per_second(config) == 256e9);
    CHECK(bytes_of(config, Tier::kUB) == 256 * kKiB);
    CHECK(bytes_of(config, Tier::kL0C) == 64 * kKiB);
    CHECK(config.bandwidth.ddr_to_ub == 16);
    CHECK(config.tiers[Tier::kUB].banks * config.tiers[Tier::kUB].bank_bytes == 256 * kKiB);
}

// architecture_features.py of Vela: 128 and 256 MACs, 24 and 48 KB of shared RAM; vela.ini: 4 and
// 0.5 GB/s at 500 MHz.
TEST_CASE("the Ethos-U55 files have their MACs, shared RAM and ports") {
    for (const std::uint64_t macs : {128u, 256u}) {
        const ArchConfig config = shipped("ethos-u55-" + std::to_string(macs) + ".yaml");
        CHECK(config.cube.dataflow == Dataflow::kBlock);
        CHECK(config.cube.rows * config.cube.cols * config.cube.depth == macs);
        CHECK(config.cube.cols == 8);
        CHECK(config.cube.depth == 8);
        std::uint64_t shared_ram = 0;
        for (Tier t : kTiers) {
            shared_ram += bytes_of(config, t);
        }
        CHECK(shared_ram == (macs == 128 ? 24 : 48) * kKiB);
        CHECK(config.bandwidth.ddr_to_l0a * config.clock_mhz == 4000);
        CHECK(config.bandwidth.ddr_to_l0b * config.clock_mhz == 500);
    }
}

TEST_CASE("cortex-m7.yaml has its ridge at 0.75 MACs per byte") {
    const ArchConfig config = shipped("cortex-m7.yaml");
    CHECK(macs_per_second(config) == 0.72e9);  // 1.5 a cycle at 480 MHz
    CHECK(macs_per_second(config) /
              (static_cast<double>(config.ddr.bytes_per_cycle * config.clock_mhz) * 1e6) ==
          0.75);
}

// Jouppi et al., table 2: 1.3 TFLOPS, 51 GB/s, ridge at 13 operations (MACs) per byte.
TEST_CASE("cpu-generic.yaml has its ridge at 13 MACs per byte") {
    const ArchConfig config = shipped("cpu-generic.yaml");
    CHECK(2 * macs_per_second(config) == Approx(1.3e12).epsilon(0.02));
    const double bytes = static_cast<double>(config.ddr.bytes_per_cycle * config.clock_mhz) * 1e6;
    CHECK(bytes == Approx(51e9).epsilon(0.01));
    CHECK(macs_per_second(config) / bytes == Approx(13).epsilon(0.01));
    CHECK(bytes_of(config, Tier::kUB) == 51 * kKiB * kKiB);
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
        const auto program = nlohmann::json::parse(
            test::read_file(*shared / "traces" / "davinci" / (std::string(name) + ".json")));
        std::map<int, Tier> tiers;
        for (const auto& node : program["Nodes"]) {
            if (node["Op"] == "ALLOC") {
                tiers[node["BufId"]] = *tier_from(node["Type"].get<std::string>());
            }
        }
        std::size_t unlisted = 0;
        for (const auto& node : program["Nodes"]) {
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
            unlisted +=
                std::count(allowed.begin(), allowed.end(), parse_route(route.substr(1))) == 0 ? 1u
                                                                                              : 0u;
        }
        INFO(name);
        CHECK(unlisted == 0);
    }
}

}  // namespace systole::config
