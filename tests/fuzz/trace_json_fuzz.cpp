#include "tests/fuzz/fuzz_support.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace systole;
    const auto read = [](std::string_view text) {
        return load::read_trace_json(load::TextSource::memory(text, "fuzz", "trace"));
    };
    test::expect_answer([&] {
        test::use_trace(read(test::text_of(data, size)),
                        [&](const ir::Program& trace) { return read(test::json_of(trace)); });
    });
    return 0;
}
