// The verbs sweep, query and merge: what they print, store and refuse.
#include "tests/cli/program.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstdio>
#include <random>

using namespace systole::test;

namespace {

// A folder with a sweep of 24 points on the small matmul, four of which do not fit.
class Sweep {
 public:
    explicit Sweep(const std::string& more = "") {
        write_file(path(),
                   "base: " + davinci() + "\nworkloads: [" + small_trace() +
                       "]\nmethods: [base, dan]\nsweep:\n"
                       "  tiers.l1.capacity: [64, 1024, 2048, 4096]\n"
                       "  spill.fixed_cycles: {from: 50, to: 250, step: 100}\n" +
                       more);
    }
    std::string path() const { return dir_ / "s.yaml"; }
    std::string db(const std::string& name = "r.db") const { return dir_ / name; }
    ProcessResult run(const std::string& name, std::vector<std::string> more = {}) const {
        std::vector<std::string> words = {
            "sweep", path(), "-o", db(name), "--jobs", "2", "--quiet"};
        words.insert(words.end(), more.begin(), more.end());
        return systole::test::systole(words);
    }
    std::string csv(const std::string& name) const {
        const auto result = systole::test::systole({"query", db(name), "--csv"});
        CHECK(result.err == "");
        REQUIRE(result.status == 0);
        return result.out;
    }

