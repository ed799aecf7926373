#pragma once

#include "sim/config/arch_config.h"

#include <string>
#include <vector>

namespace systole::config {

// The architecture as a YAML file with every key, each under a comment that says what it means, in
// which unit and range. Reading it gives the same architecture again. `folder` is where the file
// will stand: the energy table is named relative to it.
std::string config_text(const ArchConfig& config, const std::string& folder);

// The reference core of the public traces, for a file to start from: every default, and their
// capacities.
ArchConfig starting_config();

// A key whose values differ between two architectures.
struct ConfigDifference {
    std::string key;          // dotted
    std::string left, right;  // values, as YAML spells them
    std::string unit;
    std::string left_source, right_source;  // as EchoRow::source
};

// What differs, in the order of the key tables; where the values come from does not count.
std::vector<ConfigDifference> config_difference(const ArchConfig& left, const ArchConfig& right);

}  // namespace systole::config
