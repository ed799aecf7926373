#include "sim/sweep/pareto_search.h"

#include "sim/store/metric_table.h"
#include "tests/sim/sweep/sweep_files.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <deque>
#include <set>

using namespace systole;
using sweep::PointSource;
using sweep::PointSpec;
using test::SweepFile;

namespace {

constexpr const char* kKeys =
    "sweep:\n  cube.rows: {from: 1, to: 64, step: 1}\n  cube.cols: {from: 1, to: 64, step: 1}\n"
    "  ddr.latency_cycles: {from: 1, to: 16, step: 1}\n";

// A made-up machine: time falls with rows x cols and rises with how oblong the array is and with
// the latency, energy rises with the array. 65,536 combinations.
store::Point made_up(const PointSpec& point) {
    const double rows = std::stod(point.texts[0]);
    const double cols = std::stod(point.texts[1]);
    const double latency = std::stod(point.texts[2]);
    store::Point result;
    result.metrics.resize(store::metric_table().size());
    result.metrics[store::metric_index("makespan")] =
        1e6 / (rows * cols) * (1 + std::abs(rows - cols) / 16) + 10 * latency;
    result.metrics[store::metric_index("energy_pj")] =
        rows * cols + 20 * (16 - latency) + std::abs(rows - cols);
    return result;
}

using Levels = std::vector<std::vector<std::uint32_t>>;

// Runs the source with `workers` results outstanding at a time.
Levels spend(PointSource& source, std::size_t workers) {
    Levels spent;
    std::deque<PointSpec> open;
    PointSpec point;
    const auto answer = [&](const PointSpec& done) { source.tell(done, made_up(done)); };
    for (;;) {
        const PointSource::Next next =
            open.size() < workers ? source.next(point) : PointSource::Next::kWait;
        if (next == PointSource::Next::kPoint) {
            spent.push_back(point.levels);
            open.push_back(point);
        } else if (next == PointSource::Next::kEnd) {
            break;
        } else {
            REQUIRE_FALSE(open.empty());
            // The newest first: the order of answers must not matter.
            answer(open.back());
            open.pop_back();
        }
    }
    return spent;
}

}  // namespace

TEST_CASE("are the points of a budget the same however many workers there are?") {
    const SweepFile file(std::string(kKeys) + "strategy: {kind: pareto, points: 120, seed: 3}\n");
    sweep::Space space = file.space();
    const Levels one = spend(*sweep::points_of(space), 1);
    const Levels many = spend(*sweep::points_of(space), 7);
    CHECK(one.size() == 120);
    CHECK(one == many);
    const std::set<std::vector<std::uint32_t>> unique(one.begin(), one.end());
    CHECK(unique.size() == 120);
}

TEST_CASE("does a budget larger than the space end when everything has been run?") {
    const SweepFile file(
        "sweep:\n  cube.rows: [1, 2, 3]\n  cube.cols: [1, 2]\n  ddr.latency_cycles: [1, 2]\n"
        "strategy: {kind: pareto, points: 500}\n");
    sweep::Space space = file.space();
    CHECK(spend(*sweep::points_of(space), 2).size() == 12);
}
