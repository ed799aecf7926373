#include "sim/config/config_text.h"

#include "sim/config/config_echo.h"
#include "sim/config/key_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <string_view>
#include <variant>

namespace systole::config {
namespace {

constexpr std::size_t kWidth = 100;

// `words` as comment lines of at most kWidth columns.
void append_comment(std::string& text, const std::string& indent, std::string_view words) {
    std::string line;
    const auto flush = [&] {
        text += fmt::format("{}#{}\n", indent, line);
        line.clear();
    };
    while (!words.empty()) {
        const std::size_t end = std::min(words.find(' '), words.size());
        if (!line.empty() && indent.size() + 2 + line.size() + end > kWidth) {
            flush();
        }
        line += fmt::format(" {}", words.substr(0, end));
        words.remove_prefix(std::min(end + 1, words.size()));
    }
    flush();
}

// Text of any kind in a form that YAML reads back unchanged; the reader allows no control
// characters in one.
std::string in_double_quotes(std::string_view words) {
    std::string text = "\"";
    for (const char c : words) {
        text += c == '"' || c == '\\' ? fmt::format("\\{}", c) : std::string(1, c);
    }
    return text + "\"";
}

std::string yaml_value(const Key& key, ArchConfig& config) {
    const Slot slot = key.slot(config);
    if (const auto* words = std::get_if<std::string*>(&slot)) {
        return in_double_quotes(**words);
    }
    const std::string value = value_text(key, config);
    if (is_list(slot)) {
        return value == "none" ? "[]" : fmt::format("[{}]", value);
    }
    return value;
}

// Opens the sections of `dotted` that `open` is not in, closing what it leaves; the indentation of
// the key.
std::string enter(std::string& text, std::vector<std::string>& open, std::string_view dotted) {
    std::vector<std::string> sections;
    for (std::size_t dot = dotted.find('.'); dot != std::string_view::npos;
         dot = dotted.find('.')) {
        sections.emplace_back(dotted.substr(0, dot));
        dotted.remove_prefix(dot + 1);
    }
    std::size_t same = 0;
    while (same < std::min(open.size(), sections.size()) && open[same] == sections[same]) {
        ++same;
    }
    for (std::size_t level = same; level < sections.size(); ++level) {
        text += level == 0 ? "\n" : "";
        text += fmt::format("{:{}}{}:\n", "", 2 * level, sections[level]);
    }
    open = sections;
    return std::string(2 * sections.size(), ' ');
}

}  // namespace

std::string config_text(const ArchConfig& given, const std::string& folder) {
    ArchConfig config = given;
    if (!config.energy.table.empty()) {
        namespace fs = std::filesystem;
        config.energy.table = fs::path(config.energy.table)
                                  .lexically_proximate(folder.empty() ? "." : folder)
                                  .generic_string();
    }
    std::string text =
        "# One architecture for systole: every key, with what it means, its unit and its range.\n"
        "# What is left out has the default of configs/README.md.\n";
    std::vector<std::string> open;
    for (const Key& key : arch_keys()) {
        const std::string indent = enter(text, open, key.dotted);
        const std::string range = range_text(key);
        const std::string limits =
            key.unit.empty() ? range : fmt::format("{}, {}", key.unit, range);
        append_comment(text, indent, fmt::format("{} ({})", key.help, limits));
        const std::string name = key.dotted.substr(key.dotted.rfind('.') + 1);
        const bool none = key.dotted == "energy.table" && config.energy.table.empty();
        text += none ? fmt::format("{}# {}: FILE.yaml\n", indent, name)
                     : fmt::format("{}{}: {}\n", indent, name, yaml_value(key, config));
    }
    return text;
}

ArchConfig starting_config() {
    ArchConfig config;
    config.name = "my core";
    config.tiers[Tier::kL1].capacity = 4096;
    config.tiers[Tier::kUB].capacity = 1024;
    config.tiers[Tier::kL0A].capacity = 256;
    config.tiers[Tier::kL0B].capacity = 256;
    config.tiers[Tier::kL0C].capacity = 512;
    return config;
}

std::vector<ConfigDifference> config_difference(const ArchConfig& left, const ArchConfig& right) {
    const std::vector<EchoRow> a = config_echo(left);
    const std::vector<EchoRow> b = config_echo(right);
    std::vector<ConfigDifference> differences;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (a[i].value != b[i].value) {
            differences.push_back(
                {a[i].key, a[i].value, b[i].value, a[i].unit, a[i].source, b[i].source});
        }
    }
    return differences;
}

}  // namespace systole::config
