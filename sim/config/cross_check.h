#pragma once

#include "sim/config/arch_config.h"
#include "sim/config/raw_config.h"

namespace systole::config {

// Checks what no key can say alone: that routes exist where they are strict, that the operand paths
// lead through scratchpads and over hops that exist, that the array's depth fits its dataflow.
// `raw` says where each value was given. Throws
// Error{kBadInput}: config.routes, config.paths, config.cube, config.channels.
void check_together(const ArchConfig& config, const RawConfig& raw);

}  // namespace systole::config
