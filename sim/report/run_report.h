#pragma once

#include "sim/config/arch_config.h"
#include "sim/ir/exec_graph.h"
#include "sim/ir/plan.h"
#include "sim/ir/program.h"
#include "sim/ir/timeline.h"
#include "sim/model/energy.h"
#include "sim/model/layer_stats.h"
#include "sim/model/metrics.h"
#include "sim/stats/counter.h"

#include <optional>
#include <string>
#include <vector>

namespace systole::report {

// An input file of the run and the SHA-256 of its bytes, in hex.
struct InputFile {
    std::string role;  // "config", "trace", "plan"
    std::string path;
    std::string sha256;
};

// Where a result comes from: enough to make it again. No clock, no host name: two runs of the same
// command give the same bytes.
struct Provenance {
    std::string version;  // systole's own
    std::string systemc;  // kernel release
    std::string compiler;
    std::string command;  // command line, quoted for a shell
    std::vector<InputFile> inputs;
};

// Everything a report writer may print about one run; by reference, the caller owns it.
struct RunReport {
    std::string workload;  // case name
    std::string schedule;  // scheduler name, or "plan" for somebody else's plan
    std::string spill;     // victim rule, or "plan"
    const config::ArchConfig& config;
    const ir::Program& program;
    const ir::Plan& plan;
    const ir::ExecGraph& graph;
    const ir::Timeline& timeline;
    const model::Metrics& metrics;
    const std::vector<model::NodeWait>& waits;  // per node id
    Provenance provenance;
    std::optional<double> wall_seconds;  // printed, never written into a file of `--out`
    std::vector<stats::Sample>
        counters;                   // what the hardware modules counted; empty without SystemC
    model::LayerTable layers = {};  // per layer of a lowered trace
    model::EnergyResult energy = {};
};

}  // namespace systole::report
