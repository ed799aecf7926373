#pragma once

#include "sim/load/trace_check.h"
#include "sim/load/trace_file.h"
#include "tests/sim/generate/generated.h"
#include "tests/support/paths.h"

#include <catch2/catch.hpp>

#include <optional>
#include <string>
#include <vector>

namespace systole::test {

// A public trace, or nothing (and a warning) where the reference material is not there.
inline std::optional<ir::Program> public_trace(const std::string& name) {
    const auto shared = shared_dir();
    if (!shared) {
        WARN("no reference traces here: " << name << " is not compared");
        return std::nullopt;
    }
    return load::load_trace((*shared / "traces" / "davinci" / (name + ".json")).string());
}

template <class T>
bool same_rows(const ir::Csr<T>& a, const ir::Csr<T>& b) {
    return a.offsets == b.offsets && a.values == b.values;
}

// Every node, buffer and edge, under the same id and in the same order.
inline void check_identical(const ir::Program& made, const ir::Program& expected) {
    REQUIRE(made.nodes() == expected.nodes());
    REQUIRE(made.buffers() == expected.buffers());
    std::vector<std::string> made_ops;
    std::vector<std::string> expected_ops;
    for (std::uint32_t v = 0; v < made.nodes(); ++v) {
        made_ops.push_back(made.op_name(NodeId{v}));
        expected_ops.push_back(expected.op_name(NodeId{v}));
    }
    CHECK(made_ops == expected_ops);
    CHECK(made.kind == expected.kind);
    CHECK(made.pipe == expected.pipe);
    CHECK(made.cycles == expected.cycles);
    CHECK(made.size == expected.size);
    CHECK(made.tier == expected.tier);
    CHECK(made.alloc == expected.alloc);
    CHECK(made.free == expected.free);
    CHECK(made.backed == expected.backed);
    CHECK(made.buffer_label == expected.buffer_label);
    CHECK(same_rows(made.bufs, expected.bufs));
    CHECK(same_rows(made.succ, expected.succ));
    CHECK(same_rows(made.pred, expected.pred));
}

// The facts of well-formed traces, and the size that was computed before it was made.
inline void check_well_formed(std::string_view kernel, const std::vector<Setting>& settings) {
    const ir::Program trace = generated(kernel, settings);
    INFO(trace.file);
    for (const Error& error : load::check_trace(trace, 1)) {
        FAIL_CHECK(error.what());
    }
    const generate::TraceSize size =
        generate::find_kernel(kernel).size(values_of(kernel, settings));
    CHECK(trace.nodes() == size.nodes().value());
    CHECK(trace.edges() == size.edges().value());
    CHECK(trace.buffers() == size.buffers.value());
    CHECK(trace.bufs.values.size() == 2 * size.buffers.value() + size.listed.value());
}

}  // namespace systole::test
