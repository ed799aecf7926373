#include "sim/generate/matmul.h"

#include "sim/model/trace_stats.h"
#include "tests/sim/generate/against_shared.h"

#include <catch2/catch.hpp>

using namespace systole;
using test::edges_between;
using test::generated;

namespace {

const std::vector<test::Setting> kCase1 = {{"m", 16}, {"n", 16}, {"k", 16}};

}  // namespace

// Numbers of spec/execution_model.md, "Facts about the public traces".
TEST_CASE("does matmul 8x8x8 have the published facts of Matmul_Case0") {
    const ir::Program trace = generated("matmul");
    const model::TraceStats stats = model::trace_stats(trace);
    CHECK(stats.nodes == 4160);
    CHECK(stats.edges == 7104);
    CHECK(stats.buffers == 1216);
    Units volume = 0;
    for (const Units units : stats.volume) {
        volume += units;
    }
    CHECK(volume == 163840);
    CHECK(stats.critical_path == 1643);
    CHECK(stats.cycles[Pipe::kCube] == 65536);
    CHECK(stats.lower_bound == 65536);
    test::check_fits_reference_core(trace);
}

TEST_CASE("does matmul 16x16x16 have the published facts of Matmul_Case1") {
    const ir::Program trace = generated("matmul", kCase1);
    const model::TraceStats stats = model::trace_stats(trace);
    CHECK(stats.nodes == 30976);
    CHECK(stats.edges == 55040);
    CHECK(stats.buffers == 8960);
    Units volume = 0;
    for (const Units units : stats.volume) {
        volume += units;
    }
    CHECK(volume == 1179648);
    CHECK(stats.critical_path == 2667);
    CHECK(stats.cycles[Pipe::kCube] == 524288);
    CHECK(stats.lower_bound == 524288);
}

TEST_CASE("is matmul identical to the public traces, id by id and edge by edge") {
    if (const auto expected = test::public_trace("Matmul_Case0")) {
        test::check_identical(generated("matmul"), *expected);
    }
    if (const auto expected = test::public_trace("Matmul_Case1")) {
        test::check_identical(generated("matmul", kCase1), *expected);
    }
}

// m = 1, n = 2, k = 3, by hand: 6 products; A has 3 blocks, B 6, C 2.
TEST_CASE("does each axis count what it says") {
    const ir::Program trace = generated("matmul", {{"m", 1}, {"n", 2}, {"k", 3}});
    CHECK(trace.buffers() == 3 + 6 + 2 + 12);
    CHECK(trace.nodes() == 2 * 23 + 9 + 12 + 6 + 2);
    CHECK(edges_between(trace, "COPY_IN", "MOVE") == 12);
    CHECK(edges_between(trace, "MATMUL", "MATMUL") == 4);
    CHECK(edges_between(trace, "MATMUL", "COPY_OUT") == 2);
    CHECK(edges_between(trace, "MATMUL", "FREE") == 12);
    CHECK(edges_between(trace, "ALLOC", "FREE") == 23);
}

TEST_CASE("do sizes and costs land on their nodes") {
    const ir::Program trace = generated("matmul",
                                        {{"m", 1},
                                         {"n", 1},
                                         {"k", 1},
                                         {"a-tile", 2},
                                         {"b-tile", 3},
                                         {"c-tile", 5},
                                         {"copy-in-a-cycles", 7},
                                         {"copy-in-b-cycles", 11},
                                         {"move-a-cycles", 13},
                                         {"move-b-cycles", 17},
                                         {"matmul-cycles", 19},
                                         {"copy-out-cycles", 23}});
    CHECK(trace.size == std::vector<std::uint32_t>{5, 2, 3, 2, 3});
    CHECK(trace.tier ==
          std::vector<Tier>{Tier::kL0C, Tier::kL1, Tier::kL1, Tier::kL0A, Tier::kL0B});
    CHECK(trace.cycles ==
          std::vector<std::uint32_t>{0, 0, 0, 7, 11, 0, 0, 13, 17, 19, 23, 0, 0, 0, 0, 0});
}

TEST_CASE("is every small matmul well formed") {
    for (std::uint64_t m : {1, 2, 5}) {
        for (std::uint64_t n : {1, 2, 3}) {
            for (std::uint64_t k : {1, 2, 4}) {
                test::check_well_formed("matmul", {{"m", m}, {"n", n}, {"k", k}});
            }
        }
    }
}
