#include "sim/load/trace_file.h"

#include "sim/core/error.h"
#include "sim/core/file_kind.h"
#include "sim/load/text_source.h"
#include "sim/load/trace_check.h"
#include "sim/load/trace_csv.h"
#include "sim/load/trace_json.h"

#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace systole::load {
namespace {

constexpr std::string_view kJson = ".json";
constexpr std::string_view kNodes = "_Nodes.csv";
constexpr std::string_view kEdges = "_Edges.csv";
constexpr std::string_view kLayers = "_Layers.csv";
constexpr std::string_view kFamily = "trace";

bool ends_with(std::string_view text, std::string_view end) {
    return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

// "x" when `path` is "x_Nodes.csv" or "x_Edges.csv", else "".
std::string pair_start(const std::string& path) {
    for (std::string_view end : {kNodes, kEdges}) {
        if (ends_with(path, end)) {
            return path.substr(0, path.size() - end.size());
        }
    }
    return "";
}

bool exists(const std::string& path) {
    std::error_code ignored;
    return std::filesystem::exists(path, ignored);
}

[[noreturn]] void fail_format(const std::string& path) {
    throw_bad_input("trace.format",
                    {path, 0, {}},
                    "the name does not tell the format of the trace; expected x.json, or "
                    "x_Nodes.csv and x_Edges.csv, or their common start x");
}

ir::Program read_pair(const std::string& start, InputFiles* log) {
    const auto open = [&](std::string_view end) {
        return TextSource::open(start + std::string(end), kFamily, log);
    };
    TextSource nodes = open(kNodes);
    TextSource edges = open(kEdges);
    return read_trace_csv(std::move(nodes), std::move(edges), [&] { return open(kLayers); });
}

// A report, a plan or a list of layers under the name of a trace says what it is.
ir::Program read_json(TextSource source) {
    constexpr std::size_t kStart = 4096;
    const std::string name = source.name();
    const std::string start(source.peek().substr(0, kStart));
    try {
        return read_trace_json(std::move(source));
    } catch (const Error&) {
        refuse_other_kind(start, FileKind::kTraceJson, "trace.kind", name);
        throw;
    }
}

ir::Program proved(ir::Program trace) {
    const std::vector<Error> errors = check_trace(trace, 1);
    if (!errors.empty()) {
        throw Error(errors.front());
    }
    return trace;
}

}  // namespace

ir::Program read_trace(const std::string& path, InputFiles* log) {
    const std::string start = pair_start(path);
    if (!start.empty()) {
        return read_pair(start, log);
    }
    if (path == "-" || ends_with(path, kJson)) {
        return read_json(TextSource::open(path, kFamily, log));
    }
    if (is_trace_path(path)) {
        return read_pair(path, log);
    }
    std::error_code failed;
    if (std::filesystem::is_fifo(path, failed)) {
        return read_json(TextSource::open(path, kFamily, log));
    }
    if (std::filesystem::path(path).has_extension() && exists(path) &&
        std::filesystem::is_regular_file(path)) {
        TextSource source = TextSource::open(path, kFamily);
        refuse_other_kind(source.next(), FileKind::kTraceJson, "trace.format", path);
        fail_format(path);
    }
    TextSource::open(path, kFamily);  // says what is wrong with the name: missing, a folder
    fail_format(path);
}

bool is_trace_path(const std::string& path) {
    return ends_with(path, kJson) || !pair_start(path).empty() ||
           exists(path + std::string(kNodes)) || exists(path + std::string(kEdges));
}

ir::Program load_trace(const std::string& path, InputFiles* log) {
    return proved(read_trace(path, log));
}

ir::Program load_trace(TextSource json) {
    return proved(read_json(std::move(json)));
}

void write_trace(const ir::Program& trace, const std::string& path, OutputSet& out) {
    const auto into = [](OutputFile& file) {
        return [&file](std::string_view text) { file.write(text); };
    };
    if (ends_with(path, kJson)) {
        write_trace_json(trace, into(out.open(path)));
        return;
    }
    std::string start = pair_start(path);
    if (start.empty()) {
        // Any other ending is more likely a slip than the start of a pair; so is a device.
        if (path.empty() || path == "-" || path.rfind("/dev/", 0) == 0 ||
            std::filesystem::path(path).has_extension()) {
            fail_format(path);
        }
        start = path;
    }
    write_nodes_csv(trace, into(out.open(start + std::string(kNodes))));
    write_edges_csv(trace, into(out.open(start + std::string(kEdges))));
    if (!trace.work.empty()) {
        write_layers_csv(trace, into(out.open(start + std::string(kLayers))));
    }
}

void write_trace(const ir::Program& trace, const std::string& path) {
    OutputSet out;
    write_trace(trace, path, out);
    out.commit();
}

std::string case_name(const std::string& path) {
    if (path == "-") {
        return "stdin";
    }
    const std::string name = std::filesystem::path(path).filename().string();
    std::string start = pair_start(name);
    if (!start.empty()) {
        return start;
    }
    return ends_with(name, kJson) ? name.substr(0, name.size() - kJson.size()) : name;
}

}  // namespace systole::load
