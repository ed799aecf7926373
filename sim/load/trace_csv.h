#pragma once

#include "sim/ir/program.h"
#include "sim/load/text_source.h"
#include "sim/load/text_writer.h"

#include <functional>

namespace systole::load {

// Reads the CSV form of a trace: nodes under the header Id,Op,BufId,Size,Type,Pipe,Cycles,Bufs
// (Bufs is one quoted, comma-separated field; unused cells are empty) and edges under
// StartNodeId,EndNodeId. Columns may come in any order, columns it does not know are skipped. The
// facts of well-formed traces are not checked here (trace_check.h).
//
// Errors: Error{kBadInput} with file:line and, where one is meant, the node: those of CsvRows and
// TraceCollector and trace.empty, trace.missing-field (a column), trace.duplicate-field,
// trace.columns, trace.number (not an integer from 0 to ir::kMaxNodeValue).
//
// Traces with shapes have the columns Work,Layer,Operand,M,N,K,Address,Stride too; `layers` is then
// asked for their layers: Name,Kind,Macs,ActivationBytes,WeightBytes,OutputBytes,FilterH,FilterW,
// StrideH,OutW,Element.
ir::Program read_trace_csv(TextSource nodes,
                           TextSource edges,
                           const std::function<TextSource()>& layers = {});

// Write the two files of the CSV form, edges by source. The same trace gives the same bytes;
// reading them back gives the same trace, a node's predecessors in the order of their ids.
void write_nodes_csv(const ir::Program& trace, const TextSink& sink);
void write_edges_csv(const ir::Program& trace, const TextSink& sink);
// The layers of a trace with shapes.
void write_layers_csv(const ir::Program& trace, const TextSink& sink);

}  // namespace systole::load
