#include "sim/core/yaml_map.h"

#include "sim/core/nearest.h"
#include "sim/core/visible_text.h"
#include "sim/core/yaml_document.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <map>

namespace systole {
namespace {

[[noreturn]] void fail(const YamlOwner& owner,
                       std::string_view what,
                       const SourceRef& where,
                       const std::string& message) {
    throw_bad_input(fmt::format("{}.{}", owner.family, what), where, owner.words + message);
}

}  // namespace

std::string describe(const YAML::Node& node) {
    switch (node.Type()) {
        case YAML::NodeType::Map:
            return "a section";
        case YAML::NodeType::Sequence:
            return fmt::format("a list of {}", node.size());
        case YAML::NodeType::Scalar:
            return in_quotes(node.Scalar());
        case YAML::NodeType::Null:
        case YAML::NodeType::Undefined:
            break;
    }
    return "nothing";
}

SourceRef place_of(const YAML::Node& node, const std::string& file) {
    return {file, line_in_file(node.Mark()), {}};
}

std::vector<YamlEntry> yaml_entries(const YAML::Node& map,
                                    const YamlOwner& owner,
                                    std::string_view expected) {
    if (!map.IsMap()) {
        fail(owner,
             "type",
             place_of(map, owner.file),
             fmt::format("expected {}, found {}", expected, describe(map)));
    }
    std::vector<YamlEntry> entries;
    std::map<std::string, std::size_t> seen;  // key -> line
    for (const auto& entry : map) {
        const SourceRef where = place_of(entry.first, owner.file);
        if (!entry.first.IsScalar() || entry.first.Scalar().empty()) {
            fail(owner,
                 "type",
                 where,
                 fmt::format("expected a key, found {}", describe(entry.first)));
        }
        const std::string& key = entry.first.Scalar();
        if (key == "<<") {
            fail(owner,
                 "merge-key",
                 where,
                 "merge keys (<<) are not supported; use an alias for the whole section, or "
                 "'extends: FILE' where the file has it");
        }
        const auto [first, is_new] = seen.emplace(key, where.line);
        if (!is_new) {
            fail(owner,
                 "key-duplicate",
                 where,
                 fmt::format("{} is given a second time (first on line {}); keep one of them",
                             in_quotes(owner.section + key),
                             first->second));
        }
        entries.push_back({key, entry.second, where});
    }
    return entries;
}

void refuse_unknown_key(const YamlEntry& entry,
                        const YamlOwner& owner,
                        const std::vector<std::string_view>& known,
                        std::string_view whose) {
    if (std::find(known.begin(), known.end(), entry.key) != known.end()) {
        return;
    }
    fail(owner,
         "key-unknown",
         entry.where,
         fmt::format("unknown key {}; {} {}{}",
                     in_quotes(owner.section + entry.key),
                     whose,
                     fmt::join(known, ", "),
                     did_you_mean(entry.key, known)));
}

YamlWord yaml_word(const YAML::Node& node,
                   const YamlOwner& owner,
                   std::string_view what,
                   std::string_view expected) {
    const SourceRef where = place_of(node, owner.file);
    if (!node.IsScalar()) {
        fail(owner,
             "type",
             where,
             fmt::format("{}: expected {}, found {}", what, expected, describe(node)));
    }
    const std::string& tag = node.Tag();
    if (tag != "?" && tag != "!") {
        fail(owner,
             "type",
             where,
             fmt::format("{}: the YAML tag {} is not supported; write the plain value",
                         what,
                         in_quotes(tag)));
    }
    return {node.Scalar(), tag == "!", where};
}

}  // namespace systole
