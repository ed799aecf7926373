#include "sim/config/yaml_energy_reader.h"

#include "sim/core/nearest.h"
#include "sim/core/visible_text.h"
#include "sim/core/yaml_document.h"
#include "sim/core/yaml_map.h"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <utility>

namespace systole::config {
namespace {

class Reader {
 public:
    Reader(const std::string& file, const std::vector<EnergyAction>& actions)
        : file_(file), actions_(actions) {}

    EnergyFile read(std::string_view text) {
        const YAML::Node root =
            parse_yaml_document(text, file_, {"energy", "at least 'name' and the energy of a MAC"});
        each_key(
            root, "", {}, [&](const std::string& key, const YAML::Node& node, SourceRef where) {
                if (key == "name" || key == "about") {
                    const std::string words = scalar(node, key, where);
                    if (key == "name") {
                        result_.name = words;
                    }
                } else if (key == "extends") {
                    result_.extends = {scalar(node, key, where), false, where};
                } else if (key == "sram") {
                    read_sram(node, where);
                } else {
                    read_action(key, node, where);
                }
            });
        return std::move(result_);
    }

 private:
    // Calls take(dotted name, value, place) for every key of the section `node`, which is one of
    // `known` unless there are none.
    template <class Take>
    void each_key(const YAML::Node& node,
                  const std::string& section,
                  const std::vector<std::string_view>& known,
                  Take take) {
        const YamlOwner owner{file_,
                              "energy",
                              section.empty() ? "" : section + ": ",
                              section.empty() ? "" : section + "."};
        for (const YamlEntry& entry :
             yaml_entries(node,
                          owner,
                          section.empty() ? "keys at the top of the file" : "a section of keys")) {
            if (!known.empty()) {
                refuse_unknown_key(entry, owner, known);
            }
            take(owner.section + entry.key, entry.value, entry.where);
        }
    }

    std::string scalar(const YAML::Node& node, const std::string& what, const SourceRef& where) {
        YamlWord word = yaml_word(node, {file_, "energy", "", ""}, what, "a text");
        if (word.text.empty()) {
            throw_bad_input("energy.type", where, fmt::format("{}: expected a text", what));
        }
        return std::move(word.text);
    }

    bool is_action(const std::string& dotted) const {
        return std::any_of(actions_.begin(), actions_.end(), [&](const EnergyAction& a) {
            return a.dotted == dotted;
        });
    }
    bool is_section(const std::string& dotted) const {
        return std::any_of(actions_.begin(), actions_.end(), [&](const EnergyAction& a) {
            return a.dotted.compare(0, dotted.size() + 1, dotted + ".") == 0;
        });
    }

    void read_action(const std::string& dotted, const YAML::Node& node, const SourceRef& where) {
        if (is_action(dotted)) {
            result_.actions.emplace(dotted, quantity(dotted, node, where));
        } else if (is_section(dotted)) {
            each_key(node, dotted, {}, [&](const std::string& k, const YAML::Node& n, SourceRef w) {
                read_action(k, n, w);
            });
        } else {
            std::vector<std::string_view> known = {"name", "about", "extends", "sram"};
            for (const EnergyAction& a : actions_) {
                known.push_back(a.dotted);
            }
            throw_bad_input(
                "energy.key-unknown",
                where,
                fmt::format(
                    "an energy table has no {}{}", in_quotes(dotted), did_you_mean(dotted, known)));
        }
    }

    void read_sram(const YAML::Node& node, const SourceRef& where) {
        if (!node.IsMap()) {
            throw_bad_input("energy.type",
                            where,
                            "sram: expected points such as '8: {read: ..., write: ...}', the "
                            "capacity in KiB");
        }
        constexpr std::size_t kPrefix = 5;  // "sram."
        each_key(node, "sram", {}, [&](const std::string& point, const YAML::Node& n, SourceRef) {
            auto& access = result_.sram[point.substr(kPrefix)];
            each_key(n,
                     point,
                     {"read", "write"},
                     [&](const std::string& k, const YAML::Node& leaf, SourceRef w) {
                         access.emplace(k.substr(point.size() + 1), quantity(k, leaf, w));
                     });
        });
    }

    Quantity quantity(const std::string& dotted, const YAML::Node& node, const SourceRef& where) {
        if (!node.IsMap()) {
            throw_bad_input(
                "energy.type",
                where,
                fmt::format("{}: expected {{value: NUMBER, unit: UNIT, source: TEXT}}", dotted));
        }
        Quantity q;
        q.where = where;
        bool has_source = false;
        each_key(node,
                 dotted,
                 {"value", "unit", "source"},
                 [&](const std::string& key, const YAML::Node& n, SourceRef w) {
                     const std::string which = key.substr(dotted.size() + 1);
                     const std::string text = scalar(n, key, w);
                     has_source = has_source || which == "source";
                     if (which != "source") {
                         (which == "value" ? q.value : q.unit) = text;
                     }
                 });
        if (q.value.empty()) {
            throw_bad_input("energy.value", where, fmt::format("{}: has no value", dotted));
        }
        if (q.unit.empty()) {
            throw_bad_input("energy.unit", where, fmt::format("{}: has no unit", dotted));
        }
        if (!has_source) {
            throw_bad_input(
                "energy.source",
                where,
                fmt::format("{}: has no source; say where the number comes from", dotted));
        }
        return q;
    }

    const std::string& file_;
    const std::vector<EnergyAction>& actions_;
    EnergyFile result_;
};

}  // namespace

EnergyFile read_energy_yaml(std::string_view text,
                            const std::string& file,
                            const std::vector<EnergyAction>& actions) {
    return Reader(file, actions).read(text);
}

}  // namespace systole::config
