#pragma once

#include "sim/config/arch_config.h"
#include "sim/core/ids.h"
#include "sim/ir/program.h"

#include <optional>

namespace systole::model {

// The makespan of a program executed in the order in which its nodes stand, every buffer in the
// smallest gap that holds it (the lowest of equal ones), without spills; nothing when a scratchpad
// is too small for that. With config.contention transfers share the DDR bus, each an equal part of
// it while it lasts, and no node is done before its ports are (bus_time.h). What lowering compares
// tilings by, without the cost of a plan and of the SystemC core. O(nodes + edges) for programs
// that keep few buffers open.
std::optional<Cycles> program_time(const ir::Program& program, const config::ArchConfig& config);

}  // namespace systole::model
