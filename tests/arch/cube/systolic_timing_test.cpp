#include "arch/cube/systolic_timing.h"

#include "sim/core/error.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <string>
#include <vector>

using namespace systole;
using arch::Array;
using arch::array_cost;
using arch::ArrayCost;
using arch::Convention;
using arch::Gemm;

namespace {

Array square(std::uint64_t size, Dataflow dataflow) {
    Array array;
    array.rows = array.cols = size;
    array.dataflow = dataflow;
    return array;
}

ArrayCost hardware(const Gemm& gemm, const Array& array) {
    return array_cost(gemm, array, Convention::kHardware);
}

std::string rule_of(const Gemm& gemm, const Array& array, Convention convention) {
    try {
        array_cost(gemm, array, convention);
    } catch (const Error& e) {
        return e.rule();
    }
    return "";
}

// The same timing, event by event: when does a value reach which PE, and when may the next fold
// begin without a register being overwritten that is still needed? `t` vectors, `folds` folds.
std::uint64_t walk_stationary(std::uint64_t folds, std::uint64_t t, const Array& a) {
    std::uint64_t begin = 0;  // when PE(0, 0) starts the fold's first MAC
    std::uint64_t end = 0;
    for (std::uint64_t f = 0; f < folds; ++f) {
        if (f == 0) {
            begin = a.preloaded ? 0 : a.rows;
        } else if (!a.double_buffered) {
            begin = end + a.rows;
        } else {
            // Column c's next load enters row 0 as the fold's first vector does, and is complete
            // when the weight of row 0 is in, after those of all rows below.
            std::uint64_t complete = begin;
            for (std::uint64_t r = 0; r < a.rows; ++r) {
                ++complete;
            }
            begin = std::max(begin + t * a.interval, complete);
        }
        for (std::uint64_t c = 0; c < a.cols; ++c) {
            for (std::uint64_t v = 0; v < t; ++v) {
                std::uint64_t sum_ready = 0;  // of the row above
                for (std::uint64_t r = 0; r < a.rows; ++r) {
                    const std::uint64_t product =
                        begin + v * a.interval + r + c + a.mac_latency - 1;
                    sum_ready = std::max(product, sum_ready) + 1;
                }
                end = std::max(end, sum_ready);
            }
        }
    }
    return end;
}

std::uint64_t walk_output(std::uint64_t folds, std::uint64_t t, const Array& a) {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::vector<std::uint64_t> column_free(a.cols, 0);  // its shadow registers hold nothing
    for (std::uint64_t f = 0; f < folds; ++f) {
        if (f != 0) {
            begin = a.double_buffered ? begin + t * a.interval : end;
            for (std::uint64_t c = 0; c < a.cols; ++c) {
                // The southernmost result must find the column drained.
                const std::uint64_t ready = (t - 1) * a.interval + a.rows - 1 + c + a.mac_latency;
                if (begin + ready < column_free[c]) {
                    begin = column_free[c] - ready;
                }
            }
        }
        for (std::uint64_t c = 0; c < a.cols; ++c) {
            std::uint64_t finished = 0;
            for (std::uint64_t r = 0; r < a.rows; ++r) {
                for (std::uint64_t step = 0; step < t; ++step) {
                    finished =
                        std::max(finished, begin + step * a.interval + r + c + a.mac_latency);
                }
            }
            column_free[c] = finished + a.rows;
            end = std::max(end, column_free[c]);
        }
    }
    return end;
}

std::uint64_t folds_of(std::uint64_t on_rows, std::uint64_t on_cols, const Array& array) {
    std::uint64_t folds = 0;
    for (std::uint64_t c = 0; c < on_cols; c += array.cols) {
        for (std::uint64_t r = 0; r < on_rows; r += array.rows) {
            ++folds;
        }
    }
    return folds;
}

}  // namespace

TEST_CASE("2 x 2, weights in place, two activation vectors: 4 cycles") {
    Array array = square(2, Dataflow::kWeightStationary);
    array.preloaded = true;
    const ArrayCost cost = hardware({2, 2, 2}, array);
    CHECK(cost.cycles == 4);
    CHECK(cost.folds == 1);
    CHECK(cost.mapping_utilization == 1.0);
    CHECK(cost.compute_utilization == 0.5);  // 8 MACs in 4 * 4

    array.preloaded = false;
    CHECK(hardware({2, 2, 2}, array).cycles == 6);
}

TEST_CASE("[3136, 100] x [100, 100] on 64 x 64 fills 61.04 % of the array") {
    const Array array = square(64, Dataflow::kWeightStationary);
    ArrayCost cost = hardware({3136, 100, 100}, array);
    CHECK(cost.folds == 4);
    CHECK(cost.mapping_utilization == 10000.0 / 16384.0);
    cost = hardware({3136, 128, 128}, array);
    CHECK(cost.folds == 4);
    CHECK(cost.mapping_utilization == 1.0);
}

