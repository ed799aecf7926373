#pragma once

#include "sim/ir/program.h"
#include "sim/load/text_source.h"
#include "sim/load/text_writer.h"

namespace systole::load {

// Reads a JSON trace, {"Nodes": [...], "Edges": [[from, to], ...]}, in one pass and constant memory
// beside the trace itself. Keys it does not know are skipped, null counts as absent. The facts of
// well-formed traces are not checked here (trace_check.h).
//
// Errors: Error{kBadInput} with file:line and, where one is meant, the node: those of TextSource
// and TraceCollector and trace.syntax, trace.truncated, trace.empty, trace.wrong-type, trace.number
// (not an integer from 0 to ir::kMaxNodeValue), trace.edge, trace.duplicate-field,
// trace.missing-field.
ir::Program read_trace_json(TextSource source);

// Writes a trace as JSON, one node or edge a line, edges by source. The same trace gives the same
// bytes; reading them back gives the same trace, a node's predecessors in the order of their ids.
void write_trace_json(const ir::Program& trace, const TextSink& sink);

}  // namespace systole::load
