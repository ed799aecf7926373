#pragma once

#include "arch/npu/clock.h"
#include "arch/npu/core_program.h"
#include "arch/npu/interfaces.h"
#include "arch/npu/process_guard.h"
#include "sim/stats/counter.h"

#include <systemc>

#include <array>
#include <vector>

namespace systole::arch {

// What every engine does with a node: opens the window it opens, works in its windows for the
// node's cycles, closes the window it closes. With contention on it also needs port time in every
// scratchpad it touches, and ends when the last part has. CUBE and VECTOR are plain engines; DMA
// engines add DDR.
class Engine : public sc_core::sc_module, public EngineIf, protected PortClient {
 public:
    SC_HAS_PROCESS(Engine);
    Engine(sc_core::sc_module_name name,
           Pipe pipe,
           const CoreProgram& program,
           const Clock& clock,
           bool contention,
           ProcessGuard& guard);

    sc_core::sc_port<EngineOwnerIf> out_owner;
    sc_core::sc_vector<sc_core::sc_port<ScratchpadIf>> out_scratchpad;

    void execute(NodeId node) override;
    virtual void sample(std::vector<stats::Sample>& into) const;

 protected:
    // Starts what else the node has to wait for; gives the number of part_ended() calls to come.
    virtual std::uint32_t start_parts(NodeId) { return 0; }
    // `alone`: cycles that the part takes without other engines at the DDR or at ports.
    void part_ended(Cycles alone);
    void ports_served(Cycles alone) override;

    const CoreProgram& program_;
    const Clock& clock_;
    const bool contention_;
    ProcessGuard& guard_;
    const Pipe pipe_;

 private:
    void request_ports(Span<Stream> streams);
    void computed();
    void finish();
    template <class Visit>
    void for_each_window(NodeId node, Visit visit) const;

    sc_core::sc_event ev_computed_;
    NodeId node_ = NodeId::kNone;
    std::uint32_t parts_ = 0;  // of the node that still have to end
    Cycles begun_ = 0;
    Cycles alone_ = 0;  // what the node takes without others, as far as its parts have ended
    stats::Counter nodes_{"nodes", "nodes", "nodes executed"};
    stats::Counter cycles_{"cycles", "cycles", "cycles of the nodes executed, without contention"};
};

}  // namespace systole::arch
