#pragma once

#include "arch/ddr/ddr_model.h"
#include "sim/time/replay.h"

namespace systole::time {

// replay() beside a memory of the caller's making in place of the one that `ddr.model` names: its
// traits cut the requests and bound the run. What it prints goes to standard error, where it does
// not mix with results. An exception of its own that is no Error stops the run ("time.ddr-model",
// kStopped).
Replay replay_with(const ir::Program& program,
                   const ir::ExecGraph& graph,
                   const config::ArchConfig& config,
                   const ReplayOptions& options,
                   const arch::DdrMaker& make_ddr);

}  // namespace systole::time
