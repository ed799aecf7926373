#include "sim/generate/flash_attention.h"

#include "sim/model/trace_stats.h"
#include "tests/sim/generate/against_shared.h"

#include <catch2/catch.hpp>

using namespace systole;
using test::edges_between;
using test::generated;

namespace {

const std::vector<test::Setting> kCase1 = {{"query-blocks", 8}, {"key-blocks", 8}};

}  // namespace

// Numbers of spec/execution_model.md, "Facts about the public traces".
TEST_CASE("does flash-attention have the published facts of FlashAttention_Case0") {
    const ir::Program trace = generated("flash-attention");
    const model::TraceStats stats = model::trace_stats(trace);
    CHECK(stats.nodes == 1716);
    CHECK(stats.edges == 2712);
    CHECK(stats.buffers == 572);
    Units volume = 0;
    for (const Units units : stats.volume) {
        volume += units;
    }
    CHECK(volume == 64264);
    CHECK(stats.critical_path == 2536);
    CHECK(stats.cycles[Pipe::kVector] == 25600);
    CHECK(stats.lower_bound == 25600);
    test::check_fits_reference_core(trace);
}

TEST_CASE("does flash-attention of 8 by 8 blocks have those of FlashAttention_Case1") {
    const model::TraceStats stats = model::trace_stats(generated("flash-attention", kCase1));
    CHECK(stats.nodes == 6952);
    CHECK(stats.edges == 11184);
    CHECK(stats.buffers == 2328);
    Units volume = 0;
    for (const Units units : stats.volume) {
        volume += units;
    }
    CHECK(volume == 248976);
    CHECK(stats.critical_path == 2836);
    CHECK(stats.cycles[Pipe::kVector] == 104960);
    CHECK(stats.lower_bound == 104960);
}

TEST_CASE("is flash-attention identical to the public traces, id by id and edge by edge") {
    if (const auto expected = test::public_trace("FlashAttention_Case0")) {
        test::check_identical(generated("flash-attention"), *expected);
    }
    if (const auto expected = test::public_trace("FlashAttention_Case1")) {
        test::check_identical(generated("flash-attention", kCase1), *expected);
    }
}

// 2 query blocks, 3 key blocks, 1 split of the head, 3 of the values: 6 blocks, 4 of them merged
// with an earlier one.
TEST_CASE("does each count count what it says") {
    const ir::Program trace = generated(
        "flash-attention",
        {{"query-blocks", 2}, {"key-blocks", 3}, {"head-splits", 1}, {"value-splits", 3}});
    const model::TraceStats stats = model::trace_stats(trace);
    const auto count = [&](Pipe pipe, std::string_view op) {
        std::uint64_t sum = 0;
        for (const model::OpCount& c : stats.ops[pipe]) {
            sum += c.op == op ? c.count : 0;
        }
        return sum;
    };
    CHECK(count(Pipe::kMTE2, "COPY_IN") == 2 + 3 + 9);
    CHECK(count(Pipe::kCube, "MATMUL") == 6 + 18);
    CHECK(count(Pipe::kVector, "MAX") == 4);
    CHECK(count(Pipe::kVector, "REC") == 2);
    CHECK(count(Pipe::kMTE3, "COPY_OUT") == 2 * (3 + 2));
    CHECK(edges_between(trace, "ALLOC", "FREE") == trace.buffers());
    CHECK(edges_between(trace, "REC", "MUL") == 6);
}

TEST_CASE("is every small flash-attention well formed") {
    for (std::uint64_t queries : {1, 2, 3}) {
        for (std::uint64_t keys : {1, 2, 4}) {
            for (std::uint64_t head : {1, 2, 3}) {
                for (std::uint64_t value : {1, 2, 3}) {
                    test::check_well_formed("flash-attention",
                                            {{"query-blocks", queries},
                                             {"key-blocks", keys},
                                             {"head-splits", head},
                                             {"value-splits", value}});
                }
            }
        }
    }
}
