#pragma once

#include "sim/result/run_result.h"

#include <cstddef>
#include <string>

namespace systole::report::html {

// Nodes of the plan that run on a pipe: those a Gantt chart draws.
std::size_t timed_nodes(const ir::ExecGraph& graph);

// Every timed node and every residency of the run as one JSON object of columns (see column.h).
// Nodes stand pipe by pipe in the order they ran, residencies tier by tier in the order they
// opened:
//   ops                         names, SPILL_OUT and SPILL_IN last
//   pipe_offsets, tier_offsets  where each pipe's nodes and each tier's residencies begin, and end
//   node        id, op, start, cycles (busy), dependency, address, contention (waits, cycles),
//               work_back (own id - id of the predecessor waited for, 0 = none),
//               closer (1 + residency whose addresses were waited for, 0 = none),
//               use_count and uses (residencies worked in, by position); of a trace with shapes
//               layer, shape and shapes (see node_work.h)
//   residency   buffer (BufId of the trace), lo, size (units), open, held (cycles from opening to
//               closing), open_node, close_node, backed (0 or 1)
std::string nodes_json(const RunResult& report);

}  // namespace systole::report::html
