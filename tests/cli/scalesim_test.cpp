#include "tests/cli/program.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <string>

using namespace systole;
using test::contains;

namespace {

// One of SCALE-Sim's configurations and topologies, in a folder of their own.
class Files {
 public:
    explicit Files(const std::string& more = "") {
        test::write_file(cfg_path(),
                         "[general]\nrun_name = mine\n[architecture_presets]\nArrayHeight: 2\n"
                         "ArrayWidth: 2\nDataflow: ws\n" +
                             more);
        test::write_file(topology_path(), "Layer, M, N, K,\nfirst, 7, 7, 7,\nlast, 1, 1, 1,\n");
    }
    std::string cfg_path() const { return (dir_ / "a.cfg").string(); }
    std::string topology_path() const { return (dir_ / "net.csv").string(); }
    std::filesystem::path operator/(const char* name) const { return dir_ / name; }

 private:
    test::TempDir dir_;
};

}  // namespace

TEST_CASE("a SCALE-Sim configuration and topology give SCALE-Sim's report") {
    const Files files;
    const auto result = test::systole({"run",
                                       "--scalesim-cfg",
                                       files.cfg_path(),
                                       "-t",
                                       files.topology_path(),
                                       "--format",
                                       "scalesim",
                                       "--out",
                                       (files / "out").string()});
    REQUIRE(result.status == 0);
    // 175 and 4 cycles are what it prints.
    CHECK(contains(result.out, "\n0, , 175, 0, 49.0, 76.5625, 44.6"));
    CHECK(contains(result.out, "\n1, , 4, 0, 6.25, 25.0, 4.16"));
    CHECK(test::names_in(files / "out/mine") ==
          std::vector<std::string>{
              "BANDWIDTH_REPORT.csv", "COMPUTE_REPORT.csv", "DETAILED_ACCESS_REPORT.csv"});
    CHECK(test::read_file(files / "out/mine/COMPUTE_REPORT.csv") == result.out);
}

TEST_CASE("the same as a table and as JSON") {
    const Files files;
    const std::vector<std::string> arguments = {
        "run", "--scalesim-cfg", files.cfg_path(), "-t", files.topology_path()};
    const auto table = test::systole(arguments);
    REQUIRE(table.status == 0);
    CHECK(contains(table.out, "first"));
    CHECK(contains(table.out, "175"));
    auto with_json = arguments;
    with_json.push_back("--json");
    const auto result = test::systole(with_json);
    REQUIRE(result.status == 0);
    const auto json = nlohmann::json::parse(result.out);
    CHECK(json["schema"] == "systole.scalesim/1");
    CHECK(json["layers"][0]["cycles"] == 175);
    CHECK(json["layers"][1]["name"] == "last");
}

TEST_CASE("--format scalesim takes a configuration of ours, but no cube") {
    const Files files;
    const auto result = test::systole({"run",
                                       test::davinci(),
                                       files.topology_path(),
                                       "--format",
                                       "scalesim",
                                       "-D",
                                       "cube.rows=2",
                                       "-D",
                                       "cube.cols=2",
                                       "-D",
                                       "cube.depth=1",
                                       "-D",
                                       "cube.dataflow=ws"});
    CAPTURE(result.err);
    REQUIRE(result.status == 0);
    CHECK(contains(result.out, "\n0, , 175, 0, 49.0"));
    const auto block =
        test::systole({"run", test::davinci(), files.topology_path(), "--format", "scalesim"});
    CHECK(block.status == 2);
    CHECK(contains(block.err, "net.csv:2: "));
    CHECK(contains(block.err, "[array.convention]"));
}

TEST_CASE("a bandwidth given by the user stalls the array") {
    // What SCALE-Sim 3.0.0 printed of this product on 8 x 8 PEs.
    const Files files(
        "IfmapSramSzkB: 1\nFilterSramSzkB: 1\nOfmapSramSzkB: 1\nBandwidth: 2\n[layout]\n"
        "IfmapSRAMBankBandwidth: 2\nFilterSRAMBankBandwidth: 2\n[run_presets]\n"
        "InterfaceBandwidth: USER\n");
    std::string cfg = test::read_file(files.cfg_path());
    for (const char* side : {"ArrayHeight: 2", "ArrayWidth: 2"}) {
        cfg.replace(cfg.find(side) + std::string(side).size() - 1, 1, "8");
    }
    test::write_file(files.cfg_path(), cfg);
    test::write_file(files.topology_path(), "Layer, M, N, K,\na, 37, 50, 70,\n");
    const auto result = test::systole({"run",
                                       "--scalesim-cfg",
                                       files.cfg_path(),
                                       "-t",
                                       files.topology_path(),
                                       "--format",
                                       "scalesim"});
    REQUIRE(result.status == 0);
    CHECK(result.err.empty());
    CHECK(contains(result.out, "\n0, , 50636, 46920, 3.99604"));
}

TEST_CASE("a depthwise layer of a topology is one layer for each channel") {
    const Files files;
    test::write_file(files.topology_path(),
                     "Layer name, IFMAP Height, IFMAP Width, Filter Height, Filter Width, "
                     "Channels, Num Filter, Strides,\nb_DP, 4, 4, 3, 3, 2, 1, 1,\n");
    const auto result = test::systole(
        {"run", "--scalesim-cfg", files.cfg_path(), "-t", files.topology_path(), "--json"});
    CAPTURE(result.err);
    REQUIRE(result.status == 0);
    const auto json = nlohmann::json::parse(result.out);
    REQUIRE(json["layers"].size() == 2);
    CHECK(json["layers"][0]["name"] == "b_DPChannel_0");
    CHECK(json["layers"][1]["name"] == "b_DPChannel_1");
    // 4 windows of 9 elements on 2 x 2 PEs: 5 folds of 2 * 2 + 2 + 4 - 2 cycles.
    CHECK(json["layers"][1]["cycles"] == 5 * 8 - 1);
}

TEST_CASE("options that do not go together are refused") {
    const Files files;
    struct Case {
        std::vector<std::string> arguments;
        std::string says;
    };
    for (const Case& c :
         {Case{{"--scalesim-cfg", files.cfg_path()}, "no topology is given"},
          Case{{"-t", files.topology_path()}, "no architecture is given"},
          Case{{test::davinci(), "--scalesim-cfg", files.cfg_path()}, "in place of CONFIG"},
          Case{{"--scalesim-cfg", files.cfg_path(), "-t", files.topology_path(), "--wave", "w.vcd"},
               "--wave"},
          Case{{"--scalesim-cfg", (files / "none.cfg").string(), "-t", files.topology_path()},
               "[scalesim.open]"}}) {
        std::vector<std::string> arguments = {"run"};
        arguments.insert(arguments.end(), c.arguments.begin(), c.arguments.end());
        const auto result = test::systole(arguments);
        CAPTURE(c.says, result.err);
        CHECK(result.status == 2);
        CHECK(result.out.empty());
        CHECK(contains(result.err, c.says));
    }
}
