#pragma once

#include "arch/npu/clock.h"
#include "arch/npu/core_program.h"
#include "arch/npu/interfaces.h"
#include "arch/npu/process_guard.h"
#include "arch/npu/run_result.h"

#include <systemc>

#include <array>
#include <vector>

namespace systole::arch {

// Releases a node when its predecessors and the addresses it opens are free; a pipe issues it when
// it is the next of that pipe. ALLOC and FREE, which run on no pipe, are done here at once.
class Dispatcher : public sc_core::sc_module, public DispatchIf {
 public:
    SC_HAS_PROCESS(Dispatcher);
    Dispatcher(sc_core::sc_module_name name,
               const CoreProgram& program,
               const Clock& clock,
               ProcessGuard& guard);

    sc_core::sc_vector<sc_core::sc_port<PipeIf>> out_pipe;
    sc_core::sc_vector<sc_core::sc_port<ScratchpadIf>> out_scratchpad;

    void node_started(NodeId node) override;
    void node_ended(NodeId node, Cycles lost) override;
    bool is_released(NodeId node) const override { return waiting_[index(node)] == 0; }

    std::size_t ended() const { return ended_; }
    std::size_t total() const { return program_.nodes(); }
    // Nodes that have not ended, in order, with the number of constraints each still waits for.
    struct Waiting {
        NodeId node;
        std::uint32_t constraints;
    };
    std::vector<Waiting> unfinished(std::size_t limit) const;
    RunResult take_result();

 private:
    void start();
    void release(NodeId node);
    void release_successors(NodeId node);
    void drain();

    const CoreProgram& program_;
    const Clock& clock_;
    ProcessGuard& guard_;
    std::vector<std::uint32_t> waiting_;  // per node: constraints not yet met
    std::vector<NodeId> instant_;         // released ALLOC and FREE nodes to be done now
    bool draining_ = false;
    std::size_t ended_ = 0;
    RunResult result_;
};

}  // namespace systole::arch
