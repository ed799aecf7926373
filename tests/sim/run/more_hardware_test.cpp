// A layer on a machine of which one resource is twice as large: never slower by more than a
// hundredth. And the goal asked for is the best found for that goal.

#include "sim/config/config_reader.h"
#include "sim/core/error.h"
#include "sim/lower/lower_network.h"
#include "sim/plan/planner.h"
#include "sim/run/time_plan.h"
#include "tests/support/paths.h"
#include "tests/support/random_dag.h"
#include "tests/support/repeats.h"

#include <catch2/catch.hpp>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

using namespace systole;

namespace {

ir::Layer random_layer(std::uint64_t seed) {
    test::Random random(seed);
    ir::Layer layer;
    layer.name = "layer";
    const auto sized = [&](std::uint32_t most) { return std::uint64_t{random.between(1, most)}; };
    if (random.percent(40)) {
        layer.m = sized(400);
        layer.n = sized(400);
        layer.k = sized(400);
        return layer;
    }
    layer.kind = ir::LayerKind::kConv;
    layer.filter_h = layer.filter_w = 1 + 2 * random.below(2);
    layer.stride_h = layer.stride_w = random.between(1, 2);
    layer.pad_top = layer.pad_bottom = layer.pad_left = layer.pad_right = layer.filter_h / 2;
    layer.in_h = layer.in_w = random.between(7, 40);
    layer.out_h = layer.out_w = (layer.in_h - 1) / layer.stride_h + 1;
    layer.channels = layer.out_channels = sized(100);
    if (random.percent(30)) {
        layer.kind = ir::LayerKind::kDepthwise;
        layer.groups = layer.channels;
    } else {
        layer.out_channels = sized(100);
    }
    return layer;
}

struct Timed {
    Cycles cycles = 0;
    Bytes traffic = 0;
};

Timed timed(const ir::Layer& layer, const config::ArchConfig& config) {
    ir::Network network;
    network.layers = {layer};
    const ir::Program program = lower::lower_network(network, config).program;
    const TimedPlan run = time_plan(program,
                                    plan::make_plan(program, config, "original", "belady"),
                                    config,
                                    Timing::kSystemC,
                                    {},
                                    nullptr);
    return {run.metrics.makespan,
            run.metrics.ddr_read + run.metrics.ddr_write + run.metrics.ddr_extra};
}

struct Doubling {
    std::string what;
    std::function<void(config::ArchConfig&)> apply;
};

std::vector<Doubling> doublings() {
    using config::ArchConfig;
    std::vector<Doubling> all = {
        {"rows", [](ArchConfig& c) { c.cube.rows *= 2; }},
        {"columns", [](ArchConfig& c) { c.cube.cols *= 2; }},
        {"DDR bandwidth", [](ArchConfig& c) { c.ddr.bytes_per_cycle *= 2; }},
        {"outstanding bursts", [](ArchConfig& c) { c.ddr.max_outstanding *= 2; }},
        {"vector unit", [](ArchConfig& c) { c.vector.bytes_per_cycle *= 2; }},
        {"inner bandwidth",
         [](ArchConfig& c) {
             c.bandwidth.l1_to_l0a *= 2;
             c.bandwidth.l1_to_l0b *= 2;
             c.bandwidth.l0c_to_ub *= 2;
         }},
        {"outer bandwidth",
         [](ArchConfig& c) {
             c.bandwidth.ddr_to_l1 *= 2;
             c.bandwidth.ddr_to_ub *= 2;
             c.bandwidth.ub_to_ddr *= 2;
         }},
    };
    for (const Tier t : kTiers) {
        const std::string tier(name(t));
        all.push_back({tier, [t](ArchConfig& c) { c.tiers[t].capacity *= 2; }});
        all.push_back({tier + " ports", [t](ArchConfig& c) { c.tiers[t].ports *= 2; }});
        all.push_back(
            {tier + " port", [t](ArchConfig& c) { c.tiers[t].port_bytes_per_cycle *= 2; }});
    }
    return all;
}

}  // namespace

// Ours is a search whose ranking is an estimate: what it misses is counted, and none is far off.
TEST_CASE("is twice the hardware never slower?") {
    std::size_t runs = 0;
    std::size_t slower = 0;  // by more than a hundredth
    for (const char* machine :
         {"davinci", "tpu-v1", "gemmini-16", "eyeriss", "ethos-u55-256", "cpu-generic"}) {
        config::ArchConfig config = config::load_arch_config(
            (test::source_dir() / "configs" / (std::string(machine) + ".yaml")).string(), {});
        config.settle_sharing(true);
        for (std::uint64_t seed = 1; seed <= test::repeats(50); ++seed) {
            const ir::Layer layer = random_layer(seed);
            const Timed before = timed(layer, config);
            for (const Doubling& doubling : doublings()) {
                config::ArchConfig doubled = config;
                doubling.apply(doubled);
                const Cycles after = timed(layer, doubled).cycles;
                CAPTURE(machine, seed, doubling.what, before.cycles, after);
                CHECK(after * 100 <= before.cycles * 115);
                ++runs;
                slower += after * 100 > before.cycles * 101 ? 1 : 0;
            }
            config::ArchConfig thrifty = config;
            thrifty.tiling.goal = config::TilingGoal::kTraffic;
            const Timed least = timed(layer, thrifty);
            CAPTURE(machine, seed, before.cycles, least.cycles, before.traffic);
            CHECK(least.cycles * 100 >= before.cycles * 85);
            CHECK(least.traffic <= before.traffic);
        }
    }
    CAPTURE(runs, slower);
    CHECK(slower * 100 <= runs);
}
