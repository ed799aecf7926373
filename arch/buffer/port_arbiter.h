#pragma once

#include "arch/buffer/bank_timing.h"
#include "arch/npu/clock.h"
#include "arch/npu/interfaces.h"
#include "arch/npu/process_guard.h"
#include "sim/stats/counter.h"

#include <systemc>

#include <array>
#include <optional>
#include <vector>

namespace systole::arch {

// Shares the ports of one scratchpad among the engines: round robin, each turn at most `grain`
// cycles, so that a long transfer cannot keep a short one out. An engine has at most one request at
// a time. Where the scratchpad has banks, a turn begins late enough never to be in a bank together
// with the turns that go on, and not at all while those leave no bank free.
class PortArbiter : public sc_core::sc_module {
 public:
    SC_HAS_PROCESS(PortArbiter);
    PortArbiter(sc_core::sc_module_name name,
                std::size_t ports,
                Cycles grain,
                std::optional<BankCycle> banks,
                const Clock& clock,
                ProcessGuard& guard);

    // `phase`: where in the cycle of the banks the access begins; 0 without banks.
    void request(Pipe pipe, Cycles cycles, Cycles phase, PortClient& client);
    void sample(std::vector<stats::Sample>& into) const;

 private:
    struct Request {
        Cycles left = 0;  // 0: none
        bool served_now = false;
        PortClient* client = nullptr;
        Cycles phase = 0;  // of what is left
    };
    struct Port {
        std::size_t requester = kPipeCount;  // none
        Cycles until = 0;
        Cycles turn = 0;
        Cycles offset = 0;  // among the banks
    };

    void turn_ended();
    void fill_ports();
    bool begin_turn(Port& port, std::size_t requester, Cycles now);
    std::optional<Cycles> wait_for_bank(Cycles phase, Cycles now) const;

    const Cycles grain_;
    const std::optional<BankCycle> banks_;
    const Clock& clock_;
    ProcessGuard& guard_;
    std::array<Request, kPipeCount> requests_{};
    std::vector<Port> ports_;
    std::size_t next_ = 0;  // whose turn comes first
    sc_core::sc_event ev_turn_;
    stats::Counter busy_{"port_cycles", "cycles", "cycles that ports were occupied, all ports"};
    stats::Counter bank_waits_{
        "bank_wait_cycles", "cycles", "cycles that turns began later because of a bank"};
};

}  // namespace systole::arch
