#pragma once

#include "arch/buffer/port_arbiter.h"
#include "arch/npu/clock.h"
#include "arch/npu/core_program.h"
#include "arch/npu/interfaces.h"
#include "arch/npu/process_guard.h"
#include "sim/config/arch_config.h"
#include "sim/stats/counter.h"

#include <systemc>

#include <memory>
#include <vector>

namespace systole::arch {

// One explicitly managed scratchpad. It knows which address range holds which buffer and refuses
// what no hardware could do: a range outside the capacity ("arch.capacity"), two buffers on one
// address
// ("arch.overlap"), an access to a buffer that is not there ("arch.not-resident"), giving up a
// range that is being worked on ("arch.in-use"). Those are Error{kRefused} with cycle and node.
class Scratchpad : public sc_core::sc_module, public ScratchpadIf {
 public:
    Scratchpad(sc_core::sc_module_name name,
               Tier tier,
               const config::ArchConfig& config,
               const Clock& clock,
               ProcessGuard& guard);

    void open(NodeId node, const Window& window) override;
    void close(NodeId node, const Window& window) override;
    void begin_access(NodeId node, const Window& window) override;
    void end_access(NodeId node, const Window& window) override;
    void request_ports(Pipe pipe, Span<Stream> streams, PortClient& client) override;

    void trace(sc_core::sc_trace_file* file) const override;
    void sample(std::vector<stats::Sample>& into) const;

 private:
    struct Held {
        std::uint32_t lo;
        std::uint32_t hi;
        std::uint64_t buffer;
        std::uint32_t accesses;  // going on
    };

    std::size_t first_ending_after(std::uint32_t address) const;
    Held& held(NodeId node, const Window& window);
    [[noreturn]] void refuse(const char* rule, NodeId node, const std::string& message) const;

    const Tier tier_;
    const config::TierConfig& config_;
    const Clock& clock_;
    std::vector<Held> held_;  // sorted by address
    std::uint32_t used_ = 0;  // units
    std::unique_ptr<PortArbiter> ports_;
    stats::Counter accesses_{"accesses", "accesses", "operations' accesses to buffers"};
    stats::Counter traffic_{"traffic", "units", "units of the buffers accessed"};
};

}  // namespace systole::arch
