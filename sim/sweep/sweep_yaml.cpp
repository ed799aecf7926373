#include "sim/sweep/sweep_yaml.h"

#include "sim/core/number_text.h"
#include "sim/core/visible_text.h"
#include "sim/core/yaml_map.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <yaml-cpp/yaml.h>

#include <optional>
#include <utility>

namespace systole::sweep {
namespace {

constexpr std::uint64_t kLargest = 999'999'999'999'999'999;
constexpr std::size_t kMostValues = 1'000'000;

}  // namespace

SourceRef YamlWalker::where(const YAML::Node& node) const {
    return place_of(node, file_);
}

void YamlWalker::each(
    const YAML::Node& map,
    std::string_view what,
    const std::vector<std::string_view>& known,
    const std::function<void(const std::string&, const YAML::Node&, const SourceRef&)>& take)
    const {
    const YamlOwner owner{file_, "sweep", fmt::format("{}: ", what), ""};
    for (const YamlEntry& entry : yaml_entries(map, owner, "keys with values")) {
        if (!known.empty()) {
            refuse_unknown_key(entry, owner, known);
        }
        take(entry.key, entry.value, entry.where);
    }
}

Word YamlWalker::word(const YAML::Node& node, std::string_view what) const {
    const YamlWord found = yaml_word(node, {file_, "sweep", "", ""}, what);
    if (found.text.empty()) {
        throw_bad_input(
            "sweep.type", found.where, fmt::format("{}: expected a word, found ''", what));
    }
    return {found.text, found.where};
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
    const auto [text, quoted, place] = yaml_word(node, {file_, "sweep", "", ""}, what);
    const std::optional<std::uint64_t> found = parse_whole_number(text);
    if (quoted || (!found && (!all_digits(text) || text.front() == '0'))) {
        throw_bad_input("sweep.type",
                        place,
                        fmt::format("{}: expected a whole number, found {}{}",
                                    what,
                                    in_quotes(text),
                                    number_hint(text, quoted)));
    }
    const std::uint64_t value = found.value_or(kLargest + 1);
    if (value < min || value > max) {
        throw_bad_input("sweep.range",
                        place,
                        fmt::format("{}: expected {} to {}, found {}", what, min, max, text));
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
