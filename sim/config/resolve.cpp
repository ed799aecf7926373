#include "sim/config/resolve.h"

#include "sim/config/cross_check.h"
#include "sim/config/route.h"
#include "sim/config/unit_value.h"
#include "sim/core/input_file.h"
#include "sim/core/nearest.h"
#include "sim/core/number_text.h"
#include "sim/core/utf8.h"
#include "sim/core/visible_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>

namespace systole::config {
namespace {

// Interprets one value and stores it through the key's slot.
class Setter {
 public:
    // `scale` holds for keys with units; `as_given`, if the value had one, gets its words.
    Setter(const Key& key, const RawValue& raw, const UnitScale& scale, std::string& as_given)
        : key_(key), raw_(raw), scale_(scale), as_given_(as_given) {}

    void operator()(std::uint64_t* slot) const {
        const YamlWord& item = word();
        if (set_with_unit(item, slot)) {
            return;
        }
        const bool negative = item.text.size() > 1 && item.text[0] == '-';
        const std::string digits = negative ? item.text.substr(1) : item.text;
        if (item.quoted || !all_digits(digits) || (digits.size() > 1 && digits[0] == '0')) {
            refuse("config.type", item.where, quote(item), number_hint(item.text, item.quoted));
        }
        const std::optional<std::uint64_t> value = parse_whole_number(digits);
        if (negative || !value) {
            refuse("config.range", item.where, quote(item));
        }
        store(*value, item, slot);
    }

    void operator()(bool* slot) const {
        const YamlWord& item = word();
        if (item.text == "on" || item.text == "true") {
            *slot = true;
        } else if (item.text == "off" || item.text == "false") {
            *slot = false;
        } else {
            refuse("config.type",
                   item.where,
                   quote(item),
                   did_you_mean(item.text, {"on", "off", "true", "false"}));
        }
    }

    void operator()(std::string* slot) const {
        const YamlWord& item = word();
        if (valid_utf8_prefix(item.text) != item.text.size()) {
            throw_bad_input("config.encoding",
                            item.where,
                            fmt::format("{}: {} is not UTF-8 text", key_.dotted, quote(item)));
        }
        const bool controls = std::any_of(item.text.begin(), item.text.end(), [](char c) {
            return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
        });
        if (item.text.size() < key_.range.min || item.text.size() > key_.range.max || controls) {
            refuse("config.range", item.where, quote(item));
        }
        *slot = item.text;
    }

    void operator()(AddressMap* slot) const {
        const YamlWord& item = word();
        std::vector<std::string_view> parts;
        for (std::string_view rest = item.text;;) {
            const std::size_t dash = rest.find('-');
            parts.push_back(rest.substr(0, dash));
            if (dash == std::string_view::npos) {
                break;
            }
            rest.remove_prefix(dash + 1);
        }
        const auto& names = kDramPartNames;
        if (!std::is_permutation(parts.begin(), parts.end(), names.begin(), names.end())) {
            const auto unknown = std::find_if(parts.begin(), parts.end(), [&](auto part) {
                return std::find(names.begin(), names.end(), part) == names.end();
            });
            refuse(
                "config.mapping",
                item.where,
                quote(item),
                unknown == parts.end() ? "" : did_you_mean(*unknown, {names.begin(), names.end()}));
        }
        for (std::size_t i = 0; i < parts.size(); ++i) {
            (*slot)[i] = static_cast<DramPart>(std::find(names.begin(), names.end(), parts[i]) -
                                               names.begin());
        }
    }

    void operator()(std::vector<Route>* slot) const {
        if (raw_.form != RawValue::Form::kList) {
            refuse("config.type",
                   raw_.where,
                   raw_.items.empty() ? "nothing" : quote(raw_.items.front()));
        }
        slot->clear();
        for (const YamlWord& item : raw_.items) {
            const Route places = route(item);
            if (std::find(slot->begin(), slot->end(), places) != slot->end()) {
                throw_bad_input(
                    "config.routes",
                    item.where,
                    fmt::format(
                        "{}: the route {} is listed twice", key_.dotted, route_text(places)));
            }
            slot->push_back(places);
        }
    }

    void operator()(std::vector<Tier>* slot) const {
        if (raw_.form != RawValue::Form::kList || raw_.items.empty()) {
            refuse("config.type",
                   raw_.where,
                   raw_.items.empty() ? "nothing" : quote(raw_.items.front()));
        }
        slot->clear();
        for (const YamlWord& item : raw_.items) {
            const std::optional<Tier> tier = tier_from(item.text);
            if (!tier) {
                refuse("config.paths",
                       item.where,
                       quote(item),
                       did_you_mean(item.text, {kTierNames.begin(), kTierNames.end()}));
            }
            slot->push_back(*tier);
        }
    }

    template <class Enum>
    void operator()(Enum* slot) const {
        const YamlWord& item = word();
        const std::vector<std::string_view> names = choices(slot);
        std::string_view text = item.text;
        if constexpr (std::is_same_v<Enum, Sharing>) {  // a switch with a third position
            text = text == "true" ? "on" : text == "false" ? "off" : text;
        }
        const auto at = std::find(names.begin(), names.end(), text);
        if (at == names.end()) {
            refuse("config.choice", item.where, quote(item), did_you_mean(item.text, names));
        }
        *slot = static_cast<Enum>(at - names.begin());
    }

