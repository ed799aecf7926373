#include "sim/load/layer_yaml.h"
#include "tests/fuzz/fuzz_support.h"

// Any bytes as a YAML layer list: layers whose arithmetic does not overflow, or an error.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace systole;
    test::expect_answer(
        [&] { test::use_network(load::read_layer_yaml(test::text_of(data, size), "fuzz.yaml")); });
    return 0;
}
