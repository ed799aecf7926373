#pragma once

#include "arch/ddr/ddr_channel_timing.h"
#include "arch/ddr/ddr_model.h"
#include "arch/npu/clock.h"
#include "arch/npu/process_guard.h"
#include "sim/config/arch_config.h"
#include "sim/stats/counter.h"

#include <systemc>
#include <tlm.h>
#include <tlm_utils/simple_target_socket.h>

#include <deque>
#include <vector>

namespace systole::arch {

// DDR with fixed latency and bandwidth behind a TLM-2.0 target socket. Non-blocking: BEGIN_REQ is
// answered at once with END_REQ, annotated with the clock edge in or before which the data bus gets
// free; BEGIN_RESP follows after bus time and latency, in order. Blocking transport annotates the
// same delay.
class DdrChannel : public sc_core::sc_module, public DdrModel {
 public:
    SC_HAS_PROCESS(DdrChannel);
    DdrChannel(sc_core::sc_module_name name,
               const config::DdrConfig& config,
               const Clock& clock,
               ProcessGuard& guard);

    tlm_utils::simple_target_socket<DdrChannel> in_socket;

    DdrSocket& socket() override { return in_socket; }
    DdrTraits traits() const override { return ddr_traits(config_, clock_.mhz()); }
    void sample(std::vector<stats::Sample>& into) const override;

 private:
    tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& payload,
                                       tlm::tlm_phase& phase,
                                       sc_core::sc_time& delay);
    void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay);
    void respond();
    Cycles serve(const tlm::tlm_generic_payload& payload, Cycles now, Cycles& bus_taken);

    struct Response {
        Cycles at;
        tlm::tlm_generic_payload* payload;
    };

    const config::DdrConfig& config_;
    const Clock& clock_;
    ProcessGuard& guard_;
    BusTime bus_free_;
    std::deque<Response> responses_;
    sc_core::sc_event ev_response_;
    stats::Counter bursts_{"bursts", "bursts", "bursts served"};
    stats::Counter read_{"read", "bytes", "bytes read"};
    stats::Counter written_{"written", "bytes", "bytes written"};
};

}  // namespace systole::arch