TEST_CASE("full folds take the systolic formulas") {
    // R = 4, C = 3, T = 7, one fold or six.
    Array array;
    array.rows = 4;
    array.cols = 3;
    SECTION("ws: R + (T + R + C - 2)") {
        array.dataflow = Dataflow::kWeightStationary;
        CHECK(hardware({7, 3, 4}, array).cycles == 16);
        CHECK(hardware({7, 9, 8}, array).cycles == 6 * 16);
        array.double_buffered = true;  // R + 5 * max(T, R) + T + R + C - 2
        CHECK(hardware({7, 9, 8}, array).cycles == 4 + 5 * 7 + 12);
        CHECK(hardware({2, 9, 8}, array).cycles == 4 + 5 * 4 + 7);
    }
    SECTION("is: ws with m and n swapped") {
        array.dataflow = Dataflow::kInputStationary;
        CHECK(hardware({3, 7, 4}, array).cycles == 16);
        CHECK(hardware({9, 7, 8}, array).cycles == 6 * 16);
    }
    SECTION("os: 2R + C + T - 2") {
        array.dataflow = Dataflow::kOutputStationary;
        CHECK(hardware({4, 3, 7}, array).cycles == 16);
        CHECK(hardware({8, 9, 7}, array).cycles == 6 * 16);
        array.double_buffered = true;  // 5 * max(T, R) + T + 2R + C - 2
        CHECK(hardware({8, 9, 7}, array).cycles == 5 * 7 + 16);
        CHECK(hardware({8, 9, 2}, array).cycles == 5 * 4 + 11);
    }
}

TEST_CASE("an edge fold takes as long as a full one") {
    Array array;
    array.rows = 4;
    array.cols = 3;
    CHECK(hardware({7, 4, 5}, array).cycles == 4 * 16);
    CHECK(hardware({7, 6, 8}, array).cycles == 4 * 16);
    array.dataflow = Dataflow::kOutputStationary;
    CHECK(hardware({5, 4, 7}, array).cycles == 4 * 16);
    CHECK(hardware({1, 1, 7}, array).cycles == 16);
}

TEST_CASE("a deeper MAC pipeline and a slower PE") {
    Array array = square(2, Dataflow::kWeightStationary);
    array.preloaded = true;
    array.mac_latency = 3;
    // PE(1,1) multiplies the second vector in cycles 3 to 5, the adder being the last stage.
    CHECK(hardware({2, 2, 2}, array).cycles == 6);
    array.interval = 2;
    CHECK(hardware({2, 2, 2}, array).cycles == 7);
    array.dataflow = Dataflow::kOutputStationary;
    // Steps 0 and 2; PE(1,1) starts its last at 4, has it at the end of cycle 6; 2 to drain.
    CHECK(hardware({2, 2, 2}, array).cycles == 9);
}

TEST_CASE("a PE slower than its array's load and drain delays the next fold") {
    Array array = square(1, Dataflow::kWeightStationary);
    array.interval = 5;
    // Three folds of one MAC: load 1; MACs in cycles 2, 7, 12.
    CHECK(hardware({1, 3, 1}, array).cycles == 12);
    array.double_buffered = true;
    CHECK(hardware({1, 3, 1}, array).cycles == 12);
}

TEST_CASE("a PE that sums several products a cycle shortens the reduction") {
    Array array = square(2, Dataflow::kWeightStationary);
    array.depth = 4;
    CHECK(hardware({2, 2, 8}, array).cycles == 6);
    CHECK(hardware({2, 2, 8}, array).mapping_utilization == 1.0);
    CHECK(hardware({2, 2, 5}, array).mapping_utilization == 10.0 / 16.0);
    CHECK(hardware({2, 2, 5}, array).folds == 1);
}

TEST_CASE("the closed forms are the walk over every PE, on every small shape") {
    std::size_t shapes = 0;
    for (const Dataflow dataflow :
         {Dataflow::kWeightStationary, Dataflow::kInputStationary, Dataflow::kOutputStationary}) {
        for (std::uint64_t code = 0; code < 4 * 4 * 2 * 3 * 2; ++code) {
            Array array;
            array.dataflow = dataflow;
            array.rows = 1 + code % 4;
            array.cols = 1 + code / 4 % 4;
            array.double_buffered = code / 16 % 2 != 0;
            array.mac_latency = 1 + code / 32 % 3;
            array.interval = 1 + code / 96 % 2;
            for (std::uint64_t size = 0; size < 7 * 7 * 7; ++size) {
                const Gemm gemm{1 + size % 7, 1 + size / 7 % 7, 1 + size / 49};
                std::uint64_t walked = 0;
                if (dataflow == Dataflow::kOutputStationary) {
                    walked = walk_output(folds_of(gemm.m, gemm.n, array), gemm.k, array);
                } else {
                    const bool ws = dataflow == Dataflow::kWeightStationary;
                    walked = walk_stationary(
                        folds_of(gemm.k, ws ? gemm.n : gemm.m, array), ws ? gemm.m : gemm.n, array);
                }
                if (hardware(gemm, array).cycles != walked) {
                    CAPTURE(name(dataflow), array.rows, array.cols, array.double_buffered);
                    CAPTURE(array.mac_latency, array.interval, gemm.m, gemm.n, gemm.k);
                    REQUIRE(hardware(gemm, array).cycles == walked);
                }
                ++shapes;
            }
        }
    }
    CHECK(shapes == 3 * 192 * 343);
}

