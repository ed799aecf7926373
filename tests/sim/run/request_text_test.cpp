#include "sim/run/run.h"
#include "tests/support/paths.h"

#include <catch2/catch.hpp>

#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace systole;

namespace {

Simulation simulation() {
    Simulation asked;
    asked.workload = (test::source_dir() / "traces/matmul-4x4x4.json").string();
    asked.method = "best";
    return asked;
}

RunRequest request(Simulation asked = simulation()) {
    RunRequest request;
    request.config.path = (test::source_dir() / "configs/davinci.yaml").string();
    request.what = std::move(asked);
    return request;
}

RunRequest changed(const std::function<void(Simulation&)>& change) {
    Simulation asked = simulation();
    change(asked);
    return request(std::move(asked));
}

// Requests each of which may give another result than request().
std::vector<RunRequest> others() {
    std::vector<RunRequest> all = {
        changed([](Simulation& s) { s.method = "dan"; }),
        changed([](Simulation& s) { s.spill = "lru"; }),
        changed([](Simulation& s) { s.cycles = CyclesRule::kTrace; }),
        changed([](Simulation& s) { s.contention = true; }),
        changed([](Simulation& s) { s.max_cycles = 1000; }),
        changed([](Simulation& s) { s.timing = Timing::kRecurrence; }),
        changed([](Simulation& s) { s.explain = true; }),
        changed([](Simulation& s) { s.segment_steps = 10; }),
        changed([](Simulation& s) { s.search.objective = search::Objective::kTraffic; }),
        changed([](Simulation& s) { s.search.traffic_budget = 1; }),
        changed([](Simulation& s) { s.search.work = 2; }),
        changed([](Simulation& s) { s.search.seconds = 3; }),
        changed([](Simulation& s) { s.search.seed = 4; }),
    };
    RunRequest override = request();
    override.config.overrides = {"tiers.l1.capacity=2048"};
    all.push_back(override);
    return all;
}

}  // namespace

TEST_CASE("does every field that decides a result change canonical form, identity, fingerprint?") {
    std::set<std::string> texts = {canonical(request())};
    std::set<std::string> identities = {identity(request())};
    std::set<std::string> fingerprints = {fingerprint(request())};
    std::size_t different = 1;
    for (const RunRequest& other : others()) {
        ++different;
        CAPTURE(canonical(other));
        CHECK(texts.insert(canonical(other)).second);
        CHECK(identities.insert(identity(other)).second);
        CHECK(fingerprints.insert(fingerprint(other)).second);
    }
    CHECK(fingerprints.size() == different);
    for (const std::string& hash : identities) {
        CHECK(hash.size() == 64);
        CHECK(hash.find_first_not_of("0123456789abcdef") == std::string::npos);
    }
}

TEST_CASE("do outputs and threads leave a request what it is?") {
    const RunRequest same = changed([](Simulation& s) {
        s.wave = "x.vcd";
        s.search.threads = 3;
    });
    CHECK(canonical(same) == canonical(request()));
    CHECK(identity(same) == identity(request()));
    CHECK(fingerprint(same) == fingerprint(request()));
}

TEST_CASE("does a fingerprint hang on contents, not on where they lie or how they are written?") {
    const test::TempDir dir;
    namespace fs = std::filesystem;
    fs::copy_file(test::source_dir() / "traces/matmul-4x4x4.json", dir / "matmul-4x4x4.json");
    RunRequest moved =
        changed([&](Simulation& s) { s.workload = (dir / "matmul-4x4x4.json").string(); });
    CHECK(identity(moved) != identity(request()));  // of the request as it was typed
    CHECK(fingerprint(moved) == fingerprint(request()));

    // Another spelling of the same machine.
    moved.config.overrides = {"tiers.l1.capacity=4096"};
    CHECK(fingerprint(moved) == fingerprint(request()));

    test::write_file(dir / "matmul-4x4x4.json", test::read_file(dir / "matmul-4x4x4.json") + "\n");
    CHECK(fingerprint(moved) != fingerprint(request()));
}

TEST_CASE("is the fingerprint of a request the one its result carries, run once or twice?") {
    const RunRequest asked = changed([](Simulation& s) { s.method = "dan"; });
    RunCache cache;
    const RunResult first = run(asked, {}, &cache);
    const RunResult second = run(asked, {}, &cache);
    CHECK(first.provenance.request == fingerprint(asked));
    CHECK(second.provenance.request == fingerprint(asked));
    CHECK(first.metrics.makespan == second.metrics.makespan);
}
