#include "arch/cube/pe_grid.h"

#include "sim/core/error.h"
#include "tests/arch/cube/grid_against_closed_form.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

using namespace systole;
using arch::Array;
using arch::GridValue;
using arch::make_pe_grid;
using arch::Matrix;

namespace {

Array array_of(Dataflow dataflow, std::uint64_t rows, std::uint64_t cols) {
    Array array;
    array.dataflow = dataflow;
    array.rows = rows;
    array.cols = cols;
    return array;
}

// The sums of the busy PEs after one more cycle as "row,col=sum" from the west, rows in order, then
// ">column:sum" for what leaves. Rows and columns count from 1, as the worked examples do.
std::string next_cycle(arch::CycleGrid& grid) {
    grid.step();
    std::string text;
    for (std::size_t r = 0; r < grid.array().rows; ++r) {
        for (std::size_t c = 0; c < grid.array().cols; ++c) {
            if (grid.busy_at(r, c)) {
                text += std::to_string(r + 1) + "," + std::to_string(c + 1) + "=" +
                        std::to_string(std::get<std::int64_t>(grid.sum_at(r, c))) + " ";
            }
        }
    }
    for (const arch::GridOutput& output : grid.outputs()) {
        text += ">" + std::to_string(output.column + 1) + ":" +
                std::to_string(std::get<std::int64_t>(output.value)) + " ";
    }
    return text;
}

template <class Element>
std::vector<Element> ramp(std::size_t count) {
    std::vector<Element> values(count);
    for (std::size_t i = 0; i < count; ++i) {
        values[i] = static_cast<Element>(i + 1);
    }
    return values;
}

template <class Element>
arch::Accumulator<Element> single_product(Element a, Element b, std::size_t k) {
    const Matrix<Element> left(1, k, std::vector<Element>(k, a));
    const Matrix<Element> right(k, 1, std::vector<Element>(k, b));
    const auto grid = make_pe_grid(array_of(Dataflow::kOutputStationary, 1, 1), left, right);
    while (!grid->done()) {
        grid->step();
    }
    return grid->product().at(0, 0);
}

}  // namespace

// Seed 003, section 1.2: W = [[1,2],[3,4]], X = [[5,6],[7,8]], Y = W^T X = [[26,30],[38,44]].
TEST_CASE("worked example 1, cycle by cycle") {
    Array array = array_of(Dataflow::kWeightStationary, 2, 2);
    array.preloaded = true;
    const Matrix<std::int8_t> x_transposed(2, 2, {5, 7, 6, 8});
    const Matrix<std::int8_t> w(2, 2, {1, 2, 3, 4});
    const auto grid = make_pe_grid(array, x_transposed, w);
    grid->record_outputs(true);
    CHECK(next_cycle(*grid) == "1,1=5 ");
    CHECK(grid->busy() == 1);
    CHECK(next_cycle(*grid) == "1,1=6 1,2=10 2,1=26 >1:26 ");
    CHECK(grid->busy() == 3);
    CHECK(next_cycle(*grid) == "1,2=12 2,1=30 2,2=38 >1:30 >2:38 ");
    CHECK(grid->busy() == 3);
    CHECK_FALSE(grid->done());
    CHECK(next_cycle(*grid) == "2,2=44 >2:44 ");
    CHECK(grid->busy() == 1);
    CHECK(grid->done());
    CHECK(grid->cycles() == 4);
    CHECK(grid->macs() == 8);
    CHECK(transposed(grid->product()) == Matrix<std::int32_t>(2, 2, {26, 30, 38, 44}));
}

TEST_CASE("weights that are not there take a cycle a row, last row first") {
    const Matrix<std::int8_t> x_transposed(2, 2, {5, 7, 6, 8});
    const Matrix<std::int8_t> w(2, 2, {1, 2, 3, 4});
    const auto grid = make_pe_grid(array_of(Dataflow::kWeightStationary, 2, 2), x_transposed, w);
    CHECK(next_cycle(*grid).empty());
    CHECK(next_cycle(*grid).empty());
    CHECK(next_cycle(*grid) == "1,1=5 ");
    while (!grid->done()) {
        grid->step();
    }
    CHECK(grid->cycles() == 6);
    CHECK(grid->cost().reads[Operand::kWeights] == 4);
}

