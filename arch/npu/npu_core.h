#pragma once

#include "arch/buffer/scratchpad.h"
#include "arch/ddr/ddr_arbiter.h"
#include "arch/mte/dma_engine.h"
#include "arch/npu/clock.h"
#include "arch/npu/core_program.h"
#include "arch/npu/dispatcher.h"
#include "arch/npu/process_guard.h"
#include "arch/pipe/engine.h"
#include "arch/pipe/in_order_pipe.h"
#include "sim/config/arch_config.h"

#include <systemc>

#include <vector>

namespace systole::arch {

// One Davinci-class core: instances and bindings only. Its DDR side is ddr_arbiter.out_socket,
// which the owner binds to a TLM-2.0 target with the traits `ddr`.
class NpuCore : public sc_core::sc_module {
 public:
    NpuCore(sc_core::sc_module_name name,
            const config::ArchConfig& config,
            const CoreProgram& program,
            const DdrTraits& ddr,
            const Clock& clock,
            ProcessGuard& guard);

    OverlapMeter ddr_use;  // by pipe
    Dispatcher dispatcher;
    InOrderPipe mte1_pipe, mte2_pipe, mte3_pipe, cube_pipe, vector_pipe, fixp_pipe;
    Engine mte1, cube, vector;
    DmaEngine mte2, mte3, fixp;
    Scratchpad l1, ub, l0a, l0b, l0c;
    DdrArbiter ddr_arbiter;

    void trace(sc_core::sc_trace_file* file) const override;
    std::vector<stats::Sample> sample() const;
};

}  // namespace systole::arch
