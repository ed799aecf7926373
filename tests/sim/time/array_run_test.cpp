#include "sim/time/array_run.h"

#include "arch/cube/pe_grid.h"
#include "tests/support/outputs.h"
#include "tests/support/paths.h"

#include <catch2/catch.hpp>

#include <vector>

using namespace systole;

namespace {

std::unique_ptr<arch::TypedPeGrid<std::int8_t>> worked_example() {
    arch::Array array;
    array.rows = array.cols = 2;
    array.preloaded = true;
    return arch::make_pe_grid(array,
                              arch::Matrix<std::int8_t>(2, 2, {5, 7, 6, 8}),
                              arch::Matrix<std::int8_t>(2, 2, {1, 2, 3, 4}));
}

}  // namespace

TEST_CASE("the kernel's clock says what the grid counts") {
    const auto grid = worked_example();
    CHECK(time::run_array(*grid) == 4);
    CHECK(grid->cycles() == 4);
}

TEST_CASE("more cycles than the module takes at a time") {
    arch::Array array;
    array.rows = array.cols = 1;
    array.preloaded = true;
    const auto grid =
        arch::make_pe_grid(array,
                           arch::Matrix<std::int8_t>(10000, 1, std::vector<std::int8_t>(10000, 1)),
                           arch::Matrix<std::int8_t>(1, 1, {1}));
    CHECK(time::run_array(*grid) == 10000);
}

TEST_CASE("an observer sees every cycle: 1, 3, 3, 1 busy PEs") {
    const auto grid = worked_example();
    std::vector<std::uint64_t> busy;
    time::ArrayRunOptions options;
    options.observe = [&](const arch::CycleGrid& after) { busy.push_back(after.busy()); };
    CHECK(time::run_array(*grid, options) == 4);
    CHECK(busy == std::vector<std::uint64_t>{1, 3, 3, 1});
}

TEST_CASE("the wave shows each PE's sum in its cycle") {
    const test::TempDir dir;
    const auto grid = worked_example();
    time::ArrayRunOptions options;
    test::write_output(dir / "array.vcd", [&](OutputFile& file) {
        options.wave = &file;
        CHECK(time::run_array(*grid, options) == 4);
    });
    const std::string wave = test::read_file(dir / "array.vcd");
    CHECK(wave.find("pe_2_2") != std::string::npos);
    // Y[2,2] = 44 in cycle 4, which begins after 3 ns at 1 GHz; it ends at 4 ns.
    const std::size_t last = wave.find("#3000\n");
    REQUIRE(last != std::string::npos);
    CHECK(wave.find("b101100 ", last) != std::string::npos);
    CHECK(wave.find("b101100 ") > last);
    CHECK(wave.find("#4000\n", last) != std::string::npos);
}
