#include "tests/cli/program.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <sstream>
#include <string>

using namespace systole;
using test::contains;

namespace {

nlohmann::json make_plan(const std::string& folder) {
    const auto result = test::systole({"schedule",
                                       test::davinci(),
                                       test::small_trace(),
                                       "--method",
                                       "base",
                                       "--out",
                                       folder,
                                       "-D",
                                       "tiers.l1.capacity=1024",
                                       "--json"});
    REQUIRE(result.status == 0);
    return nlohmann::json::parse(result.out);
}

test::ProcessResult replay(const std::string& folder, const std::string& program) {
    return test::systole({"replay",
                          test::davinci(),
                          program,
                          "--plan",
                          folder,
                          "-D",
                          "tiers.l1.capacity=1024",
                          "--json"});
}

}  // namespace

TEST_CASE("does replay time a plan as schedule did?") {
    const test::TempDir dir;
    const auto planned = make_plan(dir.path().string());
    REQUIRE(planned["spills"] > 0);
    const auto result = replay(dir.path().string(), test::small_trace());
    REQUIRE(result.status == 0);
    const auto replayed = nlohmann::json::parse(result.out);
    for (const char* name : {"makespan", "spills", "extra_ddr", "peak", "resident_peak", "busy"}) {
        CAPTURE(name);
        CHECK(replayed[name] == planned[name]);
    }
}

TEST_CASE("is a plan with other people's white space read?") {
    const test::TempDir dir;
    const auto planned = make_plan(dir.path().string());
    const auto schedule = dir / "matmul-4x4x4_schedule.txt";
    std::string text = "\xEF\xBB\xBF\n";
    for (const char c : test::read_file(schedule)) {
        text += c == '\n' ? std::string("  \r\n\r\n") : std::string(1, c);
    }
    test::write_file(schedule, text);
    const auto result = replay(dir.path().string(), test::small_trace());
    REQUIRE(result.status == 0);
    CHECK(nlohmann::json::parse(result.out)["makespan"] == planned["makespan"]);
}

TEST_CASE("is a plan that the hardware cannot follow refused with status 1?") {
    const test::TempDir dir;
    make_plan(dir.path().string());
    const auto memory = dir / "matmul-4x4x4_memory.txt";
    const auto schedule = dir / "matmul-4x4x4_schedule.txt";
    const auto edit = [](const std::filesystem::path& path, auto change) {
        std::string text = test::read_file(path);
        change(text);
        test::write_file(path, text);
    };
    SECTION("two buffers at one address") {
        edit(memory, [](std::string& text) {
            std::string moved;
            std::istringstream lines(text);
            for (std::string line; std::getline(lines, line);) {
                moved += line.substr(0, line.find(':')) + ":0\n";
            }
            text = moved;
        });
        const auto result = replay(dir.path().string(), test::small_trace());
        CHECK(result.status == 1);
        CHECK(contains(result.err, "[plan.overlap]"));
        CHECK(contains(result.err, "node "));
    }
    SECTION("an address past the end of the tier") {
        edit(memory, [](std::string& text) {
            text = text.substr(0, text.find(':') + 1) + "100000" + text.substr(text.find('\n'));
        });
        const auto result = replay(dir.path().string(), test::small_trace());
        CHECK(result.status == 1);
        CHECK(contains(result.err, "[plan.capacity]"));
    }
    SECTION("the order backwards") {
        edit(schedule, [](std::string& text) {
            std::string reversed;
            std::istringstream lines(text);
            for (std::string line; std::getline(lines, line);) {
                reversed = line + "\n" + reversed;
            }
            text = reversed;
        });
        const auto result = replay(dir.path().string(), test::small_trace());
        CHECK(result.status == 1);
        CHECK(contains(result.err, "[plan."));
    }
    SECTION("a plan for another trace") {
        const auto result =
            replay(dir.path().string(), (test::source_dir() / "traces/conv-2-bands.json").string());
        CHECK(result.status == 1);
        CHECK(contains(result.err, "[plan."));
        CHECK(contains(result.err, "another trace"));
    }
}

TEST_CASE("does replay --json list the violations of an illegal plan, each at its line?") {
    const test::TempDir dir;
    test::write_file(dir / "two.json",
                     R"({"Nodes": [
  {"Id": 0, "Op": "ALLOC", "BufId": 0, "Size": 4, "Type": "L1"},
  {"Id": 1, "Op": "ALLOC", "BufId": 1, "Size": 4, "Type": "L1"},
  {"Id": 2, "Op": "COPY_IN", "Pipe": "MTE2", "Cycles": 5, "Bufs": [0]},
  {"Id": 3, "Op": "COPY_IN", "Pipe": "MTE2", "Cycles": 5, "Bufs": [1]},
  {"Id": 4, "Op": "FREE", "BufId": 0, "Size": 4, "Type": "L1"},
  {"Id": 5, "Op": "FREE", "BufId": 1, "Size": 4, "Type": "L1"}],
 "Edges": [[0, 2], [1, 3], [2, 4], [3, 5]]})");
    test::write_file(dir / "two_schedule.txt", "# by hand\n0\n1\n2\n3\n4\n5\n");
    test::write_file(dir / "two_memory.txt", "0:0\n\n1:2\n");
    test::write_file(dir / "two_spill.txt", "");
    const auto result = replay(dir.path().string(), (dir / "two.json").string());
    CHECK(result.status == 1);
    const auto json = nlohmann::json::parse(result.out);
    CHECK(json["schema"] == "systole.violations/1");
    CHECK(json["legal"] == false);
    REQUIRE(json["violations"].size() == 1);
    const auto& violation = json["violations"][0];
    CHECK(violation["rule"] == "plan.overlap");
    CHECK(contains(violation["file"], "two_memory.txt"));
    CHECK(violation["line"] == 3);
    CHECK(violation["node"] == 1);
}

TEST_CASE("is a plan that cannot be read status 2 with file and line?") {
    const test::TempDir dir;
    SECTION("no such folder") {
        const auto result = replay((dir / "none").string(), test::small_trace());
        CHECK(result.status == 2);
        CHECK(contains(result.err, "none"));
    }
    SECTION("words where ids belong") {
        make_plan(dir.path().string());
        const auto schedule = dir / "matmul-4x4x4_schedule.txt";
        test::write_file(schedule, "0\n1\nALLOC\n" + test::read_file(schedule));
        const auto result = replay(dir.path().string(), test::small_trace());
        CHECK(result.status == 2);
        CHECK(contains(result.err, "matmul-4x4x4_schedule.txt:3:"));
    }
    SECTION("an empty memory file") {
        make_plan(dir.path().string());
        test::write_file(dir / "matmul-4x4x4_memory.txt", "");
        const auto result = replay(dir.path().string(), test::small_trace());
        CHECK((result.status == 1 || result.status == 2));
        CHECK(contains(result.err, "matmul-4x4x4_memory.txt"));
    }
}
