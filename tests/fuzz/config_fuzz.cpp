// Any bytes as an architecture: a resolved configuration or an error, and a configuration can be
// echoed.

#include "sim/config/config_echo.h"
#include "sim/config/config_reader.h"
#include "tests/fuzz/fuzz_support.h"

using namespace systole;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    test::expect_answer([&] {
        config::config_echo(config::parse_arch_config(test::text_of(data, size), "fuzz.yaml", {}));
    });
    return 0;
}
