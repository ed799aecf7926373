#include "sim/config/config_reader.h"

#include "sim/config/key_lookup.h"
#include "sim/config/key_table.h"
#include "sim/config/raw_config.h"
#include "sim/config/resolve.h"
#include "sim/config/yaml_reader.h"
#include "sim/core/error.h"
#include "sim/core/extends_chain.h"
#include "sim/core/file_kind.h"
#include "sim/core/text_file.h"
#include "sim/core/visible_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

namespace systole::config {
namespace {

// An error in a file of another kind says so, whatever it stumbled over.
YamlFile read_architecture(const std::string& text,
                           const std::string& file,
                           const std::vector<Key>& keys) {
    try {
        return read_yaml(text, file, keys);
    } catch (const Error&) {
        refuse_other_kind(text, FileKind::kArchitecture, "config.kind", file);
        throw;
    }
}

// Reads the chain of files that starts with `text`, the nearest file's values first: those of a
// file further down only fill in what is not there.
void read_chain(std::string text, const std::vector<Key>& keys, RawConfig& raw, InputFiles* log) {
    ExtendsChain chain("config", raw.file);
    for (;;) {
        YamlFile yaml = read_architecture(text, chain.files().back(), keys);
        for (auto& [dotted, value] : yaml.values) {
            if (chain.files().size() == 1 || find_key(keys, dotted)->inherited) {
                raw.values.emplace(dotted, std::move(value));
            }
        }
        if (!yaml.extends) {
            raw.files = chain.files();
            return;
        }
        const std::string& file = chain.follow(yaml.extends->text, yaml.extends->where);
        text = read_text_file(file, yaml.extends->where, log);
    }
}

// "[a, b]" or "a,b" -> its words; none for an empty text.
std::vector<YamlWord> list_items(std::string_view text, const SourceRef& where) {
    if (text.size() >= 2 && text.front() == '[' && text.back() == ']') {
        text = text.substr(1, text.size() - 2);
    }
    std::vector<YamlWord> items;
    if (text.empty()) {
        return items;
    }
    for (;;) {
        const std::size_t comma = text.find(',');
        items.push_back({std::string(text.substr(0, comma)), false, where});
        if (comma == std::string_view::npos) {
            return items;
        }
        text.remove_prefix(comma + 1);
    }
}

void apply_override(const std::string& text, const std::vector<Key>& keys, RawConfig& raw) {
    const SourceRef where = {kOverrideFile, 0, {}};
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0) {
        throw_bad_input("config.override",
                        where,
                        fmt::format("expected KEY=VALUE such as tiers.l1.capacity=2048, found {}",
                                    in_quotes(text)));
    }
    const std::string dotted = text.substr(0, equals);
    const std::string value = text.substr(equals + 1);
    const Key* key = find_key(keys, dotted);
    if (key == nullptr && is_section(keys, dotted)) {
        throw_bad_input("config.override",
                        where,
                        fmt::format("'{}' is a section; set one of its keys: {}",
                                    dotted,
                                    fmt::join(children(keys, dotted), ", ")));
    }
    if (key == nullptr) {
        throw_bad_input(
            "config.key-unknown",
            where,
            fmt::format("unknown key {}{}", in_quotes(dotted), unknown_key_hint(keys, dotted)));
    }

    ArchConfig any;
    RawValue given;
    given.where = where;
    if (is_list(key->slot(any))) {
        given.form = RawValue::Form::kList;
        given.items = list_items(value, where);
    } else {
        given.form = RawValue::Form::kScalar;
        given.items.push_back({value, false, where});
    }
    raw.values[dotted] = std::move(given);
}

ArchConfig read_config(std::string text,
                       const std::string& file,
                       const std::vector<std::string>& overrides,
                       InputFiles* log) {
    const std::vector<Key> keys = arch_keys();
    RawConfig raw;
    raw.file = file;
    read_chain(std::move(text), keys, raw, log);
    for (const std::string& entry : overrides) {
        apply_override(entry, keys, raw);
    }
    return resolve(raw, keys);
}

}  // namespace

ArchConfig load_arch_config(const std::string& path,
                            const std::vector<std::string>& overrides,
                            InputFiles* log) {
    return read_config(read_text_file(path, {}, log), input_name(path), overrides, log);
}

ArchConfig parse_arch_config(std::string_view text,
                             const std::string& file,
                             const std::vector<std::string>& overrides,
                             InputFiles* log) {
    std::string copy(text);
    if (log != nullptr) {
        log->push_back(input_of_text(file, copy));
    }
    return read_config(std::move(copy), file, overrides, log);
}

}  // namespace systole::config
