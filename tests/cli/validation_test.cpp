// configs/VALIDATION.md: its commands run, and give the numbers that it names.
#include "tests/cli/program.h"

#include <nlohmann/json.hpp>

#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

namespace systole {
namespace {

struct Row {
    std::vector<std::string> arguments;
    double cycles = 0;
};

// The lines "    systole run ...  # 1,234 cycles".
std::vector<Row> rows_of_validation() {
    std::vector<Row> rows;
    std::istringstream text(test::read_file(test::source_dir() / "configs" / "VALIDATION.md"));
    for (std::string line; std::getline(text, line);) {
        const std::string start = "    systole ";
        if (line.compare(0, start.size(), start) != 0) {
            continue;
        }
        Row row;
        std::istringstream words(line.substr(start.size()));
        for (std::string word; words >> word && word != "#";) {
            row.arguments.push_back(word);
        }
        std::string number;
        words >> number;
        number.erase(std::remove(number.begin(), number.end(), ','), number.end());
        row.cycles = std::strtod(number.c_str(), nullptr);
        rows.push_back(row);
    }
    return rows;
}

nlohmann::json run(std::vector<std::string> arguments) {
    arguments.emplace_back("--json");
    arguments.emplace_back("--quiet");
    test::ProcessOptions options;
    options.folder = test::source_dir().string();
    const test::ProcessResult result = test::systole(std::move(arguments), options);
    INFO(result.err);
    REQUIRE(result.status == 0);
    return nlohmann::json::parse(result.out);
}

double makespan(const std::string& config,
                const std::string& network,
                const std::vector<std::string>& overrides = {}) {
    std::vector<std::string> arguments = {
        "run", "configs/" + config + ".yaml", "traces/" + network + ".yaml"};
    for (const std::string& text : overrides) {
        arguments.insert(arguments.end(), {"-D", text});
    }
    return run(arguments)["makespan"].get<double>();
}

}  // namespace

TEST_CASE("do the commands of VALIDATION.md give its numbers, within 5 %?") {
    const std::vector<Row> rows = rows_of_validation();
    REQUIRE(rows.size() == 14);
    for (const Row& row : rows) {
        INFO(row.arguments[1] << " " << row.arguments[2]);
        REQUIRE(row.cycles > 0);
        CHECK(run(row.arguments)["makespan"].get<double>() == Approx(row.cycles).epsilon(0.05));
    }
}

// Jouppi et al., ISCA 2017: 12.3 TOPS measured; 200 MACs per weight byte at 34 GB/s bound it to
// 13.6.
TEST_CASE("is MLP0 on the TPU between the measurement and the roofline?") {
    const double cycles = makespan(
        "tpu-v1", "validation/tpu-mlp0", {"bandwidth.ddr_to_l0b=49", "ddr.bytes_per_cycle=49"});
    const double tops = 2 * 4e9 * 0.7e9 / cycles / 1e12;
    CHECK(tops > 12.3);
    CHECK(tops < 13.8);  // 49 B/cycle are 34.3 GB/s
}

// Chen et al., JSSC 2017: 115.3 ms; 90.0 ms is what the mapped PEs need at the least.
TEST_CASE("is AlexNet on Eyeriss near the chip's time, and never faster than its PEs?") {
    const double ms = makespan("eyeriss", "validation/alexnet-conv-4") / 200e3;
    CHECK(ms >= 90.0);
    CHECK(ms <= 1.25 * 115.3);
}

TEST_CASE("does a seventeenth channel cost an Ethos-U55 far more than its arithmetic?") {
    for (const char* config : {"ethos-u55-128", "ethos-u55-256"}) {
        const double ratio =
            makespan(config, "validation/channels-17") / makespan(config, "validation/channels-16");
        CHECK(ratio > 1.4);  // 17 * 17 / 16 / 16 = 1.13
        CHECK(ratio < 2.0);
    }
}

TEST_CASE("does every architecture run a network with convolutions, pools and matrices?") {
    std::size_t files = 0;
    for (const std::string& name : test::names_in(test::source_dir() / "configs")) {
        if (name.size() < 5 || name.substr(name.size() - 5) != ".yaml") {
            continue;
        }
        ++files;
        INFO(name);
        const nlohmann::json report =
            run({"run", "configs/" + name, "traces/networks/alexnet.yaml"});
        CHECK(report["legal"] == true);
        std::uint64_t macs = 0;
        for (const auto& layer : report["layers"]) {
            macs += layer["macs"].get<std::uint64_t>();
        }
        CHECK(macs == 724'406'816);
        CHECK(report["energy_pj"].is_object());
    }
    CHECK(files == 11);
}

}  // namespace systole
