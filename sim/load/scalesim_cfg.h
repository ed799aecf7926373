#pragma once

#include "sim/core/machine.h"
#include "sim/load/text_source.h"

#include <cstdint>
#include <string>
#include <vector>

namespace systole::load {

// What a SCALE-Sim configuration says about the array, and about what we cannot follow it in.
struct ScalesimCfg {
    std::string file;
    std::string run_name = "scale_run";  // the folder its reports go to
    std::uint64_t rows = 1, cols = 1;
    Dataflow dataflow = Dataflow::kWeightStationary;
    bool stalls = false;             // a given bandwidth or a memory trace may stall the array
    std::vector<std::string> notes;  // "file:line: ..." of what is put aside, for the user
};

// Reads a SCALE-Sim 3.0.0 configuration (scalesim-project/SCALE-Sim, configs/*.cfg): sections in
// brackets, `Key: value` or `Key = value`, keys in either case, whole-line comments after # or ;.
// ArrayHeight, ArrayWidth and Dataflow are needed; every key of its files is known and checked.
// Buffers, offsets, bandwidths, banks and layouts do not change what an array that never waits
// takes, and are not used. A key or section that is not known is put aside with a note, as
// SCALE-Sim does silently.
//
// Errors: Error{kBadInput} with file:line: those of TextSource with the family "scalesim", and
// scalesim.syntax (neither section nor key; an indented line, which would continue the value above
// it; a section or key that comes twice), scalesim.missing-key, scalesim.value (not a whole number,
// truth value or known word), scalesim.range (an array below 1 or above 2^31), scalesim.sparsity
// (not modelled).
ScalesimCfg read_scalesim_cfg(const std::string& path);
ScalesimCfg read_scalesim_cfg(TextSource source);

}  // namespace systole::load
