#include "tests/cli/program.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <string>

using namespace systole;
using test::contains;

namespace {

nlohmann::json stats_of(const std::string& path) {
    const auto result = test::systole({"trace", "stats", path, "--json"});
    REQUIRE(result.status == 0);
    return nlohmann::json::parse(result.out);
}

}  // namespace

TEST_CASE("do 8x8x8 blocks count as Matmul_Case0 does?") {
    const test::TempDir dir;
    const std::string path = (dir / "m.json").string();
    REQUIRE(test::systole({"generate", "matmul", "--m", "8", "--n", "8", "--k", "8", "-o", path})
                .status == 0);
    CHECK(test::systole({"trace", "check", path}).status == 0);
    const auto stats = stats_of(path);
    CHECK(stats["nodes"] == 4160);
    CHECK(stats["edges"] == 7104);
    CHECK(stats["buffers"] == 1216);
    CHECK(stats["volume"]["L0C"] == 16384);
    CHECK(stats["volume"]["L1"] == 16384);
    CHECK(stats["volume"]["L0A"] == 65536);
    CHECK(stats["volume"]["L0B"] == 65536);
    CHECK(stats["cycles"]["MTE2"] == 41600);
    CHECK(stats["cycles"]["MTE1"] == 31744);
    CHECK(stats["cycles"]["CUBE"] == 65536);
    CHECK(stats["cycles"]["FIXP"] == 16832);
    CHECK(stats["critical_path"] == 1643);
}

TEST_CASE("are impossible sizes refused before anything is written?") {
    const test::TempDir dir;
    const std::string path = (dir / "m.json").string();
    for (const char* size : {"0", "-1", "9223372036854775808", "1e3", "nan", "", "16777216"}) {
        const auto result = test::systole(
            {"generate", "matmul", "--m", size, "--n", "16777216", "--k", "16777216", "-o", path});
        CAPTURE(size, result.err);
        CHECK(result.status == 2);
        CHECK(contains(result.err, "generate."));
        CHECK(test::names_in(dir.path()).empty());
    }
}

TEST_CASE("does a parameter that the kernel does not have get the nearest name?") {
    const auto result = test::systole({"generate", "matmul", "--c-tilee", "4", "-o", "x.json"});
    CHECK(result.status == 2);
    CHECK(contains(result.err, "did you mean '--c-tile'?"));
}
