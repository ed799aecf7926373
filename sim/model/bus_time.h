#pragma once

#include "sim/config/arch_config.h"
#include "sim/core/ids.h"
#include "sim/ir/csr.h"
#include "sim/ir/program.h"

namespace systole::model {

// The makespan of a program with shapes whose transfers share the DDR bus: nodes of a pipe run in
// program order, each once its predecessors have ended and the nodes of `frees` (per node: whose
// addresses it takes). A transfer over the bus ends when its bytes are through and the latency is
// over; of several at a time each gets a request in turn, and none more than its requests in flight
// can carry. A node takes its own cycles and those of its ports at least. What bursts and rows of
// DRAM add, and ports that several engines want, is left out.
Cycles bus_time(const ir::Program& program,
                const ir::Csr<NodeId>& frees,
                const config::ArchConfig& config);

}  // namespace systole::model
