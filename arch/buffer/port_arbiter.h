#pragma once

#include "arch/npu/clock.h"
#include "arch/npu/interfaces.h"
#include "arch/npu/process_guard.h"
#include "sim/stats/counter.h"

#include <systemc>

#include <array>
#include <vector>

namespace systole::arch {

// Shares the ports of one scratchpad among the engines: round robin, each turn at most `grain`
// cycles, so that a long transfer cannot keep a short one out. An engine has at most one request at
// a time.
class PortArbiter : public sc_core::sc_module {
 public:
    SC_HAS_PROCESS(PortArbiter);
    PortArbiter(sc_core::sc_module_name name,
                std::size_t ports,
                Cycles grain,
                const Clock& clock,
                ProcessGuard& guard);

    void request(Pipe pipe, Cycles cycles, PortClient& client);
    void sample(std::vector<stats::Sample>& into) const;

 private:
    struct Request {
        Cycles left = 0;  // 0: none
        bool served_now = false;
        PortClient* client = nullptr;
    };
    struct Port {
        std::size_t requester = kPipeCount;  // none
        Cycles until = 0;
        Cycles turn = 0;
    };

    void turn_ended();
    void fill_ports();

    const Cycles grain_;
    const Clock& clock_;
    ProcessGuard& guard_;
    std::array<Request, kPipeCount> requests_{};
    std::vector<Port> ports_;
    std::size_t next_ = 0;  // whose turn comes first
    sc_core::sc_event ev_turn_;
    stats::Counter busy_{"port_cycles", "cycles", "cycles that ports were occupied, all ports"};
};

}  // namespace systole::arch
