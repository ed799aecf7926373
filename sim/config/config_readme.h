#pragma once

#include <string>

namespace systole::config {

// The text of configs/README.md: what a config file is, and every key with unit, default and range.
std::string config_readme();

}  // namespace systole::config
