#include "sim/sweep/point_source.h"

#include "tests/sim/sweep/sweep_files.h"

#include <catch2/catch.hpp>

#include <set>

using namespace systole;
using sweep::PointSource;
using sweep::PointSpec;
using test::SweepFile;

namespace {

std::vector<PointSpec> all_of(PointSource& source) {
    std::vector<PointSpec> points;
    PointSpec point;
    while (source.next(point) == PointSource::Next::kPoint) {
        points.push_back(point);
    }
    return points;
}

std::vector<std::vector<std::string>> texts_of(const std::vector<PointSpec>& points) {
    std::vector<std::vector<std::string>> texts;
    for (const PointSpec& point : points) {
        texts.push_back(point.texts);
    }
    return texts;
}

}  // namespace

TEST_CASE("does a grid have every combination that meets the constraints, the last key fastest?") {
    const SweepFile file(
        "sweep:\n  cube.rows: [8, 16]\n  cube.cols: = cube.rows * 2\n  cube.dataflow: [ws, os]\n"
        "where: not (cube.cols = 32 and cube.dataflow = os)\n");
    sweep::Space space = file.space();
    const auto source = sweep::grid(space);
    CHECK(source->total() == 3);
    const std::vector<PointSpec> points = all_of(*source);
    CHECK(texts_of(points) == std::vector<std::vector<std::string>>{
                                  {"8", "16", "ws"}, {"8", "16", "os"}, {"16", "32", "ws"}});
    CHECK(points[2].number == 2);
    CHECK(points[2].values[1] == store::Value(std::int64_t{32}));
    CHECK(points[2].values[2] == store::Value(std::string("ws")));
}

TEST_CASE("do methods without objectives and spill rules have one point?") {
    const SweepFile file(
        "methods: [dan, best, hmcos]\nobjectives: [traffic, makespan]\nspill: [lru, belady]\n");
    sweep::Space space = file.space();
    std::vector<std::string> names;
    for (const PointSpec& point : all_of(*sweep::grid(space))) {
        names.push_back(space.method(point) + "/" + space.objective(point) + "/" +
                        space.spill(point));
    }
    // dan takes a rule and no objective, best an objective; hmcos places by a rule of its own.
    const std::set<std::string> found(names.begin(), names.end());
    CHECK(found.size() == names.size());
    CHECK(found.count("dan//lru") == 1);
    CHECK(found.count("dan//belady") == 1);
    CHECK(found.count("dan/makespan/lru") == 0);
}

TEST_CASE("is a random sample seeded, without repetition and within the constraints?") {
    const auto sample_of = [](int seed) {
        const SweepFile file(
            "sweep:\n  cube.rows: {from: 1, to: 64, step: 1}\n  cube.cols: {from: 1, to: 64, step: "
            "1}\nwhere: cube.rows * cube.cols <= 1024\nsample: {kind: random, points: 100, seed: " +
            std::to_string(seed) + "}\n");
        sweep::Space space = file.space();
        return texts_of(all_of(*sweep::points_of(space)));
    };
    const auto first = sample_of(1);
    CHECK(first.size() == 100);
    CHECK(first == sample_of(1));
    CHECK(first != sample_of(2));
    const std::set<std::vector<std::string>> unique(first.begin(), first.end());
    CHECK(unique.size() == 100);
    for (const auto& texts : first) {
        CHECK(std::stoi(texts[0]) * std::stoi(texts[1]) <= 1024);
    }
}

TEST_CASE("does a sample of more points than there are take all?") {
    for (const char* kind : {"random", "latin-hypercube"}) {
        const SweepFile file("sweep:\n  cube.rows: [8, 16]\n  cube.cols: [8, 16]\nsample: {kind: " +
                             std::string(kind) + ", points: 50}\n");
        sweep::Space space = file.space();
        CHECK(all_of(*sweep::points_of(space)).size() == 4);
    }
}

TEST_CASE("does a Latin hypercube take each of N levels of each key once?") {
    const SweepFile file(
        "sweep:\n  cube.rows: {from: 1, to: 16, step: 1}\n  cube.cols: {from: 1, to: 16, step: 1}\n"
        "  tiers.l1.capacity: [1024, 2048, 4096, 8192]\n"
        "sample: {kind: latin-hypercube, points: 16}\n");
    sweep::Space space = file.space();
    std::multiset<std::string> rows, cols, capacities;
    for (const PointSpec& point : all_of(*sweep::points_of(space))) {
        rows.insert(point.texts[0]);
        cols.insert(point.texts[1]);
        capacities.insert(point.texts[2]);
    }
    REQUIRE(rows.size() == 16);
    for (int i = 1; i <= 16; ++i) {
        CHECK(rows.count(std::to_string(i)) == 1);
        CHECK(cols.count(std::to_string(i)) == 1);
    }
    for (const char* capacity : {"1024", "2048", "4096", "8192"}) {
        CHECK(capacities.count(capacity) == 4);
    }
}

TEST_CASE("does an identity depend on what decides the result, and on nothing else?") {
    const std::string keys = "sweep:\n  cube.rows: [8, 16]\n";
    const SweepFile file(keys);
    sweep::Space space = file.space();
    const auto points = all_of(*sweep::grid(space));
    CHECK(space.identity(points[0]).size() == 64);
    CHECK(space.identity(points[0]) != space.identity(points[1]));
    // The same value as a fixed one, in another file, in another order of the list.
    const SweepFile fixed("set: {cube.rows: 16}\n");
    sweep::Space fixed_space = fixed.space();
    CHECK(fixed_space.identity(all_of(*sweep::grid(fixed_space))[0]) == space.identity(points[1]));
    // The reference core has 16 rows.
    const SweepFile plain("");
    sweep::Space plain_space = plain.space();
    CHECK(plain_space.identity(all_of(*sweep::grid(plain_space))[0]) == space.identity(points[1]));
    const SweepFile method("methods: [dan]\n" + keys);
    sweep::Space method_space = method.space();
    CHECK(method_space.identity(all_of(*sweep::grid(method_space))[0]) !=
          space.identity(points[0]));
}
