#pragma once

#include "sim/core/error.h"
#include "sim/ir/program.h"
#include "sim/load/trace_json.h"

#include <catch2/catch.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <utility>

namespace systole::test {

// What the tests of the readers ask of an error: rule, line (0: none) and node.
struct Found {
    std::string rule;
    std::size_t line = 0;
    std::optional<std::uint64_t> node = {};

    bool operator==(const Found& other) const {
        return rule == other.rule && line == other.line && node == other.node;
    }
};

inline std::ostream& operator<<(std::ostream& out, const Found& found) {
    out << found.rule << " line " << found.line << " node ";
    return found.node ? out << *found.node : out << '-';
}

inline Found found(const Error& error) {
    return {error.rule(), error.where().line, error.where().node};
}

// The Error that the call throws.
template <class Call>
Error error_of(Call call) {
    try {
        call();
    } catch (const Error& error) {
        return error;
    }
    FAIL("no error was thrown");
    throw std::logic_error("unreachable");
}

inline ir::Program trace_of(const std::string& json) {
    return load::read_trace_json(load::TextSource::memory(json, "t.json", "trace"));
}

inline Error json_error(const std::string& json) {
    return error_of([&] { trace_of(json); });
}

inline std::string json_of(const ir::Program& trace) {
    std::string text;
    load::write_trace_json(trace, [&](std::string_view piece) { text += piece; });
    return text;
}

// A well-formed trace, one node or edge a line: node Id stands in line Id + 2, the edges from
// line 6. Buffer 7 is copied in and freed.
inline const std::string kSmall =
    R"({"Nodes":[
{"Id":0,"Op":"ALLOC","BufId":7,"Size":4,"Type":"L1"},
{"Id":1,"Op":"COPY_IN","Pipe":"MTE2","Cycles":10,"Bufs":[7]},
{"Id":2,"Op":"FREE","BufId":7,"Size":4,"Type":"L1"}
],"Edges":[
[0,1],
[1,2]
]}
)";

// kSmall with its first `what` replaced.
inline std::string small_with(const std::string& what, const std::string& replacement) {
    std::string text = kSmall;
    const std::size_t at = text.find(what);
    if (at == std::string::npos) {
        throw std::logic_error("nothing to replace: " + what);
    }
    return text.replace(at, what.size(), replacement);
}

}  // namespace systole::test
