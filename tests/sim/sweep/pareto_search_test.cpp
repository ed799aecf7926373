#include "sim/sweep/pareto_search.h"

#include "sim/store/metric_table.h"
#include "sim/store/pareto.h"
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

struct Spent {
    std::vector<std::vector<std::uint32_t>> levels;
    std::vector<std::vector<double>> front;
};

// Runs the source with `workers` results outstanding at a time.
Spent spend(PointSource& source, std::size_t workers) {
    Spent spent;
    store::ParetoFront front;
    std::deque<PointSpec> open;
    PointSpec point;
    const auto answer = [&](const PointSpec& done) {
        const store::Point result = made_up(done);
        source.tell(done, result);
        front.offer({std::get<double>(result.metrics[store::metric_index("makespan")]),
                     std::get<double>(result.metrics[store::metric_index("energy_pj")])},
                    0);
    };
    for (;;) {
        const PointSource::Next next =
            open.size() < workers ? source.next(point) : PointSource::Next::kWait;
        if (next == PointSource::Next::kPoint) {
            spent.levels.push_back(point.levels);
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
    for (const auto& entry : front.entries()) {
        spent.front.push_back(entry.values);
    }
    return spent;
}

// The share of the second front that the first beats.
double beaten_share(const std::vector<std::vector<double>>& by,
                    const std::vector<std::vector<double>>& front) {
    double count = 0;
    for (const auto& values : front) {
        for (const auto& other : by) {
            if (store::beats(other, values)) {
                ++count;
                break;
            }
        }
    }
    return count / static_cast<double>(front.size());
}

}  // namespace

TEST_CASE("are the points of a budget the same however many workers there are?") {
    const SweepFile file(std::string(kKeys) + "strategy: {kind: pareto, points: 120, seed: 3}\n");
    sweep::Space space = file.space();
    const Spent one = spend(*sweep::points_of(space), 1);
    const Spent many = spend(*sweep::points_of(space), 7);
    CHECK(one.levels.size() == 120);
    CHECK(one.levels == many.levels);
    const std::set<std::vector<std::uint32_t>> unique(one.levels.begin(), one.levels.end());
    CHECK(unique.size() == 120);
}

TEST_CASE("does the search find a better front than a random sample of the same budget?") {
    for (const std::string seed : {"1", "2", "3"}) {
        const SweepFile search(std::string(kKeys) +
                               "strategy: {kind: pareto, points: 160, seed: " + seed + "}\n");
        sweep::Space space = search.space();
        const auto searched = spend(*sweep::points_of(space), 2).front;
        const SweepFile random(std::string(kKeys) +
                               "sample: {kind: random, points: 160, seed: " + seed + "}\n");
        sweep::Space random_space = random.space();
        const auto sampled = spend(*sweep::points_of(random_space), 2).front;
        CHECK(beaten_share(searched, sampled) > 0.5);
        CHECK(beaten_share(sampled, searched) < 0.25);
    }
}

TEST_CASE("does a budget larger than the space end when everything has been run?") {
    const SweepFile file(
        "sweep:\n  cube.rows: [1, 2, 3]\n  cube.cols: [1, 2]\n  ddr.latency_cycles: [1, 2]\n"
        "strategy: {kind: pareto, points: 500}\n");
    sweep::Space space = file.space();
    CHECK(spend(*sweep::points_of(space), 2).levels.size() == 12);
}
