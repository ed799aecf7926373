#include "sim/segments.h"

#include "sim/config/config_reader.h"
#include "sim/lower/lower_network.h"
#include "sim/pipeline.h"

#include <catch2/catch.hpp>

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
    network.layers = {gemm("a", 64, 48, 32), gemm("b", 64, 16, 48), gemm("c", 64, 48, 32)};
    return network;
}

config::ArchConfig core() {
    return config::parse_arch_config(
        "tiers: {l1: {capacity: 4096}, ub: {capacity: 1024}, l0a: {capacity: 256},\n"
        "        l0b: {capacity: 256}, l0c: {capacity: 512}}\n",
        "core.yaml",
        {});
}

}  // namespace

TEST_CASE("is a network that fits left in one piece?") {
    const auto segments = cut_into_segments(three_layers(), core(), 1'000'000);
    REQUIRE(segments.size() == 1);
    CHECK(segments[0].layers.size() == 3);
}

TEST_CASE("does a layer that is too large stand alone?") {
    const auto segments = cut_into_segments(three_layers(), core(), 1);
    REQUIRE(segments.size() == 3);
    CHECK(segments[1].layers[0].name == "b");
}

TEST_CASE("do segments cost what their layers cost alone, one after the other?") {
    const config::ArchConfig config = core();
    const auto segments = cut_into_segments(three_layers(), config, 1);
    std::vector<std::size_t> shown;
    const SegmentedRun run =
        run_segments(segments, config, "original", "belady", nullptr, [&](std::size_t i) {
            shown.push_back(i);
        });
    CHECK(shown == std::vector<std::size_t>{0, 1, 2});
    CHECK(run.simulated == 2);  // c has the shape of a
    Cycles makespan = 0;
    Bytes read = 0;
    Cycles bound = 0;
    for (const ir::Network& segment : segments) {
        const lower::Lowered alone = lower::lower_network(segment, config);
        const TimedPlan timed = time_plan(alone.trace,
                                          make_plan(alone.trace, config, "original", "belady"),
                                          config,
                                          Timing::kRecurrence);
        makespan += timed.metrics.makespan;
        read += timed.metrics.ddr_read;
        bound += timed.metrics.bounds.lower_bound;
    }
    CHECK(run.metrics.makespan == makespan);
    CHECK(run.metrics.ddr_read == read);
    CHECK(run.metrics.bounds.lower_bound == bound);
    for (const Pipe p : kPipes) {
        CHECK(run.metrics.accounting[p].total() == makespan);
    }
    // 64*48*32 + 64*16*48 + 64*48*32 multiply-accumulates.
    CHECK(run.table.macs() == 245'760);
    REQUIRE(run.layers.size() == 3);
    CHECK(run.layers[2].name == "c");
    CHECK(run.table.layers[2].end <= makespan);
    CHECK(run.table.layers[1].start >= run.table.layers[0].end);
}
