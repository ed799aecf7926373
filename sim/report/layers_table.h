#pragma once

#include "sim/result/run_result.h"

#include <string>

namespace systole::report {

// Femtojoules as people read them: "12.30 uJ".
std::string energy_text(model::Femtojoules energy);

// Where the energy goes, unit by unit and operand by operand; empty without energy.
std::string energy_table(const RunResult& report, bool colour);

// The layers of a lowered trace: cycles, MACs, traffic and energy of each. Empty for a trace
// without layers.
std::string layers_table(const RunResult& report, bool colour);

}  // namespace systole::report
