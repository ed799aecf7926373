#include "arch/cube/row_stationary_grid.h"

#include "sim/core/error.h"

#include <catch2/catch.hpp>

#include <random>
#include <string>

using namespace systole;
using arch::ConvShape;
using arch::RowStationaryGrid;
using arch::RowStationaryMapping;
using arch::Tensor;

namespace {

Tensor<std::int8_t> random_tensor(
    std::size_t a, std::size_t b, std::size_t c, std::size_t d, std::mt19937& random) {
    Tensor<std::int8_t> t(a, b, c, d);
    for (std::int8_t& value : t.values) {
        value = static_cast<std::int8_t>(random());
    }
    return t;
}

Tensor<std::int8_t> input_of(const ConvShape& c, std::mt19937& random) {
    return random_tensor(c.batch,
                         c.channels,
                         (c.out_h - 1) * c.stride + c.filter_h,
                         (c.out_w - 1) * c.stride + c.filter_w,
                         random);
}

// The convolution as it is defined.
Tensor<std::int32_t> convolved(const ConvShape& conv,
                               const Tensor<std::int8_t>& input,
                               const Tensor<std::int8_t>& weights) {
    Tensor<std::int32_t> out(conv.batch, conv.filters, conv.out_h, conv.out_w);
    for (std::size_t n = 0; n < conv.batch; ++n) {
        for (std::size_t f = 0; f < conv.filters; ++f) {
            for (std::size_t y = 0; y < conv.out_h; ++y) {
                for (std::size_t x = 0; x < conv.out_w; ++x) {
                    for (std::size_t c = 0; c < conv.channels; ++c) {
                        for (std::size_t r = 0; r < conv.filter_h; ++r) {
                            for (std::size_t s = 0; s < conv.filter_w; ++s) {
                                out.at(n, f, y, x) +=
                                    weights.at(f, c, r, s) *
                                    input.at(n, c, y * conv.stride + r, x * conv.stride + s);
                            }
                        }
                    }
                }
            }
        }
    }
    return out;
}

arch::Array array_of(std::uint64_t rows, std::uint64_t cols) {
    arch::Array array;
    array.dataflow = Dataflow::kRowStationary;
    array.rows = rows;
    array.cols = cols;
    return array;
}

}  // namespace

// Chen et al., ISCA 2016, figure 6: 3 x 3 PEs, filter rows down, output rows across. Ones
// everywhere: each output is 9.
TEST_CASE("a 3 x 3 filter over 3 output rows, cycle by cycle") {
    ConvShape conv;
    conv.filter_h = conv.filter_w = conv.out_h = conv.out_w = 3;
    RowStationaryMapping mapping;
    mapping.e = 3;
    mapping.set_rows = 3;
    mapping.taps = 3;
    Tensor<std::int8_t> input(1, 1, 5, 5), weights(1, 1, 3, 3);
    std::fill(input.values.begin(), input.values.end(), 1);
    std::fill(weights.values.begin(), weights.values.end(), 1);
    RowStationaryGrid<std::int8_t> grid(conv, array_of(3, 3), mapping, 9, input, weights);
    grid.record_outputs(true);
    grid.step();
    CHECK(grid.busy() == 0);  // nine weights over a port of nine
    // Row r works r cycles behind row 0, for 3 taps * 3 outputs.
    for (const std::uint64_t busy : {3, 6, 9, 9, 9, 9, 9, 9, 9, 6, 3}) {
        grid.step();
        CHECK(grid.busy() == busy);
        // An output column is done in row 2 two cycles after its third tap in row 0.
        const Cycles working = grid.cycles() - 1;
        const bool leaves = working == 5 || working == 8 || working == 11;
        CHECK(grid.outputs().size() == (leaves ? 3 : 0));
    }
    CHECK(grid.done());
    CHECK(grid.cycles() == 1 + 9 + 2);
    CHECK(grid.macs() == 81);
    CHECK(grid.cost().reads[Operand::kActivations] == 25);  // each once: rows go diagonally
    CHECK(grid.output().values == std::vector<std::int32_t>(9, 9));
}

