#pragma once

#include "sim/core/error.h"
#include "sim/ir/program.h"

#include <cstdint>
#include <string>
#include <vector>

namespace systole::load {

// Where the parts of a plan stand in its three files; line 0: nowhere.
struct PlanLines {
    std::string schedule, memory, spill;  // the files
    std::vector<std::uint32_t> order;     // by node id, those of spills included
    std::vector<std::uint32_t> offset;    // by buffer
    std::vector<std::uint32_t> spills;    // by spill
};

// `error` of the checks of a plan ("plan.*", its place the node in the trace) with the place in the
// plan's files: for capacity and overlap the line of the address, for all others the node's line in
// the schedule. Any other error is returned as it is.
Error at_plan_line(const Error& error, const PlanLines& lines, const ir::Program& trace);

}  // namespace systole::load
