#pragma once

#include "sim/core/input_file.h"
#include "sim/core/output_set.h"

#include <string>
#include <vector>

namespace systole {

// An input file of a run: its role ("config", "energy", "trace", "layers", "plan"), its name
// without the folder, and the SHA-256 of its bytes in hex.
struct InputRecord {
    std::string role;
    std::string name;
    std::string sha256;
    FileId id = {};  // for those that must not write into it; never printed
};

void add_inputs(const std::string& role, const InputFiles& files, std::vector<InputRecord>& inputs);

// An empty set of outputs that refuses to replace what was read.
OutputSet outputs_beside(const std::vector<InputRecord>& read);

// Where a result comes from: enough to make it again. No clock, no host, no folder: equal requests
// give equal bytes wherever they are made.
struct Provenance {
    std::string version;   // systole's own
    std::string systemc;   // kernel release
    std::string compiler;  // that built systole
    std::string command;   // a command line that asks for the same, with file names alone
    std::string request;   // what the result depends on, as a SHA-256: fingerprint() of sim/run
    std::vector<InputRecord> inputs;
};

}  // namespace systole
