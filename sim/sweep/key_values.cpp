#include "sim/sweep/key_values.h"

#include "sim/config/config_reader.h"
#include "sim/config/energy_reader.h"
#include "sim/config/key_lookup.h"
#include "sim/config/raw_config.h"
#include "sim/core/error.h"
#include "sim/core/number_text.h"
#include "sim/core/visible_text.h"
#include "sim/sweep/workload_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <variant>

namespace systole::sweep {
namespace {

bool is_whole(const config::Key& key) {
    config::ArchConfig any;
    return std::holds_alternative<std::uint64_t*>(key.slot(any));
}

store::Value typed(const config::Key& key, const std::string& text) {
    if (is_whole(key)) {
        return static_cast<std::int64_t>(parse_whole_number(text).value_or(0));
    }
    return text;
}

// Whether the error says that the value itself, not its company, is wrong.
bool blames_value(const Error& error) {
    static constexpr const char* kRules[] = {"config.type",
                                             "config.unit",
                                             "config.range",
                                             "config.choice",
                                             "config.encoding",
                                             "config.routes",
                                             "config.paths",
                                             "config.energy-table"};
    return error.where().file == config::kOverrideFile &&
           std::any_of(std::begin(kRules), std::end(kRules), [&](const char* rule) {
               return error.rule() == rule;
           });
}

}  // namespace

std::string energy_table_hash(const std::string& path, const std::string& asked_by) {
    if (path.empty()) {
        return "";
    }
    InputFiles files;
    config::load_energy_table(path, {asked_by, 0, {}}, &files);
    return content_hash(files);
}

KeyValues::KeyValues(const Word& base, const std::vector<Word>& fixed)
    : path_(base.text), keys_(config::arch_keys()) {
    try {
        base_ = config::load_arch_config(path_, {});
    } catch (const Error& error) {
        if (error.rule() == "config.file" && error.where().line == 0) {
            throw_bad_input("sweep.base",
                            base.where,
                            fmt::format("base: cannot read '{}': {}", path_, error.message()));
        }
        throw;
    }
    for (const Word& word : fixed) {
        find(word.text.substr(0, word.text.find('=')), word.where);
        fixed_.push_back(word.text);
        try {
            base_ = config::load_arch_config(path_, fixed_);
        } catch (const Error& error) {
            if (error.where().file == config::kOverrideFile) {
                throw_bad_input(error.rule(), word.where, error.message());
            }
            throw;
        }
    }
    for (const config::Key& key : keys_) {
        rows_.emplace_back(key.dotted,
                           key.dotted == "energy.table"
                               ? energy_table_hash(base_.energy.table, base_.file)
                               : config::value_text(key, base_));
    }
}

const config::Key& KeyValues::find(const std::string& name, const SourceRef& where) const {
    const config::Key* key = config::find_key(keys_, name);
    if (key == nullptr) {
        throw_bad_input(
            "sweep.key-unknown",
            where,
            fmt::format(
                "unknown key {}{}", in_quotes(name), config::unknown_key_hint(keys_, name)));
    }
    return *key;
}

store::Value KeyValues::check(const config::Key& key, const Word& word) const {
    if (const auto value = parse_whole_number(word.text); is_whole(key) && value) {
        if (*value >= key.range.min && *value <= key.range.max) {
            return static_cast<std::int64_t>(*value);
        }
    }
    std::vector<std::string> overrides = fixed_;
    overrides.push_back(key.dotted + "=" + word.text);
    try {
        return typed(key, config::value_text(key, config::load_arch_config(path_, overrides)));
    } catch (const Error& error) {
        if (blames_value(error)) {
            throw_bad_input(error.rule(), word.where, error.message());
        }
        return word.text;
    }
}

store::Value KeyValues::base_value(const config::Key& key) const {
    return typed(key, config::value_text(key, base_));
}

}  // namespace systole::sweep
