#pragma once

#include "sim/config/arch_config.h"
#include "sim/core/output_file.h"
#include "sim/ir/exec_graph.h"
#include "sim/ir/program.h"
#include "sim/ir/timeline.h"
#include "sim/stats/counter.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace systole::time {

inline constexpr std::uint64_t kMostBursts = 20'000'000;

struct ReplayOptions {
    OutputFile* wave = nullptr;         // to write the VCD wave into; null: none
    std::optional<Cycles> cycle_limit;  // stop with an error past this cycle
    // Called about a hundred times with the current cycle and the cycles the run is expected to
    // take.
    std::function<void(Cycles now, Cycles expected)> progress;
    Cycles expected_cycles = 0;
};

struct Replay {
    ir::Timeline timeline;
    std::vector<stats::Sample> counters;     // what the modules counted
    std::optional<std::uint64_t> activates;  // DRAM rows opened, of a model that has rows
    std::uint64_t burst_group = 1;           // bursts that travelled as one
};

// Runs the graph on the SystemC core of arch/. With contention off the times equal
// model::recurrence. With it on, in the simple DDR model, bursts of a program that has more than
// kMostBursts of them travel in groups, each as one request: engines then alternate in larger
// turns. Errors: what the hardware refuses (kRefused, "arch.*"); "time.deadlock" and
// "time.cycle-limit" (kStopped) when nodes can never end or do not in time; "time.too-long"
// (kRefused) when the kernel's 64-bit picoseconds could not count the run; "output.*" for the wave
// file.
Replay replay(const ir::Program& program,
              const ir::ExecGraph& graph,
              const config::ArchConfig& config,
              const ReplayOptions& options = {});

}  // namespace systole::time
