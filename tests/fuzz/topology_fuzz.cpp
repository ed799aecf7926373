#include "sim/load/topology_csv.h"
#include "tests/fuzz/fuzz_support.h"

// Any bytes as a topology: layers whose arithmetic does not overflow, or an error.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace systole;
    test::expect_answer([&] {
        const ir::Network network = load::read_topology(
            load::TextSource::memory(test::text_of(data, size), "fuzz.csv", "network"));
        test::use_network(network);
    });
    return 0;
}
