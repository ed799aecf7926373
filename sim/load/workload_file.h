#pragma once

#include "sim/core/input_file.h"
#include "sim/ir/layer.h"
#include "sim/ir/program.h"

#include <string>
#include <variant>

namespace systole::load {

// A workload as its file gives it.
struct Workload {
    std::string name;  // for reports and plan files: the file's, without its ending
    InputFiles files;  // that were read
    std::variant<ir::Network, ir::Program> content;

    // The list of layers, or the trace; nullptr for the other.
    const ir::Network* network() const { return std::get_if<ir::Network>(&content); }
    const ir::Program* program() const { return std::get_if<ir::Program>(&content); }
};

// Reads `path` once, as what its name says: x.yaml, x.yml and x.csv are lists of layers
// (network_file.h), x.json and a CSV pair are traces, proved well formed (trace_file.h). What has
// another name, a pipe or "-" for standard input, is read by what it holds: JSON is a trace,
// anything else a list of layers. Errors: those of the readers.
Workload open(const std::string& path);

}  // namespace systole::load