TEST_CASE("grid, closed form and convolution agree on random layers and arrays") {
    std::mt19937 random(2016);
    const auto upto = [&](std::uint64_t n) { return 1 + random() % n; };
    int whole_reads = 0;
    for (int round = 0; round < 1500; ++round) {
        ConvShape conv;
        conv.batch = upto(2);
        conv.filters = upto(9);
        conv.channels = upto(6);
        conv.filter_h = upto(5);
        conv.filter_w = upto(5);
        conv.out_h = upto(9);
        conv.out_w = upto(6);
        conv.stride = upto(3);
        const arch::Array array = array_of(upto(12), upto(14));
        arch::RowStationaryLimits limits;
        limits.activations = upto(12);
        limits.weights = limits.activations * upto(9);
        limits.partial_sums = upto(8);
        limits.buffer = 1 + random() % 400;
        limits.weight_words_per_cycle = upto(8);
        const arch::RowStationaryCost expected = row_stationary_cost(conv, array, limits);
        const auto input = input_of(conv, random);
        const auto weights =
            random_tensor(conv.filters, conv.channels, conv.filter_h, conv.filter_w, random);
        RowStationaryGrid<std::int8_t> grid(
            conv, array, expected.mapping, limits.weight_words_per_cycle, input, weights);
        while (!grid.done() && grid.cycles() <= expected.array.cycles) {
            grid.step();
        }
        CAPTURE(round, array.rows, array.cols, conv.filters, conv.channels, conv.filter_h);
        CAPTURE(conv.filter_w, conv.out_h, conv.out_w, conv.stride, conv.batch);
        const arch::ArrayCost found = grid.cost();
        REQUIRE(found.cycles == expected.array.cycles);
        REQUIRE(grid.macs() == conv.batch * conv.filters * conv.channels * conv.filter_h *
                                   conv.filter_w * conv.out_h * conv.out_w);
        REQUIRE(found.folds == expected.array.folds);
        REQUIRE(found.mapping_utilization == Approx(expected.array.mapping_utilization));
        REQUIRE(found.compute_utilization == Approx(expected.array.compute_utilization));
        REQUIRE(found.reads[Operand::kWeights] == expected.array.reads[Operand::kWeights]);
        REQUIRE(found.reads[Operand::kOutputs] == expected.array.reads[Operand::kOutputs]);
        REQUIRE(found.writes[Operand::kOutputs] == expected.array.writes[Operand::kOutputs]);
        // The closed form reads rows and columns whole, the grid leaves out what a stride skips and
        // what a share of the taps does not touch.
        const bool whole = conv.stride == 1 && expected.mapping.taps == conv.filter_w;
        const std::uint64_t read = found.reads[Operand::kActivations];
        REQUIRE(read <= expected.array.reads[Operand::kActivations]);
        REQUIRE((!whole || read == expected.array.reads[Operand::kActivations]));
        whole_reads += whole ? 1 : 0;
        REQUIRE(grid.output().values == convolved(conv, input, weights).values);
    }
    CHECK(whole_reads > 100);
}

TEST_CASE("what the row-stationary grid leaves to the closed form is refused") {
    const ConvShape conv;
    const Tensor<std::int8_t> one(1, 1, 1, 1), two(1, 1, 1, 2);
    const auto rule = [&](const arch::Array& array, const Tensor<std::int8_t>& input) {
        try {
            RowStationaryGrid<std::int8_t> grid(conv, array, {}, 1, input, one);
        } catch (const Error& error) {
            return error.rule();
        }
        return std::string();
    };
    arch::Array array = array_of(1, 1);
    CHECK(rule(array, one).empty());
    CHECK(rule(array, two) == "array.shape");
    array.double_buffered = true;
    CHECK(rule(array, one) == "array.no-grid");
}
