#include "sim/config/yaml_reader.h"

#include "sim/config/key_lookup.h"
#include "sim/core/visible_text.h"
#include "sim/core/yaml_document.h"
#include "sim/core/yaml_map.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <yaml-cpp/yaml.h>

#include <utility>

namespace systole::config {
namespace {

class Walker {
 public:
    Walker(const std::string& file, const std::vector<Key>& keys) : file_(file), keys_(keys) {}

    YamlFile read(std::string_view text) {
        walk(parse_yaml_document(text, file_), "", "keys such as 'tiers:' at the top of the file");
        return std::move(result_);
    }

 private:
    YamlOwner owner(const std::string& section) const {
        return {file_, "config", "", section.empty() ? "" : section + "."};
    }

    void walk(const YAML::Node& map, const std::string& section, std::string_view expected) {
        const YamlOwner here = owner(section);
        for (const YamlEntry& entry : yaml_entries(map, here, expected)) {
            if (entry.key.find('.') != std::string::npos) {
                throw_bad_input("config.key-unknown",
                                entry.where,
                                fmt::format("{}: dotted names are for -D; in a file, write the "
                                            "part before each '.' as a section{}",
                                            in_quotes(entry.key),
                                            section.empty() ? "" : " in '" + section + "'"));
            }
            take(entry.value, here.section + entry.key, entry.where);
        }
    }

    void take(const YAML::Node& node, const std::string& dotted, const SourceRef& where) {
        if (dotted == "extends") {
            result_.extends = word(node, dotted, "the name of a YAML file");
            if (result_.extends->text.empty()) {
                throw_bad_input(
                    "config.type", where, "extends: expected the name of a YAML file, found ''");
            }
        } else if (const Key* key = find_key(keys_, dotted)) {
            result_.values.emplace(dotted, value(node, *key, where));
        } else if (is_section(keys_, dotted)) {
            take_section(node, dotted, where);
        } else {
            throw_bad_input(
                "config.key-unknown",
                where,
                fmt::format(
                    "unknown key {}{}", in_quotes(dotted), unknown_key_hint(keys_, dotted)));
        }
    }

    void take_section(const YAML::Node& node, const std::string& dotted, const SourceRef& where) {
        if (!node.IsNull()) {  // a section whose keys are all commented out says nothing
            const std::string keys = fmt::format("{}", fmt::join(children(keys_, dotted), ", "));
            if (!node.IsMap()) {
                throw_bad_input("config.type",
                                where,
                                fmt::format("{}: expected a section with the keys {}, found {}",
                                            dotted,
                                            keys,
                                            describe(node)));
            }
            walk(node, dotted, "keys");
        }
    }

    YamlWord word(const YAML::Node& node,
                  const std::string& dotted,
                  std::string_view expected) const {
        return yaml_word(node, owner(""), dotted, expected);
    }

    RawValue value(const YAML::Node& node, const Key& key, const SourceRef& where) const {
        RawValue result;
        result.where = where;
        if (node.IsSequence()) {
            result.form = RawValue::Form::kList;
            for (const auto& item : node) {
                result.items.push_back(word(item, key.dotted, expected_text(key)));
            }
        } else if (!node.IsNull()) {
            result.form = RawValue::Form::kScalar;
            result.items.push_back(word(node, key.dotted, expected_text(key)));
            result.items.back().where = where;
        }
        return result;
    }

    const std::string& file_;
    const std::vector<Key>& keys_;
    YamlFile result_;
};

}  // namespace

YamlFile read_yaml(std::string_view text, const std::string& file, const std::vector<Key>& keys) {
    return Walker(file, keys).read(text);
}

}  // namespace systole::config
