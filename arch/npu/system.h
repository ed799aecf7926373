#pragma once

#include "arch/ddr/ddr_model.h"
#include "arch/npu/clock.h"
#include "arch/npu/core_program.h"
#include "arch/npu/npu_core.h"
#include "arch/npu/process_guard.h"
#include "sim/config/arch_config.h"

#include <memory>

namespace systole::arch {

// The modules of one run: a core and the memory behind its DDR socket. Made during elaboration;
// config, program and clock outlive it.
struct System {
    System(const config::ArchConfig& config,
           const CoreProgram& program,
           const Clock& clock,
           const DdrMaker& make_ddr = make_ddr_model);

    std::vector<stats::Sample> sample() const;

    ProcessGuard guard;
    std::unique_ptr<DdrModel> ddr;
    NpuCore core;
};

}  // namespace systole::arch
