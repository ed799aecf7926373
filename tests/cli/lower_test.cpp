#include "tests/cli/program.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <string>

using namespace systole;
using test::contains;

namespace {

std::string write_gemm(const test::TempDir& dir, const std::string& row) {
    const std::string path = (dir / "g.csv").string();
    test::write_file(path, "Layer,M,N,K,\n" + row + "\n");
    return path;
}

}  // namespace

TEST_CASE("lower writes a trace that the other verbs take") {
    const test::TempDir dir;
    const std::string layers = write_gemm(dir, "a,100,60,70,");
    const std::string program = (dir / "t.json").string();
    const auto lowered =
        test::systole({"lower", test::davinci(), layers, "-o", program, "--json", "--quiet"});
    REQUIRE(lowered.status == 0);
    const auto json = nlohmann::json::parse(lowered.out);
    CHECK(json["layers"] == 1);
    CHECK(json["macs"] == 420000);
    CHECK(json["params"] == 4200);
    REQUIRE(test::systole({"trace", "check", program}).status == 0);
    const auto stats =
        nlohmann::json::parse(test::systole({"trace", "stats", program, "--json"}).out);
    CHECK(stats["macs"] == 420000);
    CHECK(stats["layers"] == 1);
    CHECK(stats["nodes"] == json["nodes"]);

    // The same by way of the trace and at once, and with the cycles worked out again. Layers share
    // the bus unless told not to, nodes of a trace do not.
    const auto makespan = [](const std::vector<std::string>& arguments) {
        const auto run = test::systole(arguments);
        REQUIRE(run.status == 0);
        return nlohmann::json::parse(run.out)["makespan"].get<std::uint64_t>();
    };
    const std::uint64_t direct = makespan({"run", test::davinci(), layers, "--json"});
    CHECK(makespan({"run",
                    test::davinci(),
                    program,
                    "--schedule",
                    "original",
                    "--contention",
                    "on",
                    "--json"}) == direct);
    // Tiles are chosen for transfers that share or do not.
    const std::string off = "contention.enabled=off";
    REQUIRE(test::systole({"lower", test::davinci(), layers, "-o", program, "-D", off, "--quiet"})
                .status == 0);
    const std::uint64_t alone = makespan({"run", test::davinci(), layers, "-D", off, "--json"});
    CHECK(alone <= direct);
    CHECK(makespan({"run", test::davinci(), program, "--schedule", "original", "--json"}) == alone);
    CHECK(makespan({"run",
                    test::davinci(),
                    program,
                    "--schedule",
                    "original",
                    "--cycles",
                    "model",
                    "--json"}) == alone);
}

TEST_CASE("--cycles model needs shapes") {
    const auto run =
        test::systole({"run", test::davinci(), test::small_trace(), "--cycles", "model"});
    CHECK(run.status == 2);
    CHECK(contains(run.err, "[model.no-work]"));
}

TEST_CASE("a tile that cannot fit says which scratchpad and by how much") {
    const test::TempDir dir;
    const auto run = test::systole({"lower",
                                    test::davinci(),
                                    write_gemm(dir, "a,100,60,70,"),
                                    "-o",
                                    (dir / "t.json").string(),
                                    "-D",
                                    "tiers.l0c.capacity=1"});
    CHECK(run.status == 1);
    CHECK(contains(run.err, "layer a does not fit L0C: its smallest tile needs 512 bytes"));
    CHECK(contains(run.err, "256 are there, 256 too few"));
    CHECK(contains(run.err, "[lower.does-not-fit]"));
    CHECK_FALSE(std::filesystem::exists(dir / "t.json"));
}

TEST_CASE("a network too large to lower is refused before it fills the memory") {
    const test::TempDir dir;
    const auto run = test::systole({"lower",
                                    test::davinci(),
                                    write_gemm(dir, "huge,1000000,1000000,1000000,"),
                                    "-o",
                                    (dir / "t.json").string()});
    CHECK(run.status == 1);
    CHECK(contains(run.err, "[lower.too-large]"));
}
