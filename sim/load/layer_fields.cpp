#include "sim/load/layer_fields.h"

#include "sim/core/nearest.h"
#include "sim/core/number_text.h"
#include "sim/core/visible_text.h"
#include "sim/load/layer_check.h"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace systole::load {

LayerFields::LayerFields(const YAML::Node& map, const std::string& file, std::string owner)
    : file_(file), owner_(std::move(owner)), where_(place_of(map, file)) {
    for (YamlEntry& entry : yaml_entries(map, yaml_owner(), "keys and values")) {
        const std::string key = entry.key;
        entries_.emplace(key, std::move(entry));
    }
}

YamlOwner LayerFields::yaml_owner() const {
    return {file_, "network", owner_ + ": ", ""};
}

void LayerFields::allow(std::string_view what, const std::vector<std::string_view>& known) const {
    for (const auto& [key, entry] : entries_) {
        refuse_unknown_key(entry, yaml_owner(), known, what);
    }
}

SourceRef LayerFields::place(std::string_view key) const {
    const auto at = entries_.find(key);
    return at == entries_.end() ? where_ : at->second.where;
}

const YAML::Node* LayerFields::find(std::string_view key) const {
    const auto at = entries_.find(key);
    return at == entries_.end() ? nullptr : &at->second.value;
}

const YAML::Node& LayerFields::need(std::string_view key) const {
    const YAML::Node* node = find(key);
    if (node == nullptr) {
        fail("network.missing-field", where_, fmt::format("has no key '{}'", key));
    }
    return *node;
}

std::string LayerFields::text(std::string_view key) const {
    YamlWord found = word(need(key), key, "a word");
    if (found.text.empty()) {
        fail("network.type", place(key), fmt::format("key {} is ''; expected a word", key));
    }
    return std::move(found.text);
}

YamlWord LayerFields::word(const YAML::Node& node,
                           std::string_view key,
                           std::string_view expected) const {
    return yaml_word(node, yaml_owner(), fmt::format("key {}", key), expected);
}

std::vector<std::string> LayerFields::words(std::string_view key, std::string_view shape) const {
    const YAML::Node& node = need(key);
    std::vector<std::string> found;
    for (const auto& item : node) {
        if (!node.IsSequence() || !item.IsScalar()) {
            break;
        }
        found.push_back(item.Scalar());
    }
    if (!node.IsSequence() || found.size() != node.size() || found.empty()) {
        fail("network.type",
             place(key),
             fmt::format("key {} is {}; expected words, {}", key, describe(node), shape));
    }
    return found;
}

std::uint64_t LayerFields::number(const YAML::Node& node,
                                  std::string_view key,
                                  std::uint64_t least) const {
    const auto refuse = [&](const char* rule, const std::string& hint = "") {
        // A list's items may stand on lines of their own.
        SourceRef where = place_of(node, file_);
        fail(rule,
             where.line == 0 ? place(key) : where,
             fmt::format("key {} is {}; expected a whole number from {} to {}{}",
                         key,
                         describe(node),
                         least,
                         kMaxLayerSize,
                         hint));
    };
    if (!node.IsScalar()) {
        refuse("network.type");
    }
    const auto [text, quoted, unused] = word(node, key, "a whole number");
    const bool negative = text.size() > 1 && text.front() == '-';
    const std::string digits = text.substr(negative ? 1 : 0);
    const std::string hint = number_hint(digits, quoted);
    if (quoted || !all_digits(digits) || (digits.size() > 1 && digits.front() == '0')) {
        refuse("network.number", hint);
    }
    const std::optional<std::uint64_t> value = parse_whole_number(digits);
    if (negative || !value || *value < least || *value > kMaxLayerSize) {
        refuse("network.range");
    }
    return *value;
}

std::uint64_t LayerFields::size(std::string_view key, std::uint64_t least) const {
    return number(need(key), key, least);
}

std::uint64_t LayerFields::size_or(std::string_view key, std::uint64_t fallback) const {
    return has(key) ? size(key) : fallback;
}

std::vector<std::uint64_t> LayerFields::sizes(std::string_view key,
                                              std::size_t length,
                                              std::string_view shape,
                                              std::uint64_t least) const {
    const YAML::Node& node = need(key);
    if (!node.IsSequence() || node.size() != length) {
        fail("network.type",
             place(key),
             fmt::format("key {} is {}; expected {}", key, describe(node), shape));
    }
    std::vector<std::uint64_t> values;
    for (const auto& item : node) {
        values.push_back(number(item, key, least));
    }
    return values;
}

std::array<std::uint64_t, 2> LayerFields::pair_or(std::string_view key,
                                                  std::uint64_t fallback) const {
    const YAML::Node* node = find(key);
    if (node == nullptr) {
        return {fallback, fallback};
    }
    if (node->IsScalar()) {
        const std::uint64_t both = number(*node, key, 1);
        return {both, both};
    }
    const std::vector<std::uint64_t> two = sizes(key, 2, "a number or [height, width]");
    return {two[0], two[1]};
}

void LayerFields::fail(const char* rule, const SourceRef& where, const std::string& what) const {
    throw_bad_input(rule, where, fmt::format("{} {}", owner_, what));
}

}  // namespace systole::load
