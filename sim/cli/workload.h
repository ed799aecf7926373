#pragma once

#include "sim/cli/command.h"
#include "sim/config/arch_config.h"
#include "sim/ir/layer.h"
#include "sim/ir/program.h"
#include "sim/lower/lower_network.h"

#include <string>
#include <vector>

namespace systole::cli {

// What a verb runs: a trace as it was read, or a layer list lowered for the architecture.
struct Workload {
    ir::Program program;
    std::string name;                // for reports and plan files
    std::vector<std::string> files;  // that were read
    bool lowered = false;
};

// Reads `path`, a trace or a layer list (load::is_network_path), for `config`; `cycles` is "trace",
// "model" (every node's cycles computed from its shape) or "". Errors: those of the readers, of
// lower_network and of model::recompute_cycles; routes that the configuration does not have.
Workload read_workload(const Context& context,
                       const std::string& path,
                       const config::ArchConfig& config,
                       const std::string& cycles);

// Reads a layer list, passing the reader's notes on to the user, and lowers it.
lower::Lowered lower_file(const Context& context,
                          const std::string& path,
                          const config::ArchConfig& config,
                          ir::Network& network);

}  // namespace systole::cli
