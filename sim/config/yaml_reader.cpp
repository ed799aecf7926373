#include "sim/config/yaml_reader.h"

#include "sim/config/key_lookup.h"
#include "sim/core/yaml_document.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <yaml-cpp/yaml.h>

#include <utility>

namespace systole::config {
namespace {

std::string describe(const YAML::Node& node) {
    switch (node.Type()) {
        case YAML::NodeType::Map:
            return "a section";
        case YAML::NodeType::Sequence:
            return "a list";
        case YAML::NodeType::Scalar:
            return in_quotes(node.Scalar());
        case YAML::NodeType::Null:
        case YAML::NodeType::Undefined:
            break;
    }
    return "nothing";
}

class Walker {
 public:
    Walker(const std::string& file, const std::vector<Key>& keys) : file_(file), keys_(keys) {}

    YamlFile read(std::string_view text) {
        const YAML::Node root = parse_yaml_document(text, file_);
        if (!root.IsMap()) {
            throw_bad_input("config.type",
                            ref(root.Mark()),
                            fmt::format("expected keys such as 'tiers:' at the top of the file, "
                                        "found {}",
                                        describe(root)));
        }
        walk(root, "");
        return std::move(result_);
    }

 private:
    SourceRef ref(const YAML::Mark& mark) const { return {file_, line_in_file(mark), {}}; }

    void walk(const YAML::Node& map, const std::string& section) {
        std::map<std::string, std::size_t> seen;
        for (const auto& entry : map) {
            const SourceRef where = ref(entry.first.Mark());
            if (!entry.first.IsScalar()) {
                throw_bad_input("config.type",
                                where,
                                fmt::format("expected a key, found {}", describe(entry.first)));
            }
            const std::string& name = entry.first.Scalar();
            check_name(name, section, where);
            const std::string dotted = section.empty() ? name : fmt::format("{}.{}", section, name);
            const auto [first, is_new] = seen.emplace(name, where.line);
            if (!is_new) {
                throw_bad_input("config.key-duplicate",
                                where,
                                fmt::format("'{}' is given a second time (first on line {}); keep "
                                            "one of them",
                                            dotted,
                                            first->second));
            }
            take(entry.second, dotted, where);
        }
    }

    void check_name(const std::string& name,
                    const std::string& section,
                    const SourceRef& where) const {
        if (name == "<<") {
            throw_bad_input("config.merge-key",
                            where,
                            "merge keys (<<) are not supported; use 'extends: FILE', or an alias "
                            "for the whole section");
        }
        if (name.find('.') != std::string::npos) {
            throw_bad_input("config.key-unknown",
                            where,
                            fmt::format("{}: dotted names are for -D; in a file, write the part "
                                        "before each '.' as a section{}",
                                        in_quotes(name),
                                        section.empty() ? "" : " in '" + section + "'"));
        }
    }

    void take(const YAML::Node& node, const std::string& dotted, const SourceRef& where) {
        if (dotted == "extends") {
            if (!node.IsScalar() || node.Scalar().empty()) {
                throw_bad_input("config.type",
                                where,
                                fmt::format("extends: expected the name of a YAML file, found {}",
                                            describe(node)));
            }
            result_.extends = scalar(node, where);
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
        if (node.IsMap()) {
            walk(node, dotted);
        } else if (!node.IsNull()) {  // a section whose keys are all commented out says nothing
            throw_bad_input("config.type",
                            where,
                            fmt::format("{}: expected a section with the keys {}, found {}",
                                        dotted,
                                        fmt::join(children(keys_, dotted), ", "),
                                        describe(node)));
        }
    }

    RawScalar scalar(const YAML::Node& node, const SourceRef& where) const {
        const std::string& tag = node.Tag();
        if (tag != "?" && tag != "!") {
            throw_bad_input("config.type",
                            where,
                            fmt::format("the YAML tag {} is not supported; write the plain value",
                                        in_quotes(tag)));
        }
        return {node.Scalar(), tag == "!", where};
    }

    RawValue value(const YAML::Node& node, const Key& key, const SourceRef& where) const {
        RawValue result;
        result.where = where;
        if (node.IsScalar()) {
            result.form = RawValue::Form::kScalar;
            result.items.push_back(scalar(node, where));
        } else if (node.IsSequence()) {
            result.form = RawValue::Form::kList;
            for (const auto& item : node) {
                if (!item.IsScalar()) {
                    throw_bad_input("config.type",
                                    ref(item.Mark()),
                                    fmt::format("{}: expected {}, found {} in the list",
                                                key.dotted,
                                                expected_text(key),
                                                describe(item)));
                }
                result.items.push_back(scalar(item, ref(item.Mark())));
            }
        } else if (node.IsMap()) {
            throw_bad_input(
                "config.type",
                where,
                fmt::format("{}: expected {}, found a section", key.dotted, expected_text(key)));
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
