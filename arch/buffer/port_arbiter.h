#pragma once

#include "arch/buffer/port_timing.h"
#include "arch/npu/clock.h"
#include "arch/npu/interfaces.h"
#include "arch/npu/process_guard.h"
#include "sim/stats/counter.h"

#include <systemc>

#include <array>
#include <vector>

namespace systole::arch {

// Shares the ports of one scratchpad among the streams of the engines, word by word (PortShare): no
// stream is faster than one port, all together no faster than all ports. An engine has at most one
// request at a time, of a few streams side by side.
class PortArbiter : public sc_core::sc_module {
 public:
    SC_HAS_PROCESS(PortArbiter);
    PortArbiter(sc_core::sc_module_name name,
                std::uint64_t width,
                const Clock& clock,
                ProcessGuard& guard);

    // A stream of the request that begin() starts: so many cycles of one port.
    void add(Pipe pipe, Cycles cycles);
    void begin(Pipe pipe, PortClient& client);
    void sample(std::vector<stats::Sample>& into) const;

 private:
    struct Stream {
        std::size_t pipe;
        std::uint64_t left;  // cycles of one port times PortShare::kOne
    };
    struct Request {
        std::array<Cycles, kMaxStreams> cycles{};
        std::size_t streams = 0;  // 0: none
        std::size_t going = 0;    // streams that have not ended
        Cycles begun = 0;
        bool shared = false;  // another engine's streams went on at the same time
        PortClient* client = nullptr;
    };

    void advance();
    void plan();
    void wake();
    PortShare share() const { return PortShare(width_, streams_.size()); }
    Cycles alone(const Request& request, Cycles now) const;

    const std::uint64_t width_;
    const Clock& clock_;
    ProcessGuard& guard_;
    std::array<Request, kPipeCount> requests_{};
    std::vector<Stream> streams_;
    Cycles advanced_to_ = 0;
    sc_core::sc_event ev_wake_;
    stats::Counter busy_{"port_cycles", "cycles", "cycles of traffic at one port, all streams"};
};

}  // namespace systole::arch
