// The PE grid against a Verilog array of the same wiring (simulated by Verilator): the same values
// leave the same columns in the same cycles. The Verilog arrays sequence themselves; this file is
// the memory at their edges.

#include "arch/cube/pe_grid.h"

#include <Varrays.h>
#include <catch2/catch.hpp>
#include <verilated.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <tuple>
#include <vector>

using namespace systole;
using arch::Matrix;

namespace {

// The arrays of arrays.sv.
struct Size {
    std::size_t rows, cols;
};
constexpr Size kSizes[] = {{2, 2}, {4, 4}, {8, 8}, {3, 5}};
constexpr std::size_t kSizeCount = 4;
constexpr int kResetCycles = 20;  // more than any skew is deep

struct Event {
    std::uint64_t cycle, column;
    std::int64_t value;
};
bool operator==(const Event& a, const Event& b) {
    return std::tie(a.cycle, a.column, a.value) == std::tie(b.cycle, b.column, b.value);
}
std::ostream& operator<<(std::ostream& out, const Event& e) {
    return out << "cycle " << e.cycle << " column " << e.column << ": " << e.value;
}

struct Run {
    std::vector<Event> events;  // of columns that are not padding
    Matrix<std::int32_t> product;
};

// Element of a matrix that is zero beyond its edges.
std::uint64_t padded(const Matrix<std::int8_t>& m, std::size_t r, std::size_t c) {
    return r < m.rows && c < m.cols ? static_cast<std::uint8_t>(m.at(r, c)) : 0;
}

class Rtl {
 public:
    Rtl() : model_(&context_) {}

    Run weight_stationary(std::size_t size,
                          bool double_buffered,
                          const Matrix<std::int8_t>& a,
                          const Matrix<std::int8_t>& b);
    Run output_stationary(std::size_t size,
                          bool double_buffered,
                          const Matrix<std::int8_t>& a,
                          const Matrix<std::int8_t>& b);

 private:
    void reset(std::size_t size, bool double_buffered, std::size_t streamed, std::size_t folds) {
        model_.double_buffered = double_buffered;
        model_.streamed = static_cast<std::uint32_t>(streamed);
        model_.folds = static_cast<std::uint32_t>(folds);
        for (std::size_t i = 0; i < kSizeCount; ++i) {
            model_.rst[i] = 1;
        }
        for (int i = 0; i < kResetCycles; ++i) {
            settle();
            clock();
        }
        model_.rst[size] = 0;
    }
    void settle() {
        model_.clk = 0;
        model_.eval();
    }
    void clock() {
        model_.eval();
        model_.clk = 1;
        model_.eval();
    }

