#include "sim/core/error.h"
#include "sim/load/trace_check.h"
#include "sim/lower/lower_network.h"
#include "sim/model/exec_graph_builder.h"
#include "sim/plan/place/best_fit_placer.h"
#include "sim/plan/place/victim_rule.h"
#include "sim/plan/schedule/original_order.h"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace systole;

namespace {

// The reference core.
config::ArchConfig core() {
    config::ArchConfig config;
    config.name = "core";
    config.tiers[Tier::kL1].capacity = 4096;
    config.tiers[Tier::kUB].capacity = 1024;
    config.tiers[Tier::kL0A].capacity = 256;
    config.tiers[Tier::kL0B].capacity = 256;
    config.tiers[Tier::kL0C].capacity = 512;
    return config;
}

ir::Network gemm(std::uint64_t m, std::uint64_t n, std::uint64_t k) {
    ir::Network network;
    network.layers.resize(1);
    network.layers[0].name = "g";
    network.layers[0].m = m;
    network.layers[0].n = n;
    network.layers[0].k = k;
    return network;
}

std::uint64_t useful_macs(const ir::Program& program) {
    std::uint64_t macs = 0;
    for (const ir::Work& work : program.work) {
        if (work.kind == ir::WorkKind::kMatmul) {
            macs += std::uint64_t{work.m} * work.n * work.k;
        }
    }
    return macs;
}

}  // namespace

// L0C holds two tiles of 16,384 sums, L0A and L0B two of 16,384 elements: 5120^3 would be 64,000
// steps of 128 x 128 x 128.
TEST_CASE("a layer of many steps is rolled, and nothing of it is lost") {
    const config::ArchConfig config = core();
    const ir::Program program = lower::lower_network(gemm(5120, 5120, 5120), config).program;
    CHECK(std::count_if(program.work.begin(), program.work.end(), [](const ir::Work& work) {
              return work.kind == ir::WorkKind::kMatmul;
          }) < 32768);
    CHECK(useful_macs(program) == std::uint64_t{5120} * 5120 * 5120);
    CHECK(load::check_trace(program, 1).empty());
    const ir::Order order = schedule::original_order(program, config);
    const ir::Plan plan =
        place::place_best_fit(program, order, config, place::victim_rule("belady"));
    CHECK(plan.spills.empty());
    CHECK_NOTHROW(model::build_exec_graph(program, plan, config));
    // All the array's work is there: 16 x 16 x 16 a cycle.
    std::uint64_t busy = 0;
    for (std::size_t v = 0; v < program.nodes(); ++v) {
        busy += program.pipe[v] == Pipe::kCube ? program.cycles[v] : 0;
    }
    CHECK(busy == std::uint64_t{5120} * 5120 * 5120 / 4096);
}

// A row of A is 4 GiB, more than a node's stride reaches.
TEST_CASE("a reduction of 2^31 is lowered") {
    const std::uint64_t k = std::uint64_t{1} << 31;
    config::ArchConfig config = core();
    CHECK(useful_macs(lower::lower_network(gemm(2, 1, k), config).program) == 2 * k);
    // Scratchpads that would hold all of it, and a node that could not.
    for (const Tier t : {Tier::kL1, Tier::kL0A, Tier::kL0B}) {
        config.tiers[t].capacity = 1u << 30;
    }
    const ir::Program program = lower::lower_network(gemm(2, 1, k), config).program;
    CHECK(useful_macs(program) == 2 * k);
    CHECK(load::check_trace(program, 1).empty());
}

TEST_CASE("layers of any kind are refused before they fill the memory") {
    ir::Network network = gemm(1u << 30, 1, 1u << 30);
    for (const ir::LayerKind kind : {ir::LayerKind::kElementwise, ir::LayerKind::kSoftmax}) {
        network.layers[0].kind = kind;
        network.layers[0].k = kind == ir::LayerKind::kSoftmax ? 1024 : 1u << 30;
        try {
            lower::lower_network(network, core());
            FAIL("it is lowered");
        } catch (const Error& error) {
            CHECK(error.rule() == "lower.too-large");
            CHECK(error.kind() == ErrorKind::kRefused);
        }
    }
}

TEST_CASE("a tile that cannot fit names layer, scratchpad and bytes") {
    config::ArchConfig config = core();
    config.tiers[Tier::kL0C].capacity = 1;
    try {
        lower::lower_network(gemm(8, 8, 8), config);
        FAIL("it fits");
    } catch (const Error& error) {
        CHECK(error.rule() == "lower.does-not-fit");
        CHECK_THAT(error.message(),
                   Catch::Contains("layer g does not fit L0C") &&
                       Catch::Contains("needs 512 bytes") && Catch::Contains("256 too few"));
    }
}

TEST_CASE("a path without bandwidth is refused by name") {
    config::ArchConfig config = core();
    config.bandwidth.l1_to_l0b = 0;
    try {
        lower::lower_network(gemm(8, 8, 8), config);
        FAIL("there is no way to L0B");
    } catch (const Error& error) {
        CHECK(error.rule() == "lower.path");
        CHECK_THAT(error.message(), Catch::Contains("no data path from L1 to L0B"));
    }
}