 private:
    TempDir dir_;
};

std::size_t lines(const std::string& text) {
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

}  // namespace

TEST_CASE("sweep: a point has the numbers that run gives it") {
    const Sweep sweep;
    const auto done = sweep.run("r.db", {"--json"});
    CHECK(done.status == 1);
    const auto json = nlohmann::json::parse(done.out);
    CHECK(json["points"] == 24);
    CHECK(json["done"] == 24);
    CHECK(json["failed"] == 0);
    CHECK(contains(done.err, "[sweep.points]"));
    const auto row =
        systole::test::systole({"query", sweep.db(), "--json", "--where", "point = 17"});
    const auto point = nlohmann::json::parse(row.out)[0];
    const auto ran = systole::test::systole(
        {"run",
         davinci(),
         small_trace(),
         "--schedule",
         "dan",
         "-D",
         fmt::format("tiers.l1.capacity={}", point["tiers.l1.capacity"].get<int>()),
         "-D",
         fmt::format("spill.fixed_cycles={}", point["spill.fixed_cycles"].get<int>()),
         "--json"});
    const auto report = nlohmann::json::parse(ran.out);
    CHECK(point["method"] == "dan");
    CHECK(point["status"] == "ok");
    for (const char* name : {"makespan", "lower_bound", "gap", "spills", "extra_ddr", "peak_all"}) {
        CAPTURE(name);
        CHECK(point[name] == report[name]);
    }
    CHECK(point["ddr_read"] == report["ddr_bytes"]["read"]);
    CHECK(point["peak.L1"] == report["peak"]["L1"]);
    const auto pipes =
        systole::test::systole({"query", sweep.db(), "--pipes", "--json", "--where", "point = 17"});
    const auto accounts = nlohmann::json::parse(pipes.out);
    REQUIRE(accounts.size() == 6);
    for (const auto& account : accounts) {
        const auto& expected = report["accounting"][account["pipe"].get<std::string>()];
        for (const char* part : {"busy", "dependency", "address", "contention", "drained"}) {
            CHECK(account[part] == expected[part]);
        }
    }
}

TEST_CASE("sweep: killed again and again and resumed, it equals an undisturbed run") {
    const Sweep sweep;
    sweep.run("whole.db");
    std::mt19937 random(11);
    for (int kill = 0; kill < 20; ++kill) {
        run_process({"timeout",
                     "-s",
                     "KILL",
                     fmt::format("{:.3f}", 0.02 + static_cast<double>(random() % 1000) / 1e4),
                     SYSTOLE_PROGRAM,
                     "sweep",
                     sweep.path(),
                     "-o",
                     sweep.db("killed.db"),
                     "--jobs",
                     "2",
                     "--quiet"});
    }
    CHECK(sweep.run("killed.db").status <= 1);  // 1: refused points among those left to run
    CHECK(sweep.csv("killed.db") == sweep.csv("whole.db"));
    const auto again = nlohmann::json::parse(sweep.run("killed.db", {"--json"}).out);
    CHECK(again["reused"] == 24);
    CHECK(again["done"] == 0);
}

TEST_CASE("sweep: shards, one of them run twice, merge into what one run gives") {
    const Sweep sweep;
    sweep.run("whole.db");
    for (const char* shard : {"1/4", "2/4", "3/4", "4/4", "2/4"}) {
        sweep.run(std::string(1, shard[0]) + ".db", {"--shard", shard});
    }
    const auto merged = systole::test::systole({"merge",
                                                sweep.db("m.db"),
                                                sweep.db("3.db"),
                                                sweep.db("1.db"),
                                                sweep.db("2.db"),
                                                sweep.db("4.db"),
                                                sweep.db("2.db")});
    CHECK(merged.status == 0);
    CHECK(merged.out == "24 points added, 6 known before\n");
    CHECK(sweep.csv("m.db") == sweep.csv("whole.db"));
}

TEST_CASE("sweep: only new points are run when the file grows") {
    const Sweep sweep;
    sweep.run("r.db");
    write_file(sweep.path(), read_file(sweep.path()) + "  ddr.latency_cycles: [69, 100]\n");
    const auto json = nlohmann::json::parse(sweep.run("r.db", {"--json"}).out);
    CHECK(json["points"] == 48);
    CHECK(json["reused"] == 24);  // 69 is what the core has
    CHECK(lines(sweep.csv("r.db")) == 49);
    const auto rerun = nlohmann::json::parse(sweep.run("r.db", {"--json", "--rerun"}).out);
    CHECK(rerun["done"] == 48);
}

TEST_CASE("sweep: a point over its time or memory is recorded and the others go on") {
    const Sweep slow("  cube.rows: [16]\nwork: 400000000\nobjectives: [makespan]\n");
    write_file(slow.path(),
               "base: " + davinci() + "\nworkloads: [" + small_trace() +
                   "]\nmethods: [base, best]\nwork: 4000000000\nobjectives: [makespan]\n");
    const auto timeout = slow.run("t.db", {"--point-timeout", "0.4"});
    CHECK(timeout.status == 1);
    const auto rows = systole::test::systole(
        {"query", slow.db("t.db"), "--csv", "--columns", "point,method,status,rule"});
    CHECK(rows.out == "point,method,status,rule\n0,base,ok,\n1,best,timeout,sweep.timeout\n");
    const Sweep sweep;
    write_file(sweep.path(),
               "base: " + davinci() + "\nworkloads: [" +
                   (source_dir() / "traces/networks/mobilenet-v2.yaml").string() +
                   "]\nsweep:\n  tiers.l1.capacity: [2048, 4096]\n");
    const auto memory = sweep.run("m.db", {"--point-memory", "1", "--json"});
    CHECK(memory.status == 1);
    CHECK(nlohmann::json::parse(memory.out)["failed"] == 2);
    CHECK(contains(sweep.csv("m.db"), ",memory,"));
    const auto retried = nlohmann::json::parse(sweep.run("m.db", {"--retry", "--json"}).out);
    CHECK(retried["failed"] == 0);
}

TEST_CASE("sweep: what cannot be meant is refused before anything runs") {
    const Sweep sweep;
    write_file(sweep.path(),
               read_file(sweep.path()) +
                   "  cube.rows: {from: 1, to: 1000, step: 1}\n"
                   "  cube.cols: {from: 1, to: 1000, step: 1}\n"
                   "  ddr.latency_cycles: {from: 1, to: 100, step: 1}\n");
    const auto many = sweep.run("r.db");
    CHECK(many.status == 2);
    CHECK(contains(many.err, "2400000000 combinations"));
    CHECK(contains(many.err, "[sweep.too-many]"));
    CHECK_FALSE(std::filesystem::exists(sweep.db()));
    for (const char* shard : {"0/4", "5/4", "1", "x/y"}) {
        CHECK(contains(sweep.run("r.db", {"--shard", shard}).err, "[usage.shard]"));
    }
    CHECK(contains(sweep.run("r.db", {"--point-timeout", "soon"}).err, "[usage.seconds]"));
    CHECK(systole::test::systole({"sweep", sweep.path()}).status == 2);
}

TEST_CASE("sweep: --dry-run says how many points and how long, and stores nothing") {
    const Sweep sweep;
    const auto result = systole::test::systole({"sweep", sweep.path(), "--dry-run", "--json"});
    CHECK(result.status == 0);
    const auto json = nlohmann::json::parse(result.out);
    CHECK(json["points"] == 24);
    CHECK(json["seconds_per_point"].get<double>() > 0);
    CHECK_FALSE(std::filesystem::exists(sweep.db()));
}
