#pragma once

#include "sim/core/input_file.h"

#include <cstdint>
#include <string>
#include <vector>

namespace systole::sweep {

// A workload with what constraints and identities ask of it.
struct WorkloadFacts {
    std::string path;
    std::string name;
    std::string sha256;        // of the content of all its files
    bool network = false;      // a list of layers, not a trace
    std::uint64_t layers = 0;  // of a network
    std::uint64_t macs = 0;    // of a network
    std::uint64_t nodes = 0;   // of a trace
};

// Reads the workload once. Errors: those of its reader.
WorkloadFacts workload_facts(const std::string& path);

// The SHA-256 of the contents of these files, whatever their names.
std::string content_hash(const InputFiles& files);

}  // namespace systole::sweep