    VerilatedContext context_;
    Varrays model_;
};

Run Rtl::weight_stationary(std::size_t size,
                           bool double_buffered,
                           const Matrix<std::int8_t>& a,
                           const Matrix<std::int8_t>& b) {
    const auto [rows, cols] = kSizes[size];
    const std::size_t row_folds = (b.rows + rows - 1) / rows;
    const std::size_t folds = row_folds * ((b.cols + cols - 1) / cols);
    struct Column {
        std::size_t fold = 0, step = 0;
    };
    std::vector<Column> north(cols), south(cols);
    const auto advance = [&](Column& column) {
        if (++column.step == a.rows) {
            column.step = 0;
            ++column.fold;
        }
    };
    Run run{{}, Matrix<std::int32_t>(a.rows, b.cols)};
    reset(size, double_buffered, a.rows, folds);
    std::size_t left = folds * cols * a.rows;
    for (std::uint64_t cycle = 1; left > 0; ++cycle) {
        REQUIRE(cycle < 1'000'000);
        settle();
        if (model_.ws_load[size]) {
            const std::size_t tile = model_.ws_load_tile[size];
            const std::size_t k = tile % row_folds * rows + model_.ws_load_row[size];
            std::uint64_t values = 0;
            for (std::size_t c = 0; c < cols; ++c) {
                values |= padded(b, k, tile / row_folds * cols + c) << (8 * c);
            }
            model_.ws_load_values[size] = values;
        }
        if (model_.ws_issue[size]) {
            const std::size_t k = model_.ws_issue_fold[size] % row_folds * rows;
            std::uint64_t values = 0;
            for (std::size_t r = 0; r < rows; ++r) {
                values |= padded(a, model_.ws_issue_step[size], k + r) << (8 * r);
            }
            model_.ws_issue_values[size] = values;
        }
        for (std::size_t c = 0; c < cols; ++c) {
            if ((model_.ws_north_valid[size] >> c & 1) == 0) {
                continue;
            }
            const std::size_t n = north[c].fold / row_folds * cols + c;
            const bool resumes = north[c].fold % row_folds > 0 && n < b.cols;
            model_.ws_north_sums[size][c] =
                resumes ? static_cast<std::uint32_t>(run.product.at(north[c].step, n)) : 0;
            advance(north[c]);
        }
        clock();
        for (std::size_t c = 0; c < cols; ++c) {
            if ((model_.ws_south_valid[size] >> c & 1) == 0) {
                continue;
            }
            const std::size_t n = south[c].fold / row_folds * cols + c;
            const auto value = static_cast<std::int32_t>(model_.ws_south_sums[size][c]);
            if (n < b.cols) {
                run.product.at(south[c].step, n) = value;
                run.events.push_back({cycle, c, value});
            }
            advance(south[c]);
            --left;
        }
    }
    return run;
}

Run Rtl::output_stationary(std::size_t size,
                           bool double_buffered,
                           const Matrix<std::int8_t>& a,
                           const Matrix<std::int8_t>& b) {
    const auto [rows, cols] = kSizes[size];
    const std::size_t row_folds = (a.rows + rows - 1) / rows;
    const std::size_t folds = row_folds * ((b.cols + cols - 1) / cols);
    std::vector<std::size_t> gone(cols);  // sums that have left each column
    Run run{{}, Matrix<std::int32_t>(a.rows, b.cols)};
    reset(size, double_buffered, a.cols, folds);
    std::size_t left = folds * cols * rows;
    for (std::uint64_t cycle = 1; left > 0; ++cycle) {
        REQUIRE(cycle < 1'000'000);
        settle();
        if (model_.os_issue[size]) {
            const std::size_t fold = model_.os_issue_fold[size];
            const std::size_t k = model_.os_issue_step[size];
            std::uint64_t west = 0, north = 0;
            for (std::size_t r = 0; r < rows; ++r) {
                west |= padded(a, fold % row_folds * rows + r, k) << (8 * r);
            }
            for (std::size_t c = 0; c < cols; ++c) {
                north |= padded(b, k, fold / row_folds * cols + c) << (8 * c);
            }
            model_.os_west_values[size] = west;
            model_.os_north_values[size] = north;
        }
        for (std::size_t c = 0; c < cols; ++c) {
            if ((model_.os_south_valid[size] >> c & 1) == 0) {
                continue;
            }
            const std::size_t fold = gone[c] / rows;
            const std::size_t m = fold % row_folds * rows + (rows - 1 - gone[c] % rows);
            const std::size_t n = fold / row_folds * cols + c;
            const auto value = static_cast<std::int32_t>(model_.os_south_sums[size][c]);
            if (m < a.rows && n < b.cols) {
                run.product.at(m, n) = value;
                run.events.push_back({cycle, c, value});
            }
            ++gone[c];
            --left;
        }
        clock();
    }
    return run;
}

Run grid_run(const arch::Array& array, const Matrix<std::int8_t>& a, const Matrix<std::int8_t>& b) {
    Run run;
    const auto grid = arch::make_pe_grid(array, a, b);
    grid->record_outputs(true);
    while (!grid->done()) {
        grid->step();
        for (const arch::GridOutput& output : grid->outputs()) {
            run.events.push_back(
                {grid->cycles(), output.column, std::get<std::int64_t>(output.value)});
        }
    }
    run.product = grid->product();
    return run;
}

Matrix<std::int8_t> random_matrix(std::size_t rows, std::size_t cols, std::mt19937& random) {
    Matrix<std::int8_t> m(rows, cols);
    std::generate(
        m.values.begin(), m.values.end(), [&] { return static_cast<std::int8_t>(random()); });
    return m;
}

}  // namespace

TEST_CASE("the worked example in Verilog: 26, 30, 38, 44 in cycles 2 to 4 after the load") {
    Rtl rtl;
    const Run run = rtl.weight_stationary(
        0, false, Matrix<std::int8_t>(2, 2, {5, 7, 6, 8}), Matrix<std::int8_t>(2, 2, {1, 2, 3, 4}));
    // The load takes cycles 1 and 2.
    CHECK(run.events ==
          std::vector<Event>{{2 + 2, 0, 26}, {2 + 3, 0, 30}, {2 + 3, 1, 38}, {2 + 4, 1, 44}});
}

TEST_CASE("RTL and PE grid give the same values in the same cycles") {
    Rtl rtl;
    std::mt19937 random(1982);
    std::vector<arch::Gemm> shapes = {
        {1, 1, 1}, {2, 2, 2}, {3, 5, 4}, {8, 8, 8}, {16, 4, 4}, {1, 9, 17}, {17, 1, 9}, {5, 16, 1}};
    while (shapes.size() < 40) {
        shapes.push_back({1 + random() % 24, 1 + random() % 24, 1 + random() % 24});
    }
    for (const arch::Gemm& shape : shapes) {
        const auto a = random_matrix(shape.m, shape.k, random);
        const auto b = random_matrix(shape.k, shape.n, random);
        for (std::size_t size = 0; size < kSizeCount; ++size) {
            for (const bool double_buffered : {false, true}) {
                arch::Array array;
                array.rows = kSizes[size].rows;
                array.cols = kSizes[size].cols;
                array.double_buffered = double_buffered;
                CAPTURE(shape.m, shape.n, shape.k, array.rows, array.cols, double_buffered);

                array.dataflow = Dataflow::kWeightStationary;
                const Run ws = rtl.weight_stationary(size, double_buffered, a, b);
                const Run ws_grid = grid_run(array, a, b);
                CHECK(ws.events == ws_grid.events);
                CHECK(ws.product == ws_grid.product);

                array.dataflow = Dataflow::kOutputStationary;
                const Run os = rtl.output_stationary(size, double_buffered, a, b);
                const Run os_grid = grid_run(array, a, b);
                CHECK(os.events == os_grid.events);
                CHECK(os.product == os_grid.product);
                CHECK(os.product == ws.product);
            }
        }
    }
}
