#include "tests/cli/program.h"

#include <nlohmann/json.hpp>

using nlohmann::json;
using systole::test::contains;
namespace test = systole::test;

namespace {

// The worked example of a 2 x 2 array: W = [[1,2],[3,4]], X = [[5,6],[7,8]].
std::vector<std::string> worked(std::vector<std::string> more) {
    std::vector<std::string> words = {
        "array", "--rows", "2", "--cols", "2", "--weights", "1,2;3,4", "--activations", "5,6;7,8"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

std::vector<std::string> sized(const std::string& m, const std::string& n, const std::string& k) {
    return {"array", "--rows", "4", "--cols", "4", "--m", m, "--n", n, "--k", k};
}

void check_refused(const std::vector<std::string>& words,
                   const std::string& rule,
                   const std::string& part,
                   int status = 2) {
    const auto run = test::systole(words);
    CAPTURE(run.err);
    CHECK(run.status == status);
    CHECK(run.out.empty());
    CHECK(contains(run.err, "[" + rule + "]"));
    CHECK(contains(run.err, part));
}

}  // namespace

TEST_CASE("the worked example from the command line") {
    const auto run = test::systole(worked({"--dataflow", "ws", "--json"}));
    REQUIRE(run.status == 0);
    const json array = json::parse(run.out);
    CHECK(array["cycles"] == 4);
    CHECK(array["folds"] == 1);
    CHECK(array["mapping_utilization"] == 1.0);
    CHECK(array["compute_utilization"] == 0.5);
    CHECK(array["output"] == json({{26, 30}, {38, 44}}));
    CHECK(array["busy"] == json({1, 3, 3, 1}));
    CHECK(array["reads"] == json({{"activations", 4}, {"weights", 4}, {"outputs", 0}}));
    CHECK(array["writes"]["outputs"] == 4);
    CHECK(array["model"] == "grid");
    CHECK(array["table"][1]["sums"] == json({6, 10, 26, nullptr}));
}

TEST_CASE("the worked example's table for people") {
    const auto run = test::systole(worked({}));
    REQUIRE(run.status == 0);
    CHECK(contains(
        run.out,
        "    2         3        6       10       26        .  Y[1,1] = 26\n"
        "    3         3        .       12       30       38  Y[1,2] = 30, Y[2,1] = 38\n"));
}

TEST_CASE("the load of the weights counts when it is asked for") {
    const auto run = test::systole(worked({"--no-preloaded", "--json"}));
    REQUIRE(run.status == 0);
    CHECK(json::parse(run.out)["cycles"] == 6);
}

TEST_CASE("every dataflow gives the product") {
    for (const char* dataflow : {"ws", "os", "is", "rs"}) {
        for (const char* element : {"int8", "int16", "fp16", "fp32"}) {
            const auto run =
                test::systole(worked({"--dataflow", dataflow, "--element", element, "--json"}));
            REQUIRE(run.status == 0);
            CHECK(json::parse(run.out)["output"] == json({{26, 30}, {38, 44}}));
        }
    }
}

TEST_CASE("[3136, 100] x [100, 100] on 64 x 64 fills 61.04 %") {
    const auto run = test::systole({"array",
                                    "--rows",
                                    "64",
                                    "--cols",
                                    "64",
                                    "--m",
                                    "3136",
                                    "--n",
                                    "100",
                                    "--k",
                                    "100",
                                    "--dataflow",
                                    "ws",
                                    "--json"});
    REQUIRE(run.status == 0);
    const json array = json::parse(run.out);
    CHECK(array["folds"] == 4);
    CHECK(array["mapping_utilization"] == 10000.0 / 16384.0);
    CHECK(array["model"] == "grid");
    CHECK(array["seed"] == 1);
    // Four folds of R + T + R + C - 2 = 3326 cycles.
    CHECK(array["cycles"] == 13304);
}

TEST_CASE("a product too large for the grid is counted by the closed form") {
    auto words = sized("1000000", "4096", "4096");
    words.emplace_back("--json");
    const auto run = test::systole(words);
    REQUIRE(run.status == 0);
    CHECK(json::parse(run.out)["model"] == "closed-form");
    CHECK(contains(run.err, "the grid"));
    words.insert(words.end(), {"--model", "grid"});
    check_refused(words, "array.no-grid", "elements");
}

TEST_CASE("SCALE-Sim's convention") {
    auto words = sized("4", "4", "4");
    words.insert(words.end(), {"--dataflow", "os", "--convention", "scalesim", "--json"});
    const auto run = test::systole(words);
    REQUIRE(run.status == 0);
    CHECK(json::parse(run.out)["cycles"] == 9);  // its issue 125
}

TEST_CASE("a cube has a closed form alone") {
    auto words = sized("64", "48", "32");
    words.insert(words.end(), {"--depth", "4", "--dataflow", "block", "--json"});
    const auto run = test::systole(words);
    REQUIRE(run.status == 0);
    const json array = json::parse(run.out);
    CHECK(array["model"] == "closed-form");
    CHECK(array["cycles"] == 16 * 12 * 8);
    CHECK(!array.contains("output"));
}

TEST_CASE("the wave of an array is a file of its own") {
    const test::TempDir dir;
    const std::string wave = dir / "array.vcd";
    REQUIRE(test::systole(worked({"--wave", wave})).status == 0);
    CHECK(contains(test::read_file(wave), "$var"));
    CHECK(test::names_in(dir.path()) == std::vector<std::string>{"array.vcd"});
}

TEST_CASE("the same command gives the same bytes") {
    auto words = sized("9", "7", "5");
    words.insert(words.end(), {"--seed", "3", "--json"});
    CHECK(test::systole(words).out == test::systole(words).out);
}

TEST_CASE("sizes that are none") {
    check_refused(sized("0", "1", "1"), "array.size", "m is 0");
    check_refused(sized("1", "4294967296", "1"), "array.size", "n is 4294967296");
    auto negative = sized("1", "1", "1");
    negative.back() = "1.5";
    check_refused(negative, "usage.count", "--k is '1.5'");
    check_refused({"array", "--rows", "4", "--cols", "4", "--m=-3", "--n", "1", "--k", "1"},
                  "usage.count",
                  "--m is '-3'");
    check_refused({"array", "--rows", "0", "--cols", "4", "--m", "3", "--n", "1", "--k", "1"},
                  "array.size",
                  "rows is 0");
    check_refused(
        {"array", "--rows", "4", "--m", "3", "--n", "1", "--k", "1"}, "usage.missing", "--cols");
}

TEST_CASE("matrices that are none or do not fit") {
    const auto with = [](const std::string& weights, const std::string& activations) {
        return std::vector<std::string>{"array",
                                        "--rows",
                                        "2",
                                        "--cols",
                                        "2",
                                        "--weights",
                                        weights,
                                        "--activations",
                                        activations};
    };
    check_refused(
        with("1,2;3,4", "5,6"), "array.shape", "--weights has 2 rows and --activations 1");
    check_refused(with("1,2;3", "5,6;7,8"), "array.matrix", "row 2 has 1 values, row 1 has 2");
    check_refused(with("1,x;3,4", "5,6;7,8"), "array.matrix", "row 1, column 2 is 'x'");
    check_refused(with("1,2;3,4", "5,6;7,"), "array.matrix", "row 2, column 2 is ''");
    check_refused(with("1,128;3,4", "5,6;7,8"), "array.element", "-128 to 127");
    check_refused(
        {"array", "--rows", "2", "--cols", "2", "--weights", "1"}, "usage.missing", "go together");
    auto half = with("65520", "1");
    half.insert(half.end(), {"--element", "fp16"});
    check_refused(half, "array.element", "65504");
}

TEST_CASE("names that are none") {
    check_refused(worked({"--dataflow", "wss"}), "array.dataflow", "did you mean 'ws'");
    check_refused(worked({"--element", "int9"}), "array.element-type", "did you mean 'int8'");
    check_refused(worked({"--convention", "scale-sim"}), "array.convention", "'scalesim'");
    check_refused(worked({"--dataflow", "os", "--preloaded"}), "array.preloaded", "ws and is");
}

TEST_CASE("a mapping that the wires cannot run is refused with its dimensions") {
    check_refused(worked({"--dataflow", "ws", "--unroll", "M,N"}), "mapping.unroll", "M", 1);
    check_refused(worked({"--dataflow", "ws", "--loops", "M,N,K"}), "mapping.loop-order", "M", 1);
    CHECK(test::systole(worked({"--unroll", "K,N", "--loops", "N,K,M"})).status == 0);
}
