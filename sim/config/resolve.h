#pragma once

#include "sim/config/arch_config.h"
#include "sim/config/key_table.h"
#include "sim/config/raw_config.h"

#include <vector>

namespace systole::config {

// The architecture that `raw` describes: every value interpreted and checked, defaults filled in.
// The only place where config values are checked. Throws Error{kBadInput}: config.key-missing,
// config.type, config.range, config.unit, config.choice, config.encoding, config.energy-table, and
// those of cross_check.h.
ArchConfig resolve(const RawConfig& raw, const std::vector<Key>& keys);

}  // namespace systole::config
