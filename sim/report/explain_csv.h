#pragma once

#include "sim/core/output_file.h"
#include "sim/ir/program.h"
#include "sim/plan/place/spill_log.h"

#include <string>

namespace systole::report {

// `schedule --explain`: one line for every resident that could have made room, at every choice.
// Columns: choice (0 ..), node (that needed the room), position (in the order placed), needs
// (BufId), units, tier, candidate (BufId), offset, size, last_use, next_use, traffic (extra DDR
// units of spilling it), cycles (of its SPILL_OUT and SPILL_IN), score (larger goes first), verdict
// (spilled, stays, in use, no help: its
// turn came, but the gap that was made lies elsewhere). Errors: those of OutputFile.
void write_explain_csv(const place::SpillLog& log, const ir::Program& program, OutputFile& file);

}  // namespace systole::report
