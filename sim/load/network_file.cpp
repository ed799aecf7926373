#include "sim/load/network_file.h"

#include "sim/core/error.h"
#include "sim/core/file_kind.h"
#include "sim/load/layer_yaml.h"
#include "sim/load/text_source.h"
#include "sim/load/topology_csv.h"

#include <fmt/format.h>

#include <cstddef>
#include <string_view>

namespace systole::load {
namespace {

constexpr std::string_view kFamily = "network";
constexpr std::size_t kMaxBytes = std::size_t{64} << 20;

bool ends_with(std::string_view text, std::string_view end) {
    return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

bool is_csv(const std::string& path) {
    return ends_with(path, ".csv") && !ends_with(path, "_Nodes.csv") &&
           !ends_with(path, "_Edges.csv") && !ends_with(path, "_Layers.csv");
}

bool is_yaml(const std::string& path) {
    return ends_with(path, ".yaml") || ends_with(path, ".yml");
}

std::string read_all(TextSource& source) {
    std::string text;
    for (std::string_view piece = source.next(); !piece.empty(); piece = source.next()) {
        text.append(piece);
        if (text.size() > kMaxBytes) {
            throw_bad_input(source.rule("too-large"),
                            {source.name(), 0, {}},
                            fmt::format("the file is larger than {} MiB; expected a layer list",
                                        kMaxBytes >> 20));
        }
    }
    return text;
}

// A CSV header has commas and no colon before the first of them; our lists start with a comment or
// a key.
bool looks_like_csv(std::string_view text) {
    const std::size_t start = text.find_first_not_of(" \t\r\n");
    const std::size_t mark =
        start == std::string_view::npos ? start : text.find_first_of(",:#", start);
    return mark != std::string_view::npos && text[mark] == ',';
}

ir::Network read_list(const std::string& text, const std::string& name) {
    try {
        return read_layer_yaml(text, name);
    } catch (const Error&) {
        refuse_other_kind(text, FileKind::kLayerList, "network.kind", name);
        throw;
    }
}

}  // namespace

bool is_network_path(const std::string& path) {
    return is_csv(path) || is_yaml(path);
}

ir::Network load_network(const std::string& path, InputFiles* log) {
    TextSource source = TextSource::open(path, kFamily, log);
    if (is_csv(path)) {
        return read_topology(std::move(source));
    }
    return is_yaml(path) ? read_list(read_all(source), source.name())
                         : read_network(std::move(source));
}

ir::Network read_network(TextSource source) {
    const std::string text = read_all(source);
    return looks_like_csv(text) ? read_topology(TextSource::memory(text, source.name(), kFamily))
                                : read_list(text, source.name());
}

}  // namespace systole::load
