// The grid takes what the closed forms say and gives the product, for every small shape.

#include "tests/arch/cube/grid_against_closed_form.h"

#include <vector>

using namespace systole;

namespace {

// Under sanitizers a tenth of the shapes: the same code, some twenty times slower.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
const std::vector<std::size_t> kSizes = {1, 2, 3, 5, 8};
#else
const std::vector<std::size_t> kSizes = {1, 2, 3, 4, 5, 6, 7, 8};
#endif

struct Mode {
    bool double_buffered, preloaded;
};

// Every (m, n, k) on an array; the number of shapes.
std::size_t run_all(const arch::Array& array, std::mt19937& random) {
    std::size_t shapes = 0;
    for (const std::size_t m : kSizes) {
        for (const std::size_t n : kSizes) {
            for (const std::size_t k : kSizes) {
                const auto a = test::random_matrix<std::int8_t>(m, k, random);
                const auto b = test::random_matrix<std::int8_t>(k, n, random);
                const std::string found = test::difference(array, a, b);
                if (!found.empty()) {
                    CAPTURE(array.rows, array.cols, array.double_buffered, array.preloaded);
                    CAPTURE(m, n, k, array.mac_latency, array.interval);
                    FAIL(found);
                }
                ++shapes;
            }
        }
    }
    return shapes;
}

std::size_t run_arrays(Dataflow dataflow, const std::vector<Mode>& modes) {
    std::mt19937 random(20161);
    std::size_t shapes = 0;
    for (const Mode mode : modes) {
        for (const std::size_t rows : kSizes) {
            for (const std::size_t cols : kSizes) {
                arch::Array array;
                array.dataflow = dataflow;
                array.rows = rows;
                array.cols = cols;
                array.double_buffered = mode.double_buffered;
                array.preloaded = mode.preloaded;
                shapes += run_all(array, random);
            }
        }
    }
    return shapes;
}

std::size_t fifth_power(std::size_t n) {
    return n * n * n * n * n;
}

const std::vector<Mode> kStationaryModes = {
    {false, false}, {false, true}, {true, false}, {true, true}};

}  // namespace

TEST_CASE("ws: grid, closed form and product agree on every shape up to 8") {
    CHECK(run_arrays(Dataflow::kWeightStationary, kStationaryModes) ==
          4 * fifth_power(kSizes.size()));
}

TEST_CASE("is: grid, closed form and product agree on every shape up to 8") {
    CHECK(run_arrays(Dataflow::kInputStationary, kStationaryModes) ==
          4 * fifth_power(kSizes.size()));
}

TEST_CASE("os: grid, closed form and product agree on every shape up to 8") {
    CHECK(run_arrays(Dataflow::kOutputStationary, {{false, false}, {true, false}}) ==
          2 * fifth_power(kSizes.size()));
}

TEST_CASE("deeper pipelines and slower PEs agree on every shape of three sizes") {
    std::mt19937 random(3);
    for (const Dataflow dataflow :
         {Dataflow::kWeightStationary, Dataflow::kInputStationary, Dataflow::kOutputStationary}) {
        for (const bool double_buffered : {false, true}) {
            for (const std::uint64_t latency : {1, 2, 4}) {
                for (const std::uint64_t interval : {1, 3}) {
                    for (const std::size_t rows : {1, 2, 5}) {
                        for (const std::size_t cols : {1, 3, 4}) {
                            arch::Array array;
                            array.dataflow = dataflow;
                            array.rows = rows;
                            array.cols = cols;
                            array.double_buffered = double_buffered;
                            array.mac_latency = latency;
                            array.interval = interval;
                            for (const std::size_t m : {1, 4, 7}) {
                                for (const std::size_t n : {1, 3, 8}) {
                                    for (const std::size_t k : {1, 2, 11}) {
                                        const auto a =
                                            test::random_matrix<std::int16_t>(m, k, random);
                                        const auto b =
                                            test::random_matrix<std::int16_t>(k, n, random);
                                        CAPTURE(name(dataflow), double_buffered, latency);
                                        CAPTURE(interval, rows, cols, m, n, k);
                                        CHECK(test::difference(array, a, b).empty());
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
