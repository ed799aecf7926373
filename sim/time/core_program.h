#pragma once

#include "arch/npu/core_program.h"
#include "sim/config/arch_config.h"
#include "sim/ir/exec_graph.h"
#include "sim/ir/program.h"

namespace systole::time {

// The graph as the core's program: views of its arrays (the graph must outlive the program), the
// residencies as windows, and what each node moves over DDR. COPY_IN reads its buffers, COPY_OUT
// writes them, SPILL_IN reads, SPILL_OUT writes unless the buffer is backed. Where a node's work
// says which rows of DDR it moves, the transfer is those. A buffer's own DDR address is the sum of
// the sizes of the buffers before it, counted from the end of all that work names.
arch::CoreProgram build_core_program(const ir::Program& program,
                                     const ir::ExecGraph& graph,
                                     const config::ArchConfig& config);

}  // namespace systole::time
