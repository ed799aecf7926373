#include "tests/cli/program.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <string>

using namespace systole;
using test::contains;

TEST_CASE("does run print the stable names as JSON?") {
    const auto result = test::systole(
        {"run", test::davinci(), test::small_trace(), "--schedule", "base", "--json"});
    REQUIRE(result.status == 0);
    const auto report = nlohmann::json::parse(result.out);
    CHECK(report["schema"] == "systole.report/1");
    for (const char* name : {"config",         "workload",      "schedule",  "legal",
                             "makespan",       "lower_bound",   "gap",       "spills",
                             "extra_ddr",      "ddr_bytes",     "peak",      "peak_all",
                             "peak_l1_ub",     "resident_peak", "busy",      "utilization",
                             "pe_utilization", "accounting",    "energy_pj", "wall_s"}) {
        CAPTURE(name);
        CHECK(report.contains(name));
    }
    CHECK(report["legal"] == true);
    CHECK(report["workload"] == "matmul-4x4x4");
    // 4 x 4 x 4 block products of 128 cycles.
    CHECK(report["busy"]["CUBE"] == 8192);
    // 2 x 16 tiles come in at 325 cycles each: MTE2 is the busiest pipe.
    CHECK(report["lower_bound"] == 10400);
    const auto makespan = report["makespan"].get<std::uint64_t>();
    CHECK(report["gap"].get<double>() == Approx(static_cast<double>(makespan) / 10400 - 1));
    for (const auto& [pipe, parts] : report["accounting"].items()) {
        CAPTURE(pipe);
        std::uint64_t sum = 0;
        for (const auto& [part, cycles] : parts.items()) {
            sum += cycles.get<std::uint64_t>();
        }
        CHECK(sum == makespan);
    }
}

TEST_CASE("does --out hold every file of a report, and nothing else?") {
    const test::TempDir dir;
    const auto result = test::systole({"run",
                                       test::davinci(),
                                       test::small_trace(),
                                       "--out",
                                       (dir / "deep/out").string(),
                                       "--wave",
                                       (dir / "run.vcd").string()});
    REQUIRE(result.status == 0);
    CHECK(test::names_in(dir / "deep/out") == std::vector<std::string>{"matmul-4x4x4_memory.txt",
                                                                       "matmul-4x4x4_schedule.txt",
                                                                       "matmul-4x4x4_spill.txt",
                                                                       "ops.csv",
                                                                       "report.html",
                                                                       "report.json",
                                                                       "timeline.json"});
    CHECK(test::names_in(dir.path()) == std::vector<std::string>{"deep", "run.vcd"});
    const auto report = nlohmann::json::parse(test::read_file(dir / "deep/out/report.json"));
    CHECK(report["schema"] == "systole.report/1");
    CHECK(report["wall_s"].is_null());
}

TEST_CASE("is a contended run never faster?") {
    for (const char* schedule : {"original", "base"}) {
        const auto makespan = [&](const char* contention) {
            const auto result = test::systole({"run",
                                               test::davinci(),
                                               test::small_trace(),
                                               "--schedule",
                                               schedule,
                                               "--contention",
                                               contention,
                                               "--json"});
            REQUIRE(result.status == 0);
            return nlohmann::json::parse(result.out)["makespan"].get<std::uint64_t>();
        };
        CHECK(makespan("on") >= makespan("off"));
    }
}

TEST_CASE("does -D override a capacity?") {
    const auto spills = [](const std::string& l1) {
        const auto result = test::systole({"run",
                                           test::davinci(),
                                           test::small_trace(),
                                           "-D",
                                           "tiers.l1.capacity=" + l1,
                                           "--json"});
        REQUIRE(result.status == 0);
        const auto report = nlohmann::json::parse(result.out);
        CHECK(report["resident_peak"]["L1"].get<std::uint64_t>() <= std::stoull(l1));
        return report["spills"].get<std::uint64_t>();
    };
    CHECK(spills("512") > spills("4096"));
}

TEST_CASE("is a run past --max-cycles status 3, without a report?") {
    const test::TempDir dir;
    const auto result = test::systole({"run",
                                       test::davinci(),
                                       test::small_trace(),
                                       "--max-cycles",
                                       "100",
                                       "--out",
                                       (dir / "out").string()});
    CHECK(result.status == 3);
    CHECK(contains(result.err, "[time.cycle-limit]"));
    CHECK_FALSE(std::filesystem::exists(dir / "out/report.json"));
}

TEST_CASE("do tables stay free of colour codes when they are not on a terminal?") {
    const auto result = test::systole({"run", test::davinci(), test::small_trace()});
    CHECK(result.status == 0);
    CHECK_FALSE(contains(result.out, "\x1b"));
    CHECK_FALSE(contains(result.err, "\x1b"));
    CHECK(test::systole({"run", test::davinci(), test::small_trace(), "--quiet"}).err.empty());
}

TEST_CASE("is only JSON on stdout when a wave is written too?") {
    const test::TempDir dir;
    const auto result = test::systole({"run",
                                       test::davinci(),
                                       test::small_trace(),
                                       "--wave",
                                       (dir / "w.vcd").string(),
                                       "--json"});
    CHECK(result.status == 0);
    CHECK(result.out.substr(0, 1) == "{");
    CHECK(nlohmann::json::parse(result.out)["legal"] == true);
}

TEST_CASE("is an output that would replace an input refused?") {
    const test::TempDir dir;
    const std::string config = (dir / "c.yaml").string();
    const std::string bytes = "extends: " + test::davinci() + "\n";
    test::write_file(config, bytes);
    const auto result = test::systole({"run", config, test::small_trace(), "--wave", config});
    CHECK(result.status == 2);
    CHECK(contains(result.err, "[output.is-input]"));
    CHECK(test::read_file(config) == bytes);
}

TEST_CASE("does a closed stderr leave the exit status alone?") {
    const auto shell = test::run_process(
        {"sh", "-c", "\"$0\" run \"$1\" none.json 2>&-", SYSTOLE_PROGRAM, test::davinci()});
    REQUIRE(shell.has_value());
    CHECK(shell->status == 2);
}
