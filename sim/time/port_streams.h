#pragma once

#include "arch/npu/core_program.h"
#include "sim/config/arch_config.h"
#include "sim/ir/exec_graph.h"
#include "sim/ir/program.h"

namespace systole::time {

// Fills in what each node moves through the ports of the scratchpads, one stream per buffer and
// direction. Where a node's work says so: what the array reads and writes at its edge (partial sums
// that it adds to come back in a stream of their own), a vector operation's operands and result,
// the bytes of a move. Otherwise, and for spills: its whole buffers, once.
void add_streams(const ir::Program& program,
                 const ir::ExecGraph& graph,
                 const config::ArchConfig& config,
                 arch::CoreProgram& core_program);

}  // namespace systole::time
