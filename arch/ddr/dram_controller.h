#pragma once

#include "arch/ddr/ddr_model.h"
#include "arch/ddr/dram_mapping.h"
#include "arch/ddr/dram_scheduler.h"
#include "arch/npu/clock.h"
#include "arch/npu/process_guard.h"
#include "sim/config/arch_config.h"
#include "sim/stats/counter.h"

#include <systemc>
#include <tlm.h>
#include <tlm_utils/simple_target_socket.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace systole::arch {

// DDR with the commands and the timing of a DRAM standard behind a TLM-2.0 target socket: one
// DramScheduler per channel. A request is one access of the standard. BEGIN_REQ is answered with
// END_REQ at once, or when the channel's queue has room again; BEGIN_RESP follows at the first edge
// of the core's clock at which the last data has passed, in the order of that. A channel takes in
// one request per cycle of its clock; those that come faster stand in its queue in the meantime.
//
// The kernel sees one event per edge with responses as a rule: commands are decided in one go up to
// the next time at which a request can arrive, which is the kernel's next event or our next
// response.
class DramController : public sc_core::sc_module, public DdrModel {
 public:
    SC_HAS_PROCESS(DramController);
    DramController(sc_core::sc_module_name name,
                   const config::DdrConfig& config,
                   const Clock& clock,
                   ProcessGuard& guard);

    tlm_utils::simple_target_socket<DramController> in_socket;

    DdrSocket& socket() override { return in_socket; }
    DdrTraits traits() const override { return ddr_traits(config_, clock_.mhz()); }
    void sample(std::vector<stats::Sample>& into) const override;
    DdrActions actions() const override;

 private:
    using Picoseconds = std::uint64_t;
    struct Blocked {
        tlm::tlm_generic_payload* payload;
        DramPlace place;
    };

    // What comes next if nothing arrives: a command, of `first` in its cycle `next`, and a
    // response.
    struct Outlook {
        DramScheduler* first = nullptr;
        DramCycles next = kNeverDram;
        Picoseconds command = 0;
        Picoseconds response = 0;
    };

    tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& payload,
                                       tlm::tlm_phase& phase,
                                       sc_core::sc_time& delay);
    void work();
    void respond_due();
    Outlook outlook();
    void decide_commands();
    void unblock(DramCycles arrival);
    void take(tlm::tlm_generic_payload& payload, const DramPlace& place, DramCycles arrival);
    std::uint32_t tag_of(tlm::tlm_generic_payload& payload);
    void check_address(const tlm::tlm_generic_payload& payload) const;

    static Picoseconds now() { return sc_core::sc_time_stamp().value(); }
    DramCycles cycle_at(Picoseconds time) const {
        return (time + standard_.clock_ps - 1) / standard_.clock_ps;
    }
    // The core's clock edge at which data that end in DRAM cycle `at` are seen.
    Picoseconds edge_after(DramCycles at) const {
        const Picoseconds period = clock_.period_ps();
        return (at * standard_.clock_ps + period - 1) / period * period;
    }

    DramCounts counts() const;

    const config::DdrConfig& config_;
    const DramStandard& standard_;
    const DramMapping mapping_;
    const Clock& clock_;
    ProcessGuard& guard_;
    std::vector<DramScheduler> channels_;
    std::vector<DramCycles> accepts_from_;  // per channel: one request a DRAM cycle comes in
    std::vector<tlm::tlm_generic_payload*> payloads_;  // by tag
    std::vector<std::uint32_t> free_tags_;
    std::optional<Blocked> blocked_;  // waits for room in its channel's queue
    bool working_ = false;
    sc_core::sc_event ev_work_;
    stats::Counter read_{"read", "bytes", "bytes read"};
    stats::Counter written_{"written", "bytes", "bytes written"};
};

}  // namespace systole::arch
