#include "tests/cli/program.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <string>
#include <vector>

using namespace systole;
using test::contains;
using Names = std::vector<std::string>;

namespace {

test::ProcessResult run_into(const std::string& folder, std::vector<std::string> more = {}) {
    std::vector<std::string> arguments = {
        "run", test::davinci(), test::small_trace(), "--out", folder};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return test::systole(arguments);
}

}  // namespace

TEST_CASE("does --write make the files it names and no other?") {
    const test::TempDir dir;
    CHECK(run_into((dir / "two").string(), {"--write", "ops,report"}).status == 0);
    CHECK(test::names_in(dir / "two") == Names{"ops.csv", "report.json"});
    CHECK(run_into((dir / "plan").string(), {"--write", "plan"}).status == 0);
    CHECK(test::names_in(dir / "plan") ==
          Names{"matmul-4x4x4_memory.txt", "matmul-4x4x4_schedule.txt", "matmul-4x4x4_spill.txt"});
}

TEST_CASE("is a file that --write does not know refused before the run?") {
    const test::TempDir dir;
    const auto result = run_into((dir / "out").string(), {"--write", "report,timelin"});
    CHECK(result.status == 2);
    CHECK(contains(result.err, "--write knows no 'timelin'"));
    CHECK(contains(result.err, "did you mean 'timeline'?"));
    CHECK(contains(result.err, "[usage.write]"));
    CHECK(test::names_in(dir.path()).empty());
}

TEST_CASE("is an option for files refused without a folder for them?") {
    for (const Names& option : {Names{"--write", "report"}, Names{"--csv-safe"}}) {
        Names arguments = {"run", test::davinci(), test::small_trace()};
        arguments.insert(arguments.end(), option.begin(), option.end());
        const auto result = test::systole(arguments);
        CHECK(result.status == 2);
        CHECK(contains(result.err, option[0] + " requires --out"));
    }
}

TEST_CASE("do files of an earlier run go, and a user's own stay?") {
    const test::TempDir dir;
    const std::string out = (dir / "out").string();
    REQUIRE(run_into(out).status == 0);
    test::write_file(dir / "out/notes.txt", "mine\n");
    const auto result = run_into(out, {"--write", "report"});
    CHECK(result.status == 0);
    CHECK(contains(result.err, "timeline.json of an earlier run was removed"));
    CHECK(test::names_in(dir / "out") == Names{"notes.txt", "report.json"});

    // Without a report.json beside them, and not ours for their name alone.
    test::write_file(dir / "out/ops.csv", "mine,too\n");
    CHECK(run_into(out, {"--write", "page"}).status == 0);
    CHECK(test::names_in(dir / "out") == Names{"notes.txt", "ops.csv", "report.html"});
    CHECK(test::read_file(dir / "out/ops.csv") == "mine,too\n");
    CHECK(run_into(out, {"--write", "plan"}).status == 0);
    CHECK(test::names_in(dir / "out") == Names{"matmul-4x4x4_memory.txt",
                                               "matmul-4x4x4_schedule.txt",
                                               "matmul-4x4x4_spill.txt",
                                               "notes.txt",
                                               "ops.csv"});
}

TEST_CASE("is a folder that cannot be made refused before the run, by every verb that has one?") {
    const test::TempDir dir;
    test::write_file(dir / "file", "no folder\n");
    const std::string inside = (dir / "file/out").string();
    const std::string hours = "999999999999";  // of operations placed
    for (const Names& verb : {Names{"schedule", "--method"}, Names{"run", "--schedule"}}) {
        CAPTURE(verb);
        const auto result = test::systole({verb[0],
                                           test::davinci(),
                                           test::small_trace(),
                                           verb[1],
                                           "best",
                                           "--work",
                                           hours,
                                           "--out",
                                           inside});
        CHECK(result.status == 2);
        CHECK(contains(result.err, (dir / "file").string() + " is no folder"));
        CHECK(contains(result.err, "[output.folder]"));
    }
    CHECK(test::read_file(dir / "file") == "no folder\n");

    const std::string wave = (dir / "none/x.vcd").string();
    const auto result = test::systole({"run",
                                       test::davinci(),
                                       test::small_trace(),
                                       "--schedule",
                                       "best",
                                       "--work",
                                       hours,
                                       "--wave",
                                       wave});
    CHECK(result.status == 2);
    CHECK(contains(result.err, wave + ": cannot write this file: there is no folder"));
}
