#include "sim/sweep/sweep_yaml.h"

#include "sim/core/nearest.h"
#include "sim/core/yaml_document.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace systole::sweep {
namespace {

constexpr std::uint64_t kLargest = 999'999'999'999'999'999;
constexpr std::size_t kMostValues = 1'000'000;

const char* describe(const YAML::Node& node) {
    switch (node.Type()) {
        case YAML::NodeType::Map:
            return "a section";
        case YAML::NodeType::Sequence:
            return "a list";
        case YAML::NodeType::Scalar:
            return "a word";
        case YAML::NodeType::Null:
        case YAML::NodeType::Undefined:
            break;
    }
    return "nothing";
}

bool all_digits(std::string_view text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

}  // namespace

SourceRef YamlWalker::where(const YAML::Node& node) const {
    return {file_, line_in_file(node.Mark()), {}};
}

void YamlWalker::each(
    const YAML::Node& map,
    std::string_view what,
    const std::vector<std::string_view>& known,
    const std::function<void(const std::string&, const YAML::Node&, const SourceRef&)>& take)
    const {
    if (!map.IsMap()) {
        throw_bad_input(
            "sweep.type",
            where(map),
            fmt::format("{}: expected keys with values, found {}", what, describe(map)));
    }
    std::map<std::string, std::size_t> seen;
    for (const auto& entry : map) {
        const SourceRef place = where(entry.first);
        const std::string name = word(entry.first, what).text;
        if (!known.empty() && std::find(known.begin(), known.end(), name) == known.end()) {
            const std::string near = did_you_mean(name, known);
            throw_bad_input(
                "sweep.key-unknown",
                place,
                fmt::format(
                    "{}: unknown key '{}'{}",
                    what,
                    name,
                    near.empty() ? fmt::format("; valid here: {}", fmt::join(known, ", ")) : near));
        }
        const auto [first, is_new] = seen.emplace(name, place.line);
        if (!is_new) {
            throw_bad_input("sweep.key-duplicate",
                            place,
                            fmt::format("'{}' is given a second time (first on line {}); keep one "
                                        "of them",
                                        name,
                                        first->second));
        }
        take(name, entry.second, place);
    }
}

Word YamlWalker::word(const YAML::Node& node, std::string_view what) const {
    if (!node.IsScalar() || node.Scalar().empty()) {
        throw_bad_input("sweep.type",
                        where(node),
                        fmt::format("{}: expected a word, found {}", what, describe(node)));
    }
    return {node.Scalar(), where(node)};
}

std::vector<Word> YamlWalker::words(const YAML::Node& node, std::string_view what) const {
    if (!node.IsSequence()) {
        return {word(node, what)};
    }
    std::vector<Word> result;
    for (const YAML::Node& item : node) {
        result.push_back(word(item, what));
    }
    if (result.empty()) {
        throw_bad_input("sweep.values",
                        where(node),
                        fmt::format("{}: the list is empty, so there would be no points", what));
    }
    return result;
}

std::uint64_t YamlWalker::number(const YAML::Node& node,
                                 std::string_view what,
                                 std::uint64_t min,
                                 std::uint64_t max) const {
    const Word text = word(node, what);
    if (!all_digits(text.text)) {
        throw_bad_input("sweep.type",
                        text.where,
                        fmt::format("{}: expected a whole number, found '{}'", what, text.text));
    }
    const std::uint64_t value = text.text.size() > 18 ? kLargest + 1 : std::stoull(text.text);
    if (value < min || value > max) {
        throw_bad_input("sweep.range",
                        text.where,
                        fmt::format("{}: expected {} to {}, found {}", what, min, max, text.text));
    }
    return value;
}

std::vector<Word> YamlWalker::values(const YAML::Node& node, const std::string& key) const {
    if (node.IsMap()) {
        return range(node, key);
    }
    if (!node.IsSequence()) {
        return {word(node, key)};
    }
    std::vector<Word> result;
    for (const YAML::Node& item : node) {
        if (!item.IsSequence()) {
            result.push_back(word(item, key));
            continue;
        }
        std::vector<std::string> parts;
        for (const YAML::Node& part : item) {
            parts.push_back(word(part, key).text);
        }
        result.push_back({fmt::format("{}", fmt::join(parts, ",")), where(item)});
    }
    if (result.empty()) {
        throw_bad_input("sweep.values",
                        where(node),
                        fmt::format("{}: the list is empty, so there would be no points", key));
    }
    return result;
}

std::vector<Word> YamlWalker::range(const YAML::Node& node, const std::string& key) const {
    std::optional<std::uint64_t> from, to, times, step;
    each(node,
         key,
         {"from", "to", "times", "step"},
         [&](const std::string& name, const YAML::Node& value, const SourceRef&) {
             const std::string what = fmt::format("{}: {}", key, name);
             if (name == "from") {
                 from = number(value, what, 0, kLargest);
             } else if (name == "to") {
                 to = number(value, what, 0, kLargest);
             } else if (name == "times") {
                 times = number(value, what, 2, kLargest);
             } else {
                 step = number(value, what, 1, kLargest);
             }
         });
    if (!from || !to || times.has_value() == step.has_value()) {
        throw_bad_input(
            "sweep.range",
            where(node),
            fmt::format("{}: a range has from, to, and either times (a factor) or step", key));
    }
    if (*from > *to || (times && *from == 0)) {
        throw_bad_input("sweep.range",
                        where(node),
                        fmt::format("{}: from {} never comes to {}", key, *from, *to));
    }
    std::vector<Word> result;
    for (std::uint64_t value = *from; value <= *to;) {
        result.push_back({fmt::format("{}", value), where(node)});
        if (result.size() > kMostValues) {
            throw_bad_input("sweep.range",
                            where(node),
                            fmt::format("{}: more than {} values", key, kMostValues));
        }
        if (times ? value > *to / *times : value > *to - *step || *step > *to) {
            break;
        }
        value = times ? value * *times : value + *step;
    }
    return result;
}

}  // namespace systole::sweep
