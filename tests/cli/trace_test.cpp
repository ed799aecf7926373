#include "tests/cli/program.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <string>

using namespace systole;
using test::contains;

TEST_CASE("does trace check list the facts it proved?") {
    const auto result = test::systole({"trace", "check", test::small_trace()});
    CHECK(result.status == 0);
    CHECK(contains(result.out, "well formed"));
    const auto json = test::systole({"trace", "check", test::small_trace(), "--json"});
    CHECK(nlohmann::json::parse(json.out)["well_formed"] == true);
}

TEST_CASE("does trace check name every broken fact with its line and node?") {
    const test::TempDir dir;
    const std::string path = (dir / "bad.json").string();
    // Node 1 works on a buffer whose ALLOC it does not follow, and is a root; its FREE follows
    // nothing.
    test::write_file(path,
                     "{\"Nodes\":[\n"
                     "{\"Id\":0,\"Op\":\"ALLOC\",\"BufId\":0,\"Size\":4,\"Type\":\"L1\"},\n"
                     "{\"Id\":1,\"Op\":\"COPY_IN\",\"Pipe\":\"MTE2\",\"Cycles\":5,\"Bufs\":[0]},\n"
                     "{\"Id\":2,\"Op\":\"FREE\",\"BufId\":0,\"Size\":4,\"Type\":\"L1\"}],\n"
                     "\"Edges\":[[0,2]]}\n");
    const auto result = test::systole({"trace", "check", path});
    CHECK(result.status == 2);
    CHECK(result.out.empty());
    CHECK(contains(result.err, "bad.json:3: node 1: "));
    CHECK(contains(result.err, "[trace.root]"));
    CHECK(contains(result.err, "[trace.leaf]"));
}

TEST_CASE("does a trace survive JSON to CSV and back, byte for byte?") {
    const test::TempDir dir;
    const std::string pair = (dir / "m_Nodes.csv").string();
    const std::string back = (dir / "back.json").string();
    REQUIRE(test::systole({"trace", "convert", test::small_trace(), "-o", pair}).status == 0);
    CHECK(test::names_in(dir.path()) == std::vector<std::string>{"m_Edges.csv", "m_Nodes.csv"});
    REQUIRE(test::systole({"trace", "convert", pair, "-o", back}).status == 0);
    CHECK(test::read_file(back) == test::read_file(test::small_trace()));
    const auto stats = [](const std::string& path) {
        auto json = nlohmann::json::parse(test::systole({"trace", "stats", path, "--json"}).out);
        json.erase("workload");
        return json;
    };
    CHECK(stats(pair) == stats(test::small_trace()));
}

TEST_CASE("do the public traces pass, with the counts of the execution model's table?") {
    const auto shared = test::shared_dir();
    if (!shared) {
        WARN("skipped: the public traces are not here");
        return;
    }
    struct Row {
        const char* name;
        std::uint64_t nodes, edges, buffers, volume, critical_path, lower_bound;
    };
    for (const Row& row : {Row{"Conv_Case0", 2580, 3869, 831, 150807, 92168, 348677},
                           Row{"FlashAttention_Case0", 1716, 2712, 572, 64264, 2536, 25600},
                           Row{"FlashAttention_Case1", 6952, 11184, 2328, 248976, 2836, 104960},
                           Row{"Matmul_Case0", 4160, 7104, 1216, 163840, 1643, 65536},
                           Row{"Matmul_Case1", 30976, 55040, 8960, 1179648, 2667, 524288}}) {
        CAPTURE(row.name);
        const std::string path =
            (*shared / "traces/davinci" / (std::string(row.name) + ".json")).string();
        CHECK(test::systole({"trace", "check", path}).status == 0);
        const auto stats =
            nlohmann::json::parse(test::systole({"trace", "stats", path, "--json"}).out);
        CHECK(stats["nodes"] == row.nodes);
        CHECK(stats["edges"] == row.edges);
        CHECK(stats["buffers"] == row.buffers);
        std::uint64_t volume = 0;
        for (const auto& [tier, units] : stats["volume"].items()) {
            volume += units.get<std::uint64_t>();
        }
        CHECK(volume == row.volume);
        CHECK(stats["critical_path"] == row.critical_path);
        CHECK(stats["lower_bound"] == row.lower_bound);
    }
}
