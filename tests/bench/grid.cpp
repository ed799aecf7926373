// How many PE-cycles a second the PE grid takes, alone and as a SystemC module.
//
//   bench_grid [SIZE]...     default: 8 32 128 256; products of SIZE arrays
//
// PE-cycles: PEs of the array x cycles, idle ones included. Per CPU second, the best of five runs,
// operands made before.

#include "arch/cube/pe_grid.h"
#include "sim/time/array_run.h"

#include <systemc>

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <random>
#include <string>
#include <vector>

extern "C" int sc_main(int, char**) {
    return 0;
}

namespace {

using namespace systole;

template <class Element>
arch::Matrix<Element> random_matrix(std::size_t rows, std::size_t cols) {
    std::mt19937 random(1);
    arch::Matrix<Element> m(rows, cols);
    for (Element& value : m.values) {
        value = static_cast<Element>(static_cast<int>(random() % 255) - 127);
    }
    return m;
}

struct Rate {
    double pe_cycles = 0, macs = 0;  // a second
};

template <class Element>
Rate measure(const arch::Array& array, std::size_t size, bool kernel) {
    const auto a = random_matrix<Element>(size, size);
    const auto b = random_matrix<Element>(size, size);
    Rate best;
    for (int run = 0; run < 5; ++run) {
        const auto grid = arch::make_pe_grid(array, a, b);
        const std::clock_t start = std::clock();
        if (kernel) {
            time::run_array(*grid);
        } else {
            while (!grid->done()) {
                grid->step();
            }
        }
        const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
        const double pes = static_cast<double>(array.rows * array.cols);
        best.pe_cycles =
            std::max(best.pe_cycles, pes * static_cast<double>(grid->cycles()) / seconds);
        best.macs = std::max(best.macs, static_cast<double>(grid->macs()) / seconds);
    }
    return best;
}

template <class Element>
void print_rows(ElementType type, std::size_t size) {
    for (const Dataflow dataflow : {Dataflow::kWeightStationary, Dataflow::kOutputStationary}) {
        for (const bool double_buffered : {false, true}) {
            arch::Array array;
            array.rows = array.cols = size;
            array.dataflow = dataflow;
            array.double_buffered = double_buffered;
            const std::size_t product = std::max<std::size_t>(4 * size, 256);
            const Rate alone = measure<Element>(array, product, false);
            const Rate module = measure<Element>(array, product, true);
            fmt::print("{:>5} {:>4} {:>6} {:>8} {:>6} {:>16.0f} {:>16.0f} {:>12.0f}\n",
                       size,
                       name(dataflow),
                       name(type),
                       double_buffered ? "double" : "plain",
                       product,
                       alone.pe_cycles / 1e6,
                       module.pe_cycles / 1e6,
                       module.macs / 1e6);
        }
    }
}

}  // namespace

int main(int argc, char** argv) {
    ::setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
    std::vector<std::string> sizes(argv + 1, argv + argc);
    if (sizes.empty()) {
        sizes = {"8", "32", "128", "256"};
    }
    fmt::print("{:>5} {:>4} {:>6} {:>8} {:>6} {:>16} {:>16} {:>12}\n",
               "array",
               "flow",
               "type",
               "buffers",
               "m=n=k",
               "grid [MPEc/s]",
               "SystemC [MPEc/s]",
               "[MMAC/s]");
    for (const std::string& size : sizes) {
        print_rows<std::int8_t>(ElementType::kInt8, std::stoull(size));
        print_rows<std::int16_t>(ElementType::kInt16, std::stoull(size));
        print_rows<float>(ElementType::kFp32, std::stoull(size));
    }
    return 0;
}
