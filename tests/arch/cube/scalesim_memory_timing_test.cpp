#include "arch/cube/scalesim_memory_timing.h"

#include "sim/core/error.h"

#include <catch2/catch.hpp>

#include <random>

using namespace systole;

namespace {

constexpr Dataflow ws = Dataflow::kWeightStationary;
constexpr Dataflow os = Dataflow::kOutputStationary;
constexpr Dataflow is = Dataflow::kInputStationary;

arch::Array square(std::uint64_t side, Dataflow dataflow) {
    arch::Array array;
    array.rows = array.cols = side;
    array.dataflow = dataflow;
    return array;
}

arch::ScalesimMemory memory(std::uint64_t kb, std::uint64_t bandwidth) {
    return {kb * 1024, kb * 1024, kb * 1024, bandwidth, bandwidth, bandwidth};
}

arch::ScalesimCost cost_of(const arch::Gemm& gemm,
                           const arch::Array& array,
                           const arch::ScalesimMemory& memory) {
    arch::ScalesimCost cost = arch::scalesim_cost(gemm, array);
    arch::add_scalesim_stalls(cost, gemm, array, arch::ScalesimMap::of(gemm), memory);
    return cost;
}

}  // namespace

TEST_CASE("what SCALE-Sim 3.0.0 printed with InterfaceBandwidth USER comes out") {
    struct Row {
        std::uint64_t side;
        Dataflow dataflow;
        arch::Gemm gemm;
        std::uint64_t kb, bandwidth;
        Cycles cycles, stalls;
        double overall_util_pct;
    };
    const Row rows[] = {
        {8, is, {37, 50, 70}, 1, 2, 14342, 11103, 14.108475},
        {8, os, {37, 50, 70}, 1, 2, 44003, 41064, 4.598408},
        {8, ws, {37, 50, 70}, 1, 2, 50636, 46920, 3.996045},
        {8, ws, {37, 50, 70}, 1, 8, 12919, 9203, 15.662493},
        {8, is, {37, 50, 70}, 1, 32, 3239, 0, 62.471056},
    };
    for (const Row& row : rows) {
        CAPTURE(row.side, name(row.dataflow), row.kb, row.bandwidth);
        const arch::ScalesimCost cost =
            cost_of(row.gemm, square(row.side, row.dataflow), memory(row.kb, row.bandwidth));
        CHECK(cost.compute_cycles == row.cycles);
        CHECK(cost.stall_cycles == row.stalls);
        CHECK(cost.overall_util_pct == Approx(row.overall_util_pct).margin(6e-7).epsilon(0));
    }
}

TEST_CASE("with memory and bandwidth to spare it is the array that never waits, stream by stream") {
    std::mt19937_64 random(1);
    const auto up_to = [&](std::uint64_t most) { return 1 + random() % most; };
    for (int i = 0; i < 300; ++i) {
        const arch::Gemm gemm{up_to(40), up_to(40), up_to(40)};
        arch::Array array;
        array.rows = up_to(9);
        array.cols = up_to(9);
        array.dataflow = i % 3 == 0 ? ws : i % 3 == 1 ? os : is;
        CAPTURE(i, gemm.m, gemm.n, gemm.k, array.rows, array.cols, name(array.dataflow));
        const arch::ScalesimCost alone = arch::scalesim_cost(gemm, array);
        const arch::ScalesimCost cost = cost_of(gemm, array, memory(1024, 1024));
        CHECK(cost.stall_cycles == 0);
        CHECK(cost.compute_cycles == alone.compute_cycles);
        CHECK(cost.ifmap_sram.start == alone.ifmap_sram.start);
        CHECK(cost.ifmap_sram.stop == alone.ifmap_sram.stop);
        CHECK(cost.filter_sram.start == alone.filter_sram.start);
        CHECK(cost.filter_sram.stop == alone.filter_sram.stop);
        CHECK(cost.ofmap_sram.start == alone.ofmap_sram.start);
        CHECK(cost.ofmap_sram.stop == alone.ofmap_sram.stop);
    }
}

TEST_CASE("stalls come on top of the closed form, and are what cycles grow by") {
    std::mt19937_64 random(2);
    const auto up_to = [&](std::uint64_t most) { return 1 + random() % most; };
    for (int i = 0; i < 60; ++i) {
        const arch::Gemm gemm{up_to(60), up_to(60), up_to(60)};
        const arch::Array array = square(up_to(12), i % 2 == 0 ? ws : is);
        CAPTURE(i, gemm.m, gemm.n, gemm.k, array.rows, name(array.dataflow));
        const arch::ScalesimCost alone = arch::scalesim_cost(gemm, array);
        const arch::ScalesimCost cost = cost_of(gemm, array, memory(1, up_to(16)));
        CHECK(cost.compute_cycles == alone.compute_cycles + cost.stall_cycles);
    }
}

TEST_CASE("windows that hang over the edge read nothing there") {
    // A map of 3 x 3, filters of 2 x 2, stride 2: 2 x 2 windows, of which the first is whole and
    // the last has one element. On 4 x 1 PEs, ws, row i asks for window w in cycle 4 + i + w: the
    // last reads are window 3 in row 0, 2 in row 1, 1 in row 2 and 0 in row 3, all in cycle 7 and
    // served in 8; past the edge, row 3 would ask for window 3 in cycle 10.
    const arch::Gemm gemm{4, 1, 4};
    arch::Array array = square(1, ws);
    array.rows = 4;
    arch::ScalesimCost cost = arch::scalesim_cost(gemm, array);
    const arch::ScalesimMap map{3, 3, 1, 2, 2, 2, 2, 2};
    arch::add_scalesim_stalls(cost, gemm, array, map, memory(1, 1));
    CHECK(cost.stall_cycles == 0);
    CHECK(cost.ifmap_sram.start == 5);
    CHECK(cost.ifmap_sram.stop == 8);
}

TEST_CASE("a memory of nothing, and a layer too large to follow, are refused") {
    const arch::Array array = square(8, ws);
    CHECK_THROWS_AS(cost_of({1, 1, 1}, array, memory(0, 1)), Error);
    CHECK_THROWS_AS(cost_of({1, 1, 1}, array, memory(1, 0)), Error);
    CHECK_THROWS_AS(cost_of({1u << 20, 1, 1u << 10}, array, memory(1, 1)), Error);
}
