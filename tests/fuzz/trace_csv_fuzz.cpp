#include "sim/load/trace_csv.h"
#include "tests/fuzz/fuzz_support.h"

// The input is the nodes file, a line "%%", the edges file.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace systole;
    const auto read = [](std::string_view nodes, std::string_view edges) {
        return load::read_trace_csv(load::TextSource::memory(nodes, "nodes", "trace"),
                                    load::TextSource::memory(edges, "edges", "trace"));
    };
    std::string_view edges = test::text_of(data, size);
    const std::string_view nodes = test::take_part(edges);
    test::expect_answer([&] {
        test::use_trace(read(nodes, edges), [&](const ir::Program& trace) {
            std::string nodes_again;
            std::string edges_again;
            load::write_nodes_csv(trace, [&](std::string_view piece) { nodes_again += piece; });
            load::write_edges_csv(trace, [&](std::string_view piece) { edges_again += piece; });
            return read(nodes_again, edges_again);
        });
    });
    return 0;
}
