// Overlap of DMA and compute, from the command line (spec/worked_examples.md): the numbers come out
// of pipes and buffers.

#include "tests/cli/program.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <string>
#include <vector>

using namespace systole;

namespace {

std::uint64_t makespan_of(std::vector<std::string> parameters) {
    const test::TempDir dir;
    const std::string program = (dir / "stream.json").string();
    std::vector<std::string> generate = {"generate", "stream", "-o", program, "--quiet"};
    generate.insert(generate.end(), parameters.begin(), parameters.end());
    REQUIRE(test::systole(generate).status == 0);
    const auto run =
        test::systole({"run", test::davinci(), program, "--schedule", "original", "--json"});
    REQUIRE(run.status == 0);
    const auto report = nlohmann::json::parse(run.out);
    REQUIRE(report["spills"] == 0);
    return report["makespan"].get<std::uint64_t>();
}

std::uint64_t makespan_of(const char* copy, const char* compute, const char* buffers) {
    return makespan_of({"--copy-cycles", copy, "--compute-cycles", compute, "--buffers", buffers});
}

}  // namespace

TEST_CASE("do six tiles of 4 and 4 cycles take 48 cycles with one buffer, 28 with two?") {
    CHECK(makespan_of("4", "4", "1") == 48);
    CHECK(makespan_of("4", "4", "2") == 28);
    CHECK(makespan_of("4", "4", "3") == 28);
}

TEST_CASE("do six tiles of 2 and 6 cycles take 48 cycles with one buffer, 38 with two?") {
    CHECK(makespan_of("2", "6", "1") == 48);
    CHECK(makespan_of("2", "6", "2") == 38);
    CHECK(makespan_of("2", "6", "3") == 38);
}

// Copies of 2 and 10 cycles by turns, 6 cycles of work. Two buffers: work ends at 8, 18, 24, 34,
// 40, 50, each slow copy starting when the tile two before it is done. Three: at 8, 18, 24, 30,
// 36, 42.
TEST_CASE("does a third buffer help when the copies vary?") {
    const std::vector<std::string> varying = {"--copy-cycles",
                                              "2",
                                              "--compute-cycles",
                                              "6",
                                              "--slow-every",
                                              "2",
                                              "--slow-copy-cycles",
                                              "10",
                                              "--buffers"};
    for (const auto& [buffers, cycles] : {std::pair{"2", 50}, {"3", 42}}) {
        std::vector<std::string> parameters = varying;
        parameters.emplace_back(buffers);
        CHECK(makespan_of(parameters) == static_cast<std::uint64_t>(cycles));
    }
}

TEST_CASE("does the saving approach a half, or a quarter, of the time?") {
    // 200 tiles: 1,600 cycles with one buffer, 4 + 200 * 4 with two; and 2 + 200 * 6.
    CHECK(makespan_of({"--tiles", "200", "--buffers", "2"}) == 804);
    CHECK(
        makespan_of(
            {"--tiles", "200", "--buffers", "2", "--copy-cycles", "2", "--compute-cycles", "6"}) ==
        1202);
}
