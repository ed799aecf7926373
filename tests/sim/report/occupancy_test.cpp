#include "sim/report/occupancy.h"

#include "tests/sim/report/tiny_run.h"

#include <catch2/catch.hpp>

#include <utility>
#include <vector>

using namespace systole;
using Steps = std::vector<std::pair<Cycles, Units>>;

namespace {

Steps pairs(const std::vector<report::OccupancyStep>& steps) {
    Steps out;
    for (const report::OccupancyStep& s : steps) {
        out.emplace_back(s.time, s.used);
    }
    return out;
}

}  // namespace

TEST_CASE("A buffer dropped and reloaded in the same cycle keeps its tier as full as before") {
    const test::TinyRun run;
    const auto steps = report::occupancy(run.graph, run.timeline);
    CHECK(pairs(steps[Tier::kL1]) == Steps{{0, 4}, {183, 0}});
    CHECK(pairs(steps[Tier::kUB]) == Steps{{0, 2}, {183, 0}});
    CHECK(steps[Tier::kL0A].empty());
}

TEST_CASE("A spilled buffer leaves its tier at the end of SPILL_OUT, comes at SPILL_IN's start") {
    test::TinyRun run;
    run.timeline.start[6] = 20;  // SPILL_OUT from 20 to 60
    run.timeline.end[6] = 60;
    run.timeline.start[7] = 100;  // SPILL_IN from 100
    CHECK(pairs(report::occupancy(run.graph, run.timeline)[Tier::kL1]) ==
          Steps{{0, 4}, {60, 0}, {100, 4}, {183, 0}});
}

TEST_CASE("A tier that fills up late starts empty at cycle 0") {
    test::TinyRun run;
    run.timeline.start[2] = 7;
    CHECK(pairs(report::occupancy(run.graph, run.timeline)[Tier::kUB]) ==
          Steps{{0, 0}, {7, 2}, {183, 0}});
}
