#include "sim/run/segments.h"

#include "sim/config/config_reader.h"
#include "sim/lower/lower_network.h"
#include "sim/plan/planner.h"
#include "sim/run/time_plan.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

using namespace systole;

namespace {

ir::Layer gemm(const char* name, std::uint64_t m, std::uint64_t n, std::uint64_t k) {
    ir::Layer layer;
    layer.name = name;
    layer.m = m;
    layer.n = n;
    layer.k = k;
    return layer;
}

ir::Network three_layers() {
    ir::Network network;
    network.file = "test";
    network.layers = {gemm("a", 64, 48, 32), gemm("b", 48, 64, 32), gemm("c", 64, 48, 32)};
    return network;
}

config::ArchConfig core() {
    return config::parse_arch_config(
        "tiers: {l1: {capacity: 4096}, ub: {capacity: 1024}, l0a: {capacity: 256},\n"
        "        l0b: {capacity: 256}, l0c: {capacity: 512}}\n",
        "core.yaml",
        {});
}

RunResult simulate(const ir::Network& network) {
    RunResult result;
    result.program = std::make_shared<ir::Program>(lower::lower_network(network, core()).program);
    TimedPlan timed = time_plan(*result.program,
                                plan::make_plan(*result.program, core(), "original", "belady"),
                                core(),
                                Timing::kSystemC);
    result.metrics = timed.metrics;
    result.layers = timed.layers;
    result.counters = timed.counters;
    return result;
}

// The largest layer's, so that each of the three fills a segment.
std::uint64_t steps_of_one() {
    const std::vector<double> steps = lower::expected_steps(three_layers(), core());
    return static_cast<std::uint64_t>(*std::max_element(steps.begin(), steps.end()));
}

}  // namespace

TEST_CASE("is a network that fits left in one piece?") {
    const auto segments = cut_into_segments(three_layers(), core(), 1'000'000);
    REQUIRE(segments.size() == 1);
    CHECK(segments[0].network.layers.size() == 3);
}

TEST_CASE("does a layer that fills a segment stand alone?") {
    const auto segments = cut_into_segments(three_layers(), core(), steps_of_one());
    REQUIRE(segments.size() == 3);
    CHECK(segments[1].network.layers[0].name == "b");
    CHECK(segments[1].layer == std::vector<std::size_t>{1});
}

TEST_CASE("is a layer that is too large cut into equal bands of rows?") {
    // Far more than fits L0C at once: some MATMUL nodes, all of them in one layer.
    ir::Network network;
    network.file = "test";
    network.layers = {gemm("large", 4096, 512, 512)};
    const auto segments = cut_into_segments(network, core(), 32);
    REQUIRE(segments.size() > 1);
    std::uint64_t rows = 0;
    for (const Segment& segment : segments) {
        REQUIRE(segment.network.layers.size() == 1);
        CHECK(segment.network.layers[0].m == segments[0].network.layers[0].m);
        CHECK(segment.layer == std::vector<std::size_t>{0});
        rows += segment.network.layers[0].m;
    }
    CHECK(rows == 4096);
    const RunResult run = run_segments(network, segments, core(), simulate);
    CHECK(run.simulated == 1);
    REQUIRE(run.layers.layers.size() == 1);
    CHECK(run.layers.macs() == 4096ull * 512 * 512);
    CHECK(run.layers.layers[0].share + run.layers.rest.share == run.metrics.makespan);
}

TEST_CASE("do the bands of a padded convolution read the rows that they need?") {
    // 3 x 3 over 8 rows with one row of padding above and below: 8 output rows in two bands. The
    // first reads rows 0..4 below its padding, the second rows 3..7 above its own.
    ir::Layer conv;
    conv.name = "conv";
    conv.kind = ir::LayerKind::kConv;
    conv.in_h = 8;
    conv.in_w = 64;
    conv.channels = 64;
    conv.filter_h = conv.filter_w = 3;
    conv.out_channels = 256;
    conv.pad_top = conv.pad_bottom = conv.pad_left = conv.pad_right = 1;
    conv.out_h = 8;
    conv.out_w = 64;
    ir::Network network;
    network.file = "test";
    network.layers = {conv};
    const auto whole = cut_into_segments(network, core(), 1'000'000);
    REQUIRE(whole.size() == 1);
    // As many steps as make two bands.
    std::vector<Segment> segments;
    for (std::uint64_t steps = 1; segments.size() != 2 && steps < 4096; ++steps) {
        segments = cut_into_segments(network, core(), steps);
    }
    REQUIRE(segments.size() == 2);
    const ir::Layer& upper = segments[0].network.layers[0];
    const ir::Layer& lower = segments[1].network.layers[0];
    CHECK(upper.pad_top == 1);
    CHECK(upper.pad_bottom == 0);
    CHECK(upper.in_h == 5);
    CHECK(upper.out_h == 4);
    CHECK(lower.pad_top == 0);
    CHECK(lower.pad_bottom == 1);
    CHECK(lower.in_h == 5);
    CHECK(lower.out_h == 4);
    const RunResult run = run_segments(network, segments, core(), simulate);
    CHECK(run.layers.macs() == 8ull * 64 * 256 * 64 * 9);
}

TEST_CASE("do segments cost what their layers cost alone, one after the other?") {
    const config::ArchConfig config = core();
    const auto segments = cut_into_segments(three_layers(), config, steps_of_one());
    std::vector<std::size_t> shown;
    const RunResult run = run_segments(
        three_layers(), segments, config, simulate, [&](std::size_t i) { shown.push_back(i); });
    CHECK(shown == std::vector<std::size_t>{0, 1, 2});
    CHECK(run.simulated == 2);  // c has the shape of a
    Cycles makespan = 0;
    Bytes read = 0;
    Cycles bound = 0;
    for (const Segment& segment : segments) {
        const lower::Lowered alone = lower::lower_network(segment.network, config);
        const TimedPlan timed =
            time_plan(alone.program,
                      plan::make_plan(alone.program, config, "original", "belady"),
                      config,
                      Timing::kRecurrence);
        makespan += timed.metrics.makespan;
        read += timed.metrics.ddr_read;
        bound += timed.metrics.bounds.lower_bound;
    }
    CHECK(run.metrics.makespan == makespan);
    CHECK(run.metrics.ddr_read == read);
    CHECK(run.metrics.bounds.lower_bound <= bound);
    for (const Pipe p : kPipes) {
        CHECK(run.metrics.accounting[p].total() == makespan);
    }
    // 3 * 64*48*32 multiply-accumulates.
    CHECK(run.layers.macs() == 294'912);
    REQUIRE(run.program->layers.size() == 3);
    CHECK(run.program->layers[2].name == "c");
    CHECK(run.layers.layers[2].end <= makespan);
    CHECK(run.layers.layers[1].start >= run.layers.layers[0].end);
}
