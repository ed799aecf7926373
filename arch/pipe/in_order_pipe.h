#pragma once

#include "arch/npu/core_program.h"
#include "arch/npu/interfaces.h"
#include "arch/npu/process_guard.h"

#include <systemc>

#include <vector>

namespace systole::arch {

// One of the six pipes: issues its nodes to its engine strictly in program order, one at a time.
class InOrderPipe : public sc_core::sc_module, public PipeIf, public EngineOwnerIf {
 public:
    SC_HAS_PROCESS(InOrderPipe);
    InOrderPipe(sc_core::sc_module_name name,
                Pipe pipe,
                const CoreProgram& program,
                ProcessGuard& guard);

    sc_core::sc_port<EngineIf> out_engine;
    sc_core::sc_port<DispatchIf> out_dispatcher;

    void node_released(NodeId node) override;
    void engine_ended(NodeId node, Cycles lost) override;

    void trace(sc_core::sc_trace_file* file) const override;

 private:
    void start();
    void issue_next();

    ProcessGuard& guard_;
    std::vector<NodeId> queue_;
    std::size_t head_ = 0;
    bool busy_ = false;
    std::uint32_t running_ = 0;  // node id + 1, 0 when idle: a wave shows it
};

}  // namespace systole::arch
