#include "sim/report/html/run_bins.h"

#include "tests/sim/report/html/shared_addresses.h"
#include "tests/sim/report/tiny_run.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <string>
#include <vector>

using namespace systole;
using report::html::RunBins;

namespace {

// The tiny run's 183 cycles in two bins of 92; L1's 16 units in four rows of 4.
RunBins two_bins(const RunResult& report) {
    return report::html::sum_up(report, {2, 2, 4});
}

}  // namespace

TEST_CASE("bins split the work of each pipe where it crosses them") {
    const test::TinyRun run;
    const RunBins bins = two_bins(run.report());
    CHECK(bins.width == 92);
    CHECK(bins.count == 2);
    // COPY_IN 0..20 and SPILL_IN 20..178.
    CHECK(bins.pipes[Pipe::kMTE2].busy == std::vector<Cycles>{92, 86});
    CHECK(bins.pipes[Pipe::kMTE2].spills == std::vector<std::uint32_t>{1, 0});
    // VECTOR waits 178 cycles for SPILL_IN, then works 5.
    CHECK(bins.pipes[Pipe::kVector].dependency == std::vector<Cycles>{92, 86});
    CHECK(bins.pipes[Pipe::kVector].busy == std::vector<Cycles>{0, 5});
    // SPILL_OUT takes no cycles: it shows as a spill alone.
    CHECK(bins.pipes[Pipe::kMTE3].busy == std::vector<Cycles>{0, 0});
    CHECK(bins.pipes[Pipe::kMTE3].dependency == std::vector<Cycles>{20, 0});
    CHECK(bins.pipes[Pipe::kMTE3].spills == std::vector<std::uint32_t>{1, 0});
    CHECK(bins.pipes[Pipe::kMTE2].address == std::vector<Cycles>{0, 0});
    CHECK(bins.pipes[Pipe::kMTE2].contention == std::vector<Cycles>{0, 0});
}

TEST_CASE("bins tell what a pipe waited for") {
    const test::SharedAddresses run;
    const RunBins bins = report::html::sum_up(run.report(), {3, 3, 4});
    CHECK(bins.width == 11);
    // MTE2 works 0..10, waits for addresses to 15, works to 25, is drained.
    CHECK(bins.pipes[Pipe::kMTE2].busy == std::vector<Cycles>{10, 7, 3});
    CHECK(bins.pipes[Pipe::kMTE2].address == std::vector<Cycles>{1, 4, 0});
    CHECK(bins.pipes[Pipe::kMTE2].dependency == std::vector<Cycles>{0, 0, 0});
    // VECTOR waits to 10, works to 15, waits to 25, works to 30 and is stretched to 33.
    CHECK(bins.pipes[Pipe::kVector].dependency == std::vector<Cycles>{10, 7, 3});
    CHECK(bins.pipes[Pipe::kVector].busy == std::vector<Cycles>{1, 4, 5});
    CHECK(bins.pipes[Pipe::kVector].contention == std::vector<Cycles>{0, 0, 3});
}

TEST_CASE("a bin carries the op with most of its cycles") {
    const test::TinyRun run;
    const RunBins bins = two_bins(run.report());
    // ALLOC, FREE, COPY_IN and "a,b" are 0 to 3, SPILL_OUT 4, SPILL_IN 5.
    CHECK(bins.pipes[Pipe::kMTE2].op == std::vector<std::uint32_t>{5, 5});
    CHECK(bins.pipes[Pipe::kVector].op == std::vector<std::uint32_t>{0, 3});
}

TEST_CASE("bins hold the peak of what is held and of what is in use") {
    const test::TinyRun run;
    const RunBins bins = two_bins(run.report());
    // A is reloaded at the cycle it is written out: 4 units all the time, never 8.
    CHECK(bins.tiers[Tier::kL1].held == std::vector<Units>{4, 4});
    CHECK(bins.tiers[Tier::kL1].live == std::vector<Units>{4, 4});
    // B is held from 0 but first used at 178.
    CHECK(bins.tiers[Tier::kUB].held == std::vector<Units>{2, 2});
    CHECK(bins.tiers[Tier::kUB].live == std::vector<Units>{0, 2});
    CHECK(bins.tiers[Tier::kL0A].held == std::vector<Units>{0, 0});
}

TEST_CASE("the address grid holds the covered share of each cell") {
    const test::TinyRun run;
    const RunBins bins = two_bins(run.report());
    const std::vector<float>& l1 = bins.maps[Tier::kL1].share;
    REQUIRE(l1.size() == 8);
    CHECK(l1[0] == Approx(20.0 / 92));  // [0, 4) until the spill at 20
    CHECK(l1[1] == 0.0F);
    CHECK(l1[4] == Approx(72.0 / 92));  // [8, 12) from 20 to 183
    CHECK(l1[5] == Approx(91.0 / 92));
    CHECK(l1[2] == 0.0F);
    CHECK(l1[6] == 0.0F);
    CHECK(bins.maps[Tier::kL0A].share.empty());
}

TEST_CASE("more bins than cycles give one cycle each") {
    const test::TinyRun run;
    const RunBins bins = report::html::sum_up(run.report(), {1000, 1000, 4});
    CHECK(bins.width == 1);
    CHECK(bins.count == 183);
    CHECK(bins.pipes[Pipe::kVector].busy[177] == 0);
    CHECK(bins.pipes[Pipe::kVector].busy[178] == 1);
    CHECK(bins.pipes[Pipe::kVector].busy[182] == 1);
}

TEST_CASE("bins are written as JSON with one column per quantity") {
    const test::TinyRun run;
    const RunResult report = run.report();
    const auto json = nlohmann::json::parse(report::html::bins_json(report, two_bins(report)));
    CHECK(json["ops"][5] == "SPILL_IN");
    CHECK(json["pipes"].size() == 6);
    CHECK(json["pipes"][1]["busy"] == "/gMh");  // 92/92 and 86/92 as bytes: 255, 238
    CHECK(json["tiers"][0]["held"] == "CAA=");
    CHECK(json["tiers"][2]["map"].get<std::string>().empty());
}
