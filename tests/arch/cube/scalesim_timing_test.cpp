#include "arch/cube/scalesim_timing.h"

#include "sim/core/error.h"

#include <catch2/catch.hpp>

using namespace systole;

namespace {

// A row of what SCALE-Sim 3.0.0 printed.
struct Row {
    std::uint64_t rows, cols;
    Dataflow dataflow;
    arch::Gemm gemm;
    Cycles compute_cycles;
    double overall_util_pct, mapping_efficiency_pct, compute_util_pct;
    std::uint64_t ifmap_sram_reads, filter_sram_reads, ofmap_sram_writes;
};

constexpr Dataflow ws = Dataflow::kWeightStationary;
constexpr Dataflow os = Dataflow::kOutputStationary;
constexpr Dataflow is = Dataflow::kInputStationary;

}  // namespace

TEST_CASE("rows that SCALE-Sim printed come out") {
    // The convolution is AlexNet's third: 13 x 13 x 256, 384 filters of 3 x 3, no padding.
    const arch::Gemm conv3{11 * 11, 384, 3 * 3 * 256};
    const Row rows[] = {
        {2, 2, ws, {1, 1, 1}, 4, 6.250000, 25.000000, 4.166667, 1, 1, 1},
        {2, 2, os, {1, 1, 1}, 2, 12.500000, 25.000000, 8.333333, 1, 1, 5},
        {2, 2, is, {1, 1, 1}, 4, 6.250000, 25.000000, 4.166667, 1, 1, 1},
        {2, 2, ws, {7, 7, 7}, 175, 49.000000, 76.562500, 44.661458, 196, 49, 196},
        {2, 2, os, {7, 7, 7}, 143, 59.965035, 76.562500, 59.548611, 196, 196, 113},
        {2, 2, is, {7, 7, 7}, 175, 49.000000, 76.562500, 44.661458, 49, 196, 196},
        {8, 16, ws, {1, 1, 1}, 30, 0.026042, 0.781250, 0.016984, 1, 1, 1},
        {8, 16, is, {8, 16, 8}, 45, 17.777778, 50.000000, 13.114754, 64, 128, 128},
        {16, 8, os, {1, 36, 100}, 609, 4.618227, 5.625000, 4.610656, 500, 3600, 156},
        {16, 8, ws, {47, 17, 37}, 764, 30.230489, 54.600694, 27.893833, 5217, 629, 2397},
        {32, 8, is, {100, 36, 1}, 1377, 1.021242, 3.004808, 0.957284, 100, 468, 3600},
        {32, 8, os, {64, 96, 128}, 3983, 77.127793, 100.000000, 77.108434, 98304, 24576, 7104},
        {64, 64, ws, {1, 1, 1}, 190, 0.000128, 0.024414, 0.000096, 1, 1, 1},
        {64, 64, os, {191, 129, 37}, 1466, 15.182066, 66.837565, 15.171717, 21201, 14319, 25791},
        {128, 128, is, {100, 36, 7}, 417, 0.368846, 4.272461, 0.282218, 700, 252, 3600},
        {32, 32, is, conv3, 137663, 75.941974, 94.531250, 71.316306, 278784, 3538944, 3345408},
        {32, 32, os, conv3, 113567, 92.054910, 94.531250, 92.054100, 3345408, 3538944, 49536},
        {32, 32, ws, conv3, 185759, 56.279373, 100.000000, 49.186992, 3345408, 884736, 3345408},
        {128, 128, is, conv3, 13787, 47.392471, 94.531250, 40.649496, 278784, 884736, 836352},
        {128, 128, os, conv3, 7673, 85.155741, 94.531250, 85.144644, 836352, 884736, 47232},
        {128, 128, ws, conv3, 27161, 24.056552, 100.000000, 19.206349, 836352, 884736, 836352},
    };
    for (const Row& row : rows) {
        CAPTURE(row.rows, row.cols, name(row.dataflow), row.gemm.m, row.gemm.n, row.gemm.k);
        arch::Array array;
        array.rows = row.rows;
        array.cols = row.cols;
        array.dataflow = row.dataflow;
        const arch::ScalesimCost cost = arch::scalesim_cost(row.gemm, array);
        CHECK(cost.compute_cycles == row.compute_cycles);
        CHECK(cost.overall_util_pct == Approx(row.overall_util_pct).margin(5e-7));
        CHECK(cost.mapping_efficiency_pct == Approx(row.mapping_efficiency_pct).margin(5e-7));
        CHECK(cost.compute_util_pct == Approx(row.compute_util_pct).margin(5e-7));
        CHECK(cost.ifmap_sram_reads == row.ifmap_sram_reads);
        CHECK(cost.filter_sram_reads == row.filter_sram_reads);
        CHECK(cost.ofmap_sram_writes == row.ofmap_sram_writes);

        const arch::ArrayCost same = arch::array_cost(row.gemm, array, arch::Convention::kScalesim);
        CHECK(same.cycles == row.compute_cycles);
        CHECK(same.writes[Operand::kOutputs] == row.ofmap_sram_writes);
        CHECK(same.reads[Operand::kActivations] == row.ifmap_sram_reads);
        CHECK(same.reads[Operand::kWeights] == row.filter_sram_reads);
        CHECK(same.compute_utilization == Approx(row.overall_util_pct / 100).margin(5e-9));
    }
}

TEST_CASE("SCALE-Sim has no cube and no slower PEs") {
    arch::Array array;
    array.depth = 16;
    CHECK_THROWS_AS(arch::scalesim_cost({4, 4, 4}, array), Error);
    array.depth = 1;
    array.dataflow = Dataflow::kRowStationary;
    CHECK_THROWS_AS(arch::scalesim_cost({4, 4, 4}, array), Error);
}
