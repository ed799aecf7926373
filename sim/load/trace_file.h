#pragma once

#include "sim/core/input_file.h"
#include "sim/core/output_set.h"
#include "sim/ir/program.h"
#include "sim/load/text_source.h"

#include <string>

namespace systole::load {

// Reads a trace and proves it well formed. The name tells the format: "x.json", either file of the
// pair "x_Nodes.csv" and "x_Edges.csv" (with shapes: and "x_Layers.csv" beside them), their common
// start "x"; "-" for standard input and the names of pipes are JSON. Throws the first error found,
// Error{kBadInput} with a rule "trace.*" (trace_json.h, trace_csv.h, trace_check.h); "trace.format"
// when the name tells no format. The files that were read enter `log`, if there is one.
ir::Program load_trace(const std::string& path, InputFiles* log = nullptr);

// The same from an open source of JSON.
ir::Program load_trace(TextSource json);

// Whether the name tells that this is a trace, "-" excepted.
bool is_trace_path(const std::string& path);

// The same as the first without the proof, for a caller that wants every broken fact
// (trace_check.h).
ir::Program read_trace(const std::string& path, InputFiles* log = nullptr);

// Adds the files of a trace to `out`, under a name of the same kinds ("-" excepted). Errors: those
// of OutputSet, and "trace.format".
void write_trace(const ir::Program& trace, const std::string& path, OutputSet& out);

// The same as a set of its own, of what came from no file.
void write_trace(const ir::Program& trace, const std::string& path);

// The name of the case that a trace file holds: "dir/Conv_Case0_Nodes.csv" -> "Conv_Case0".
std::string case_name(const std::string& path);

}  // namespace systole::load
