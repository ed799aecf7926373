#include "sim/report/config_json.h"

#include "sim/config/key_table.h"

#include <nlohmann/json.hpp>

#include <variant>

namespace systole::report {

nlohmann::ordered_json config_json(const config::ArchConfig& config) {
    config::ArchConfig values = config;  // a key's slot points into a config that may be written
    nlohmann::ordered_json out = nlohmann::ordered_json::object();
    for (const config::Key& key : config::arch_keys()) {
        std::visit([&](const auto* value) { out[key.dotted] = *value; }, key.slot(values));
    }
    return out;
}

}  // namespace systole::report
