#include "sim/load/workload_file.h"

#include "sim/load/network_file.h"
#include "sim/load/network_name.h"
#include "sim/load/text_source.h"
#include "sim/load/trace_file.h"

#include <cstddef>
#include <string_view>
#include <utility>

namespace systole::load {
namespace {

bool starts_as_json(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && (text[first] == '{' || text[first] == '[');
}

}  // namespace

Workload open(const std::string& path) {
    Workload workload;
    if (is_network_path(path)) {
        workload.name = network_name(path);
        workload.content = load_network(path, &workload.files);
        return workload;
    }
    workload.name = case_name(path);
    if (is_trace_path(path)) {
        workload.content = load_trace(path, &workload.files);
        return workload;
    }
    TextSource source = TextSource::open(path, "trace", &workload.files);
    if (starts_as_json(source.peek())) {
        workload.content = load_trace(std::move(source));
    } else {
        source.set_family("network");
        workload.content = read_network(std::move(source));
    }
    return workload;
}

}  // namespace systole::load
