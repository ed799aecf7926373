#pragma once

#include "sim/config/arch_config.h"
#include "sim/ir/program.h"

namespace systole::place {

// Every operation's buffers must fit their tiers together, and every buffer its own: no plan exists
// otherwise. Error{kRefused, "place.does-not-fit"} names the node, the tier and the units that do
// not fit. O(nodes + buffers).
void check_fits(const ir::Program& program, const config::ArchConfig& config);

}  // namespace systole::place
