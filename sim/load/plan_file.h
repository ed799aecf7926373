#pragma once

#include "sim/core/output_set.h"
#include "sim/ir/plan.h"
#include "sim/ir/program.h"
#include "sim/load/plan_lines.h"
#include "sim/load/text_source.h"

#include <optional>
#include <string>
#include <vector>

namespace systole::load {

// The three files of a plan (spec/execution_model.md, "The plan"): <case>_schedule.txt, one node id
// a line; <case>_memory.txt, one BufId:Offset a line; <case>_spill.txt, one BufId:NewOffset a line.
// BufIds are those of the trace file (Program::buffer_label), offsets are units.
//
// Reading is generous about form: blank lines, comments after #, CR LF, a byte order mark, blanks
// around a number, memory lines in any order. A folder that holds the plan of exactly one case is
// read under whatever name that case has. All three files must be there: a plan without spills has
// an empty spill file. `lines`, if given, gets the place of everything (at_plan_line).
//
// Errors: Error{kBadInput} with the rules plan.open, plan.read, plan.encoding, plan.syntax and
// plan.empty for text that is no plan; Error{kRefused} for a plan that cannot belong to the trace:
// plan.unknown-node, plan.duplicate-node, plan.missing-node, plan.unknown-buffer,
// plan.duplicate-buffer, plan.missing-address, plan.offset (not from 0 to ir::kMaxNodeValue).
// Whether the plan is legal is not asked here. The files that were read enter `log`, if there is
// one.
ir::Plan read_plan(const std::string& dir,
                   const std::string& case_name,
                   const ir::Program& trace,
                   PlanLines* lines = nullptr,
                   InputFiles* log = nullptr);

// The same from open sources. `spill` may be absent: no spills.
ir::Plan read_plan(TextSource schedule,
                   TextSource memory,
                   std::optional<TextSource> spill,
                   const ir::Program& trace,
                   PlanLines* lines = nullptr);

// The files that read_plan reads from the folder.
std::vector<std::string> plan_files(const std::string& dir, const std::string& case_name);

// The files that write_plan writes, in the order schedule, memory, spill.
std::vector<std::string> written_plan_files(const std::string& dir, const std::string& case_name);

// Adds the three files to `out`, in `dir`, which is made if need be. Errors: those of OutputSet.
void write_plan(const ir::Plan& plan,
                const ir::Program& trace,
                const std::string& dir,
                const std::string& case_name,
                OutputSet& out);

// The same as a set of its own, of what came from no file.
void write_plan(const ir::Plan& plan,
                const ir::Program& trace,
                const std::string& dir,
                const std::string& case_name);

}  // namespace systole::load
