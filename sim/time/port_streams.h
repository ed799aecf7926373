#pragma once

#include "arch/npu/core_program.h"
#include "sim/config/arch_config.h"
#include "sim/ir/exec_graph.h"
#include "sim/ir/program.h"

namespace systole::time {

// Fills in what each node moves through the ports of the scratchpads (model/port_streams.h); a
// spill its whole buffer.
void add_streams(const ir::Program& program,
                 const ir::ExecGraph& graph,
                 const config::ArchConfig& config,
                 arch::CoreProgram& core_program);

}  // namespace systole::time
