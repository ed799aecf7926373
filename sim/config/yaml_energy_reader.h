#pragma once

#include "sim/config/energy_actions.h"
#include "sim/config/raw_config.h"
#include "sim/core/error.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace systole::config {

// One number as an energy table gives it.
struct Quantity {
    std::string value;
    std::string unit;
    SourceRef where;
};

// One file of an energy table, not yet interpreted.
struct EnergyFile {
    std::string name;
    YamlWord extends;                         // empty text: none
    std::map<std::string, Quantity> actions;  // by the dotted names of energy_actions()
    std::map<std::string, std::map<std::string, Quantity>> sram;  // capacity in KiB -> read, write
};

// Reads the YAML in `text`; `file` is its name in messages. Throws Error{kBadInput}: as
// parse_yaml_document, and energy.type, energy.key-unknown, energy.key-duplicate, energy.value,
// energy.unit, energy.source.
EnergyFile read_energy_yaml(std::string_view text,
                            const std::string& file,
                            const std::vector<EnergyAction>& actions);

}  // namespace systole::config
