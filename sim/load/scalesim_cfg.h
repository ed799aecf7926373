#pragma once

#include "sim/core/machine.h"
#include "sim/load/text_source.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace systole::load {

// The SRAMs of a SCALE-Sim configuration, in kB of one-byte words, and the words a cycle that pass
// between them and DRAM.
struct ScalesimBuffers {
    std::uint64_t ifmap_kb = 64, filter_kb = 64, ofmap_kb = 64;
    std::uint64_t ifmap_bandwidth = 10, filter_bandwidth = 10, ofmap_bandwidth = 10;
};

// What a SCALE-Sim configuration says about the array and, with InterfaceBandwidth USER, about the
// memory that it waits for.
struct ScalesimCfg {
    std::string file;
    std::string run_name = "scale_run";  // the folder its reports go to
    std::uint64_t rows = 1, cols = 1;
    Dataflow dataflow = Dataflow::kWeightStationary;
    std::optional<ScalesimBuffers> buffers;  // with USER; else the array never waits
    std::vector<std::string> notes;          // "file:line: ..." of what is put aside, for the user
};

// Reads a SCALE-Sim 3.0.0 configuration (scalesim-project/SCALE-Sim, configs/*.cfg): sections in
// brackets, `Key: value` or `Key = value`, keys in either case, whole-line comments after # or ;.
// ArrayHeight, ArrayWidth and Dataflow are needed; every key of its files is known and checked.
// With InterfaceBandwidth USER the three buffer sizes, Bandwidth (the first number: writes) and
// [layout]'s IfmapSRAMBankBandwidth and FilterSRAMBankBandwidth (its bandwidth of reads) are needed
// too; with CALC they do not change what an array that never waits takes, and are not used. A key
// or section that is not known is put aside with a note, as SCALE-Sim does silently.
//
// Errors: Error{kBadInput} with file:line: those of TextSource with the family "scalesim", and
// scalesim.syntax (neither section nor key; a line indented further than the key above it, whose
// value it would continue; a section or key that comes twice), scalesim.missing-key, scalesim.value
// (not a whole number, truth value or known word), scalesim.range (an array below 1 or above 2^31,
// a buffer or bandwidth below 1 or above 2^20), scalesim.sparsity, scalesim.memory (a DRAM trace,
// or with USER a layout of banks: not modelled).
ScalesimCfg read_scalesim_cfg(const std::string& path, InputFiles* log = nullptr);
ScalesimCfg read_scalesim_cfg(TextSource source);

}  // namespace systole::load
