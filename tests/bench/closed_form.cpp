// How many layers a second the closed forms evaluate.
//
//   bench_closed_form [LAYERS]                default: 1000000
//
// The layers are the products of ResNet-50's convolutions with every size moved about, so that no
// two are alike; each row is the best of five passes over all of them (row stationary: over a
// thousandth, for it searches a mapping). One thread.

#include "arch/cube/row_stationary_timing.h"
#include "arch/cube/systolic_timing.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <vector>

namespace {

using namespace systole;

std::vector<arch::Gemm> products(std::size_t count) {
    constexpr arch::Gemm kStages[] = {{12544, 64, 147},
                                      {3136, 64, 576},
                                      {784, 128, 1152},
                                      {196, 256, 2304},
                                      {49, 512, 4608},
                                      {3136, 256, 64},
                                      {784, 512, 128},
                                      {196, 1024, 256}};
    std::vector<arch::Gemm> gemms;
    gemms.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        const arch::Gemm& base = kStages[i % std::size(kStages)];
        gemms.push_back({base.m + i % 31, base.n + i % 17, base.k + i % 13});
    }
    return gemms;
}

void measure(const std::vector<arch::Gemm>& gemms,
             std::size_t count,
             const arch::Array& array,
             arch::Convention convention) {
    double best = 1e300;
    std::uint64_t sum = 0;  // printed, so that nothing is optimised away
    for (int pass = 0; pass < 5; ++pass) {
        sum = 0;
        const auto start = std::chrono::steady_clock::now();
        for (std::size_t i = 0; i < count; ++i) {
            sum += arch::array_cost(gemms[i], array, convention).cycles;
        }
        best = std::min(
            best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
    fmt::print("{:<8} {:>4} x {:<4} {:<9} {:>14.0f} layers/s   ({} cycles)\n",
               name(array.dataflow),
               array.rows,
               array.cols,
               convention == arch::Convention::kHardware ? "hardware" : "scalesim",
               static_cast<double>(count) / best,
               sum);
}

}  // namespace

int main(int argc, char** argv) {
    try {
        const std::size_t count =
            std::max<std::size_t>(1000, argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1000000);
        const std::vector<arch::Gemm> gemms = products(count);
        for (std::size_t i = 0; i < kDataflowCount; ++i) {
            arch::Array array;
            array.dataflow = static_cast<Dataflow>(i);
            const bool searches = array.dataflow == Dataflow::kRowStationary;
            const bool cube = array.dataflow == Dataflow::kBlock;
            array.rows = searches ? 12 : cube ? 16 : 128;
            array.cols = searches ? 14 : array.rows;
            array.depth = cube ? 16 : 1;
            measure(gemms, searches ? count / 1000 : count, array, arch::Convention::kHardware);
            if (!searches && !cube) {
                measure(gemms, count, array, arch::Convention::kScalesim);
            }
        }
    } catch (const std::exception& error) {
        fmt::print(stderr, "bench_closed_form: {}\n", error.what());
        return 1;
    }
    return 0;
}
