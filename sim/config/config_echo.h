#pragma once

#include "sim/config/arch_config.h"

#include <string>
#include <vector>

namespace systole::config {

// One line of a resolved architecture.
struct EchoRow {
    std::string key;     // dotted
    std::string value;   // as YAML spells it; "none" for an empty list
    std::string unit;    // "" when it has none
    std::string source;  // "default", "file:line" or "-D", perhaps ", as 1MiB"
};

// Every key of `config` with its value and what set it, in the order of the key tables.
std::vector<EchoRow> config_echo(const ArchConfig& config);

}  // namespace systole::config
