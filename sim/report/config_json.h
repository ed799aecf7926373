#pragma once

#include "sim/config/arch_config.h"

#include <nlohmann/json_fwd.hpp>

namespace systole::report {

// Every value of the resolved architecture under its dotted YAML key, in key table order.
nlohmann::ordered_json config_json(const config::ArchConfig& config);

// The same for people: a row {key, value, unit, source} each.
nlohmann::ordered_json config_rows_json(const config::ArchConfig& config);

}  // namespace systole::report