 private:
    void store(std::uint64_t value, const YamlWord& item, std::uint64_t* slot) const {
        if (value < key_.range.min || value > key_.range.max) {
            refuse("config.range", item.where, quote(item));
        }
        *slot = value;
    }

    // "1MiB": a number with a unit of its own.
    bool set_with_unit(const YamlWord& item, std::uint64_t* slot) const {
        const std::optional<UnitValue> value =
            item.quoted ? std::nullopt : parse_unit_value(item.text, key_.unit, scale_);
        if (!value) {
            return false;
        }
        if (!value->value) {
            refuse("config.unit", item.where, quote(item), "; " + value->reason);
        }
        store(*value->value, item, slot);
        as_given_ = item.text;
        return true;
    }

    static std::string quote(const YamlWord& item) { return in_quotes(item.text); }

    [[noreturn]] void refuse(const char* rule,
                             const SourceRef& where,
                             const std::string& found,
                             const std::string& hint = "") const {
        throw_bad_input(
            rule,
            where,
            fmt::format(
                "{}: expected {}, found {}{}", key_.dotted, expected_text(key_), found, hint));
    }

    const YamlWord& word() const {
        if (raw_.form != RawValue::Form::kScalar) {
            refuse("config.type",
                   raw_.where,
                   raw_.form == RawValue::Form::kList ? "a list" : "nothing");
        }
        return raw_.items.front();
    }

    Route route(const YamlWord& item) const {
        std::string_view bad;
        if (const std::optional<Route> places = parse_route(item.text, &bad)) {
            return *places;
        }
        std::vector<std::string_view> places = {"DDR"};
        places.insert(places.end(), kTierNames.begin(), kTierNames.end());
        const bool known = std::find(places.begin(), places.end(), bad) != places.end();
        throw_bad_input("config.routes",
                        item.where,
                        fmt::format("{}: expected places ({}) joined by '+', found {}{}",
                                    key_.dotted,
                                    fmt::join(places, ", "),
                                    quote(item),
                                    known ? fmt::format("; it names {} twice", bad)
                                          : did_you_mean(bad, places)));
    }

    const Key& key_;
    const RawValue& raw_;
    const UnitScale& scale_;
    std::string& as_given_;
};

// The file's name without extension, which must make a name like any other.
RawValue default_name(const std::string& file) {
    const SourceRef where = {file, 0, {}};
    return {RawValue::Form::kScalar,
            {{std::filesystem::path(file).stem().string(), false, where}},
            where};
}

void check_required(const RawConfig& raw, const std::vector<Key>& keys) {
    std::vector<std::string> missing;
    const Key* first = nullptr;
    for (const Key& key : keys) {
        if (key.required && raw.values.count(key.dotted) == 0) {
            first = first == nullptr ? &key : first;
            missing.push_back(key.dotted);
        }
    }
    if (first != nullptr) {
        throw_bad_input("config.key-missing",
                        {raw.file, 0, {}},
                        fmt::format("missing, and without a default: {}; expected {}",
                                    fmt::join(missing, ", "),
                                    expected_text(*first)));
    }
}

// Turns the name of the energy table, relative to the file that gives it, into a path from the
// working directory.
void find_energy_table(ArchConfig& config, const RawConfig& raw) {
    if (config.energy.table.empty()) {
        return;
    }
    namespace fs = std::filesystem;
    const SourceRef& where = raw.values.at("energy.table").where;
    const fs::path folder = where.file == kOverrideFile ? "" : input_folder(where.file);
    const fs::path path = (folder / config.energy.table).lexically_normal();
    std::error_code failed;
    if (!fs::is_regular_file(path, failed)) {
        throw_bad_input(
            "config.energy-table",
            where,
            fmt::format("energy.table: expected the name of a YAML file, found {}; there "
                        "is no file {}",
                        in_quotes(config.energy.table),
                        in_quotes(path.string())));
    }
    config.energy.table = path.string();
}

}  // namespace

ArchConfig resolve(const RawConfig& raw, const std::vector<Key>& keys) {
    check_required(raw, keys);
    ArchConfig config;
    config.file = raw.file;
    config.files = raw.files;
    const RawValue stem = default_name(raw.file);
    for (const Key& key : keys) {
        const auto given = raw.values.find(key.dotted);
        if (given != raw.values.end()) {
            const SourceRef& where = given->second.where;
            std::string as_given;
            // The keys that other units depend on come first in the table.
            const UnitScale scale{config.clock_mhz, config.bytes_per_unit};
            std::visit(Setter(key, given->second, scale, as_given), key.slot(config));
            config.sources[key.dotted] =
                (where.line == 0 ? where.file : fmt::format("{}:{}", where.file, where.line)) +
                (as_given.empty() ? "" : fmt::format(", as {}", as_given));
        } else if (key.dotted == "name") {
            std::string as_given;
            std::visit(Setter(key, stem, {}, as_given), key.slot(config));
        }
    }
    // Only a cube sums several products in a PE.
    if (config.sources.count("cube.depth") == 0 && config.cube.dataflow != Dataflow::kBlock) {
        config.cube.depth = 1;
    }
    find_energy_table(config, raw);
    check_together(config, raw);
    config.settle_sharing(false);
    return config;
}

}  // namespace systole::config