// 2 x 2 os, A = [[1,2],[3,4]], B = [[5,6],[7,8]], C = [[19,22],[43,50]]: PE(r,c) works in cycles
// r + c - 1 and r + c; column 1 is done after cycle 3 and drains in 4 and 5, column 2 a cycle
// later.
TEST_CASE("an output-stationary product, cycle by cycle") {
    const Matrix<std::int8_t> a(2, 2, {1, 2, 3, 4});
    const Matrix<std::int8_t> b(2, 2, {5, 6, 7, 8});
    const auto grid = make_pe_grid(array_of(Dataflow::kOutputStationary, 2, 2), a, b);
    grid->record_outputs(true);
    CHECK(next_cycle(*grid) == "1,1=5 ");
    CHECK(next_cycle(*grid) == "1,1=19 1,2=6 2,1=15 ");
    CHECK(next_cycle(*grid) == "1,2=22 2,1=43 2,2=18 ");
    CHECK(next_cycle(*grid) == "2,2=50 >1:43 ");
    CHECK(next_cycle(*grid) == ">1:19 >2:50 ");
    CHECK(next_cycle(*grid) == ">2:22 ");
    CHECK(grid->done());
    CHECK(grid->product() == Matrix<std::int32_t>(2, 2, {19, 22, 43, 50}));
}

TEST_CASE("an input-stationary product keeps the activations in the array") {
    Array array = array_of(Dataflow::kInputStationary, 2, 2);
    array.preloaded = true;
    // A = [[1,2],[3,4]] lies transposed in the grid; B's columns (5,7) and (6,8) enter.
    const auto grid = make_pe_grid(
        array, Matrix<std::int8_t>(2, 2, {1, 2, 3, 4}), Matrix<std::int8_t>(2, 2, {5, 6, 7, 8}));
    grid->record_outputs(true);
    CHECK(next_cycle(*grid) == "1,1=5 ");
    CHECK(next_cycle(*grid) == "1,1=6 1,2=15 2,1=19 >1:19 ");
    CHECK(next_cycle(*grid) == "1,2=18 2,1=22 2,2=43 >1:22 >2:43 ");
    CHECK(next_cycle(*grid) == "2,2=50 >2:50 ");
    CHECK(grid->product() == Matrix<std::int32_t>(2, 2, {19, 22, 43, 50}));
}

TEST_CASE("partial sums of a row fold come back at the north edge") {
    // 1 x 1, k = 3: three folds of one weight, 1*4, then 4 + 2*5, then 14 + 3*6.
    const auto grid = make_pe_grid(array_of(Dataflow::kWeightStationary, 1, 1),
                                   Matrix<std::int8_t>(1, 3, {4, 5, 6}),
                                   Matrix<std::int8_t>(3, 1, {1, 2, 3}));
    grid->record_outputs(true);
    CHECK(next_cycle(*grid).empty());
    CHECK(next_cycle(*grid) == "1,1=4 >1:4 ");
    CHECK(next_cycle(*grid).empty());
    CHECK(next_cycle(*grid) == "1,1=14 >1:14 ");
    CHECK(next_cycle(*grid).empty());
    CHECK(next_cycle(*grid) == "1,1=32 >1:32 ");
    CHECK(grid->done());
    CHECK(grid->cost().reads[Operand::kOutputs] == 2);
    CHECK(grid->cost().writes[Operand::kOutputs] == 3);
}