TEST_CASE("accesses: what streams is read once a fold, partial sums come back") {
    // 5 x 4 x 7 on 4 x 3.
    Array array;
    array.rows = 4;
    array.cols = 3;
    SECTION("ws: K = 7 on two row folds, N = 4 on two column folds") {
        const ArrayCost cost = hardware({5, 4, 7}, array);
        CHECK(cost.reads[Operand::kActivations] == 2 * 35);
        CHECK(cost.reads[Operand::kWeights] == 28);
        CHECK(cost.reads[Operand::kOutputs] == 20);
        CHECK(cost.writes[Operand::kOutputs] == 40);
        CHECK(cost.writes[Operand::kActivations] == 0);
    }
    SECTION("is: K = 7 on two row folds, M = 5 on two column folds") {
        array.dataflow = Dataflow::kInputStationary;
        const ArrayCost cost = hardware({5, 4, 7}, array);
        CHECK(cost.reads[Operand::kActivations] == 35);
        CHECK(cost.reads[Operand::kWeights] == 2 * 28);
        CHECK(cost.reads[Operand::kOutputs] == 20);
        CHECK(cost.writes[Operand::kOutputs] == 40);
    }
    SECTION("os: M = 5 on two row folds, N = 4 on two column folds") {
        array.dataflow = Dataflow::kOutputStationary;
        const ArrayCost cost = hardware({5, 4, 7}, array);
        CHECK(cost.reads[Operand::kActivations] == 2 * 35);
        CHECK(cost.reads[Operand::kWeights] == 2 * 28);
        CHECK(cost.reads[Operand::kOutputs] == 0);
        CHECK(cost.writes[Operand::kOutputs] == 20);
    }
}

TEST_CASE("the cube does one block a cycle") {
    Array cube = square(16, Dataflow::kBlock);
    cube.depth = 16;
    ArrayCost cost = hardware({64, 48, 32}, cube);
    CHECK(cost.cycles == 4 * 3 * 2);
    CHECK(cost.compute_utilization == 1.0);
    CHECK(cost.reads[Operand::kActivations] == 3 * 64 * 32);
    CHECK(cost.reads[Operand::kWeights] == 4 * 48 * 32);
    CHECK(cost.writes[Operand::kOutputs] == 2 * 64 * 48);
    CHECK(cost.reads[Operand::kOutputs] == 64 * 48);
    cost = hardware({17, 1, 1}, cube);
    CHECK(cost.cycles == 2);
    CHECK(cost.mapping_utilization == 17.0 / 32 / 16 / 16);
    cube.mac_latency = 3;  // fill
    CHECK(hardware({64, 48, 32}, cube).cycles == 24 + 2);
}

TEST_CASE("in how many of its cycles does an array stream?") {
    Array array = square(4, Dataflow::kWeightStationary);
    array.preloaded = true;
    // One fold of 10 vectors: 10 cycles, and 4 + 4 - 2 of filling and draining.
    CHECK(hardware({10, 4, 4}, array).streaming == 10);
    CHECK(hardware({10, 4, 4}, array).cycles == 16);
    CHECK(hardware({10, 8, 12}, array).streaming == 6 * 10);
    array.interval = 3;
    CHECK(hardware({10, 4, 4}, array).streaming == 30);
    array.rows = array.cols = 1;
    CHECK(hardware({1, 1, 1}, array).streaming == hardware({1, 1, 1}, array).cycles);
    Array cube = square(16, Dataflow::kBlock);
    cube.depth = 16;
    cube.mac_latency = 3;
    CHECK(hardware({64, 48, 32}, cube).streaming == 24);
}

TEST_CASE("bad sizes and counts that do not fit are refused") {
    const Array array = square(4, Dataflow::kWeightStationary);
    CHECK(rule_of({0, 1, 1}, array, Convention::kHardware) == "array.size");
    CHECK(rule_of({1, std::uint64_t{1} << 32, 1}, array, Convention::kHardware) == "array.size");
    CHECK(rule_of({1, 1, 1}, square(0, Dataflow::kBlock), Convention::kHardware) == "array.size");
    const std::uint64_t most = std::uint64_t{1} << 31;
    CHECK(rule_of({most, most, most}, array, Convention::kHardware) == "array.too-large");
    CHECK(rule_of({most, most, 1}, array, Convention::kHardware) == "");
    CHECK(rule_of({1, 1, 1}, square(4, Dataflow::kBlock), Convention::kScalesim) ==
          "array.convention");
}
