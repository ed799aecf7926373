#include "sim/report/config_json.h"

#include "sim/config/config_echo.h"
#include "sim/config/key_table.h"

#include <nlohmann/json.hpp>

#include <type_traits>
#include <variant>
#include <vector>

namespace systole::report {

nlohmann::ordered_json config_json(const config::ArchConfig& config) {
    config::ArchConfig values = config;  // a key's slot points into a config that may be written
    nlohmann::ordered_json out = nlohmann::ordered_json::object();
    for (const config::Key& key : config::arch_keys()) {
        const auto store = [&](const auto* value) {
            using Value = std::decay_t<decltype(*value)>;
            if constexpr (std::is_same_v<Value, std::vector<Tier>>) {
                out[key.dotted] = nlohmann::ordered_json::array();
                for (const Tier t : *value) {
                    out[key.dotted].push_back(name(t));
                }
            } else if constexpr (std::is_enum_v<Value>) {
                out[key.dotted] = config::value_text(key, config);
            } else {
                out[key.dotted] = *value;
            }
        };
        std::visit(store, key.slot(values));
    }
    return out;
}

nlohmann::ordered_json config_rows_json(const config::ArchConfig& config) {
    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    for (const config::EchoRow& row : config::config_echo(config)) {
        rows.push_back(
            {{"key", row.key}, {"value", row.value}, {"unit", row.unit}, {"source", row.source}});
    }
    return rows;
}

}  // namespace systole::report
