#include "sim/core/file_kind.h"

#include "sim/core/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>

namespace systole {
namespace {

struct KindRow {
    FileKind kind;
    std::string_view description;
};

constexpr std::array<KindRow, 9> kKinds = {{
    {FileKind::kArchitecture, "an architecture (CONFIG)"},
    {FileKind::kEnergyTable, "an energy table (the key energy.table)"},
    {FileKind::kLayerList, "a list of layers (WORKLOAD)"},
    {FileKind::kTopology, "a SCALE-Sim topology (WORKLOAD)"},
    {FileKind::kScalesimCfg, "a SCALE-Sim configuration (--scalesim-cfg)"},
    {FileKind::kTraceJson, "a JSON trace (WORKLOAD)"},
    {FileKind::kTraceCsv, "part of a CSV trace (WORKLOAD)"},
    {FileKind::kPlan, "part of a plan (its folder is given with --plan)"},
    {FileKind::kReport, "a report of ours"},
}};

bool contains(std::string_view text, std::string_view what) {
    return text.find(what) != std::string_view::npos;
}

// Whether a line of `text` starts with `key` and a colon.
bool has_top_key(std::string_view text, std::string_view key) {
    for (std::size_t at = text.find(key); at != std::string_view::npos;
         at = text.find(key, at + 1)) {
        const bool starts = at == 0 || text[at - 1] == '\n';
        if (starts && text.substr(at + key.size(), 1) == ":") {
            return true;
        }
    }
    return false;
}

template <std::size_t N>
bool has_any_top_key(std::string_view text, const std::array<std::string_view, N>& keys) {
    return std::any_of(
        keys.begin(), keys.end(), [&](std::string_view key) { return has_top_key(text, key); });
}

// Lines of numbers, or of pairs of them, alone.
bool is_plan(std::string_view text) {
    std::size_t digits = 0;
    for (const char c : text) {
        const bool digit = c >= '0' && c <= '9';
        digits += digit ? 1 : 0;
        if (!digit && c != ':' && c != '\n' && c != '\r' && c != ' ') {
            return false;
        }
    }
    return digits > 0 && contains(text, "\n");
}

// The first line that is neither blank nor a comment.
std::string_view first_line(std::string_view text) {
    for (;;) {
        text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
        const std::string_view line = text.substr(0, text.find('\n'));
        if (line.empty() || line.front() != '#') {
            return line;
        }
        text.remove_prefix(line.size());
    }
}

}  // namespace

std::string_view describe(FileKind kind) {
    const auto row = std::find_if(
        kKinds.begin(), kKinds.end(), [&](const KindRow& r) { return r.kind == kind; });
    return row->description;
}

std::optional<FileKind> guess_file_kind(std::string_view text) {
    constexpr std::string_view kMark = "\xEF\xBB\xBF";
    constexpr std::size_t kEnough = 65536;
    if (text.substr(0, kMark.size()) == kMark) {
        text.remove_prefix(kMark.size());
    }
    text = text.substr(0, kEnough);
    const std::string_view first = first_line(text);
    if (first.empty()) {
        return std::nullopt;
    }
    if (first.front() == '{') {
        if (contains(text, "\"Nodes\"")) {
            return FileKind::kTraceJson;
        }
        return contains(text, "\"schema\"") ? std::optional(FileKind::kReport) : std::nullopt;
    }
    if (contains(text, "[general]") || contains(text, "[architecture_presets]")) {
        return FileKind::kScalesimCfg;
    }
    if (contains(first, ",")) {
        if (first.substr(0, 6) == "Id,Op," || contains(first, "StartNodeId")) {
            return FileKind::kTraceCsv;
        }
        return first.substr(0, 1) == "L" ? std::optional(FileKind::kTopology) : std::nullopt;
    }
    if (has_top_key(text, "layers")) {
        return FileKind::kLayerList;
    }
    constexpr std::array<std::string_view, 3> kEnergy = {"mac", "sram", "anchor"};
    if (has_any_top_key(text, kEnergy)) {
        return FileKind::kEnergyTable;
    }
    constexpr std::array<std::string_view, 5> kArchitecture = {
        "tiers", "cube", "clock_mhz", "bytes_per_unit", "bandwidth"};
    if (has_any_top_key(text, kArchitecture)) {
        return FileKind::kArchitecture;
    }
    return is_plan(text) ? std::optional(FileKind::kPlan) : std::nullopt;
}

void refuse_other_kind(std::string_view text,
                       FileKind expected,
                       const std::string& rule,
                       const std::string& file) {
    const std::optional<FileKind> kind = guess_file_kind(text);
    if (kind && *kind != expected) {
        throw_bad_input(
            rule,
            {file, 0, {}},
            fmt::format("this looks like {}; expected {}", describe(*kind), describe(expected)));
    }
}

}  // namespace systole
