// Any bytes as a SCALE-Sim configuration: an array or an error.

#include "sim/load/scalesim_cfg.h"
#include "tests/fuzz/fuzz_support.h"

using namespace systole;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    test::expect_answer([&] {
        load::read_scalesim_cfg(
            load::TextSource::memory(test::text_of(data, size), "fuzz.cfg", "scalesim"));
    });
    return 0;
}