TEST_CASE("a double-buffered array loads under compute") {
    // The same with a shadow register: load, then a fold every max(T, R) = 1 cycle.
    Array array = array_of(Dataflow::kWeightStationary, 1, 1);
    array.double_buffered = true;
    const auto grid = make_pe_grid(
        array, Matrix<std::int8_t>(1, 3, {4, 5, 6}), Matrix<std::int8_t>(3, 1, {1, 2, 3}));
    CHECK(next_cycle(*grid).empty());
    CHECK(next_cycle(*grid) == "1,1=4 ");
    CHECK(next_cycle(*grid) == "1,1=14 ");
    CHECK(next_cycle(*grid) == "1,1=32 ");
    CHECK(grid->done());
}

TEST_CASE("accumulators are wide: no int8 or int16 product is lost") {
    CHECK(single_product<std::int8_t>(-128, -128, 1000) == 16'384'000);
    CHECK(single_product<std::int16_t>(-32768, -32768, 1000) == 1'073'741'824'000);
    CHECK(single_product<float>(0.5F, 0.25F, 8) == 1.0F);
}

TEST_CASE("an int32 accumulator wraps as hardware does") {
    // 131072 * 2^14 = 2^31.
    CHECK(single_product<std::int8_t>(-128, -128, 131072) ==
          std::numeric_limits<std::int32_t>::min());
}

TEST_CASE("floats are summed in the order of k, whatever the folds") {
    // 2^24 + 1 is 2^24 in binary32, so the order of the sum shows: (2^24 + 1) + 1 = 2^24.
    const Matrix<float> a(1, 3, {16777216.0F, 1.0F, 1.0F});
    const Matrix<float> b(3, 1, {1.0F, 1.0F, 1.0F});
    for (const std::uint64_t rows : {1, 2, 3}) {
        for (const Dataflow dataflow : {Dataflow::kWeightStationary,
                                        Dataflow::kInputStationary,
                                        Dataflow::kOutputStationary}) {
            const auto grid = make_pe_grid(array_of(dataflow, rows, 1), a, b);
            while (!grid->done()) {
                grid->step();
            }
            CHECK(grid->product().at(0, 0) == 16777216.0F);
        }
    }
}

TEST_CASE("random larger shapes, all types: grid, closed form and product agree") {
    std::mt19937 random(7);
    const auto below = [&](std::uint64_t n) { return 1 + random() % n; };
    for (int round = 0; round < 60; ++round) {
        Array array = array_of(static_cast<Dataflow>(round % 3), below(70), below(140));
        array.double_buffered = random() % 2 != 0;
        array.preloaded = array.dataflow != Dataflow::kOutputStationary && random() % 2 != 0;
        array.mac_latency = random() % 3 == 0 ? below(5) : 1;
        array.interval = random() % 4 == 0 ? below(3) : 1;
        const std::size_t m = below(90), n = below(150), k = below(90);
        CAPTURE(round, array.rows, array.cols, m, n, k);
        CHECK(test::difference(array,
                               test::random_matrix<std::int8_t>(m, k, random),
                               test::random_matrix<std::int8_t>(k, n, random)) == "");
        CHECK(test::difference(array,
                               test::random_matrix<std::int16_t>(m, k, random),
                               test::random_matrix<std::int16_t>(k, n, random)) == "");
        CHECK(test::difference(array,
                               test::random_matrix<float>(m, k, random),
                               test::random_matrix<float>(k, n, random)) == "");
    }
}

TEST_CASE("what no grid can run is refused") {
    const Matrix<std::int8_t> a(2, 3, ramp<std::int8_t>(6));
    const Matrix<std::int8_t> b(2, 3, ramp<std::int8_t>(6));
    const auto rule = [](const Array& array, const auto& left, const auto& right) {
        try {
            make_pe_grid(array, left, right);
        } catch (const Error& error) {
            return error.rule();
        }
        return std::string();
    };
    CHECK(rule(array_of(Dataflow::kWeightStationary, 2, 2), a, b) == "array.shape");
    CHECK(rule(array_of(Dataflow::kBlock, 2, 2), a, transposed(b)) == "array.dataflow");
    Array deep = array_of(Dataflow::kOutputStationary, 2, 2);
    deep.depth = 2;
    CHECK(rule(deep, a, transposed(b)) == "array.depth");
}
