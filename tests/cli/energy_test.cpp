#include "tests/cli/program.h"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

using namespace systole;
using test::contains;

namespace {

std::string config_file(const char* name) {
    return (test::source_dir() / "configs" / name).string();
}
std::string alexnet() {
    return (test::source_dir() / "traces/networks/alexnet.yaml").string();
}

}  // namespace

TEST_CASE("does a network's energy sum up over layers, units and operands?") {
    const test::TempDir dir;
    const auto result = test::systole({"run",
                                       test::davinci(),
                                       alexnet(),
                                       "-D",
                                       "energy.power_gating=on",
                                       "--out",
                                       (dir / "out").string(),
                                       "--json"});
    INFO(result.err);
    REQUIRE(result.status == 0);
    const auto report = nlohmann::json::parse(result.out);
    const auto& energy = report["energy_pj"];
    const double total = energy["total"];
    CHECK(total > energy["compulsory"].get<double>());
    double layers = energy["outside_layers"];
    double cycles = 0;
    double macs = 0;
    for (const auto& layer : report["layers"]) {
        layers += layer["energy_pj"]["total"].get<double>();
        cycles += layer["cycles"].get<double>();
        macs += layer["macs"].get<double>();
    }
    CHECK(layers == Approx(total).epsilon(1e-12));
    CHECK(cycles == report["makespan"].get<double>());
    CHECK(macs == 665'784'864.0 + 58'621'952.0);
    for (const char* parts : {"by_unit", "by_operand"}) {
        double sum = 0;
        for (const auto& [name, part] : energy[parts].items()) {
            sum += part.get<double>();
        }
        CHECK(sum == Approx(total).epsilon(1e-12));
    }
    CHECK(energy["by_unit"]["VECTOR"] > 0.0);  // pooling
    bool names_table = false;
    for (const auto& input : report["provenance"]["inputs"]) {
        names_table =
            names_table || (input["role"] == "energy" && contains(input["name"], "7nm.yaml"));
    }
    CHECK(names_table);

    const std::string csv = test::read_file(dir / "out/layers.csv");
    CHECK(std::count(csv.begin(), csv.end(), '\n') == 12);  // 11 layers and a header
    std::uintmax_t bytes = 0;
    for (const auto& entry : std::filesystem::directory_iterator(dir / "out")) {
        bytes += entry.file_size();
    }
    CHECK(bytes < 10'000'000);
}

TEST_CASE("is the energy of a trace without shapes null, with the reason?") {
    const auto result = test::systole({"run", test::davinci(), test::small_trace(), "--json"});
    REQUIRE(result.status == 0);
    const auto report = nlohmann::json::parse(result.out);
    CHECK(report["energy_pj"].is_null());
    CHECK(contains(report["energy_note"], "no shapes"));
    CHECK(report["layers"].empty());
    const auto table = test::systole({"run", test::davinci(), test::small_trace()});
    CHECK(contains(table.out, "no shapes"));
}

TEST_CASE(
    "is a table that cannot be read an error, and one that lacks a type a run without energy?") {
    const auto run = [](const std::vector<std::string>& settings) {
        std::vector<std::string> words = {"run", config_file("eyeriss.yaml"), alexnet()};
        for (const std::string& s : settings) {
            words.insert(words.end(), {"-D", s});
        }
        return test::systole(words);
    };
    const auto missing = run({"energy.table=no/such.yaml"});
    CHECK(missing.status == 2);
    CHECK(contains(missing.err, "no/such.yaml"));
    CHECK(contains(missing.err, "[config.energy-table]"));
    const auto type = run({"cube.element=fp16"});
    CHECK(type.status == 0);
    CHECK(contains(type.out, "makespan"));
    CHECK(contains(type.out, "the table has no mac.fp16"));
}
