#pragma once

#include "sim/config/arch_config.h"
#include "sim/ir/layer.h"
#include "sim/ir/program.h"
#include "sim/run/run.h"
#include "sim/run/run_request.h"
#include "sim/run/segments.h"

#include <memory>
#include <string>
#include <vector>

namespace systole {

// What a request runs: a trace as it was read, a network lowered for the machine, or a network that
// is too large for one program.
struct Workload {
    std::string name;  // for reports and plan files
    std::vector<InputRecord> files;
    std::shared_ptr<const ir::Network> network;  // of layers; null: a trace
    std::shared_ptr<const ir::Program> program;  // null: only segments of it can be run
    std::vector<Segment> segments;               // where there is no program
};

// Reads `simulation.workload`; a network is lowered for `config` unless its program would have more
// than `segment_steps` MATMUL nodes. Settles `auto` in config.sharing by what it is. Errors: those
// of the readers, of lower_network, of model::recompute_cycles and of model::check_routes;
// kBadInput "run.option" for the trace's cycles of layers, which have none.
Workload open_workload(const Simulation& simulation,
                       config::ArchConfig& config,
                       const RunObserver& observer,
                       RunCache& cache);

// The files of `simulation.workload`, read through the cache; nothing is lowered.
std::vector<InputRecord> workload_inputs(const Simulation& simulation, RunCache& cache);

// Reads a list of layers, with its notes for the user. Error{kBadInput, "run.kind"} for a trace.
struct OpenedNetwork {
    std::shared_ptr<const ir::Network> network;
    InputFiles files;
};
OpenedNetwork open_network(const std::string& path, RunCache& cache);

}  // namespace systole
