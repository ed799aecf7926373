#pragma once

#include "arch/ddr/ddr_timing.h"
#include "arch/mte/overlap_meter.h"
#include "arch/pipe/engine.h"

#include <systemc>
#include <tlm.h>
#include <tlm_utils/simple_initiator_socket.h>

#include <memory>
#include <vector>

namespace systole::arch {

// An engine that can reach DDR: MTE2, MTE3 and FIXP. With contention on, a
// node that moves data over DDR also waits for its bursts: max_outstanding of them in flight at a
// time. With contention off the node's own cycles are the truth about the transfer.
class DmaEngine : public Engine, public tlm::tlm_mm_interface {
 public:
    SC_HAS_PROCESS(DmaEngine);
    DmaEngine(sc_core::sc_module_name name,
              Pipe pipe,
              const CoreProgram& program,
              const DdrTraits& ddr,
              OverlapMeter& ddr_use,
              bool contention,
              const Clock& clock,
              ProcessGuard& guard);

    tlm_utils::simple_initiator_socket<DmaEngine> out_ddr;

    void sample(std::vector<stats::Sample>& into) const override;

 protected:
    std::uint32_t start_parts(NodeId node) override;

 private:
    void send_bursts();
    void send_burst(std::uint64_t address, Bytes length);
    tlm::tlm_sync_enum from_ddr(tlm::tlm_generic_payload& payload,
                                tlm::tlm_phase& phase,
                                sc_core::sc_time& delay);
    void transferred();
    void free(tlm::tlm_generic_payload* payload) override;
    tlm::tlm_generic_payload* new_payload();

    Cycles alone(Cycles took, Cycles shared) const;

    const DdrTraits ddr_;
    OverlapMeter& ddr_use_;  // of all engines, by pipe
    std::vector<std::unique_ptr<tlm::tlm_generic_payload>> payloads_;
    std::vector<tlm::tlm_generic_payload*> free_payloads_;
    std::vector<unsigned char> data_;  // contents are not modelled; every burst points here
    tlm::tlm_command command_ = tlm::TLM_IGNORE_COMMAND;
    // What is left to request of the current transfer.
    std::uint64_t row_start_ = 0;
    std::uint64_t stride_ = 0;
    Bytes row_bytes_ = 0;
    Bytes sent_of_row_ = 0;
    std::uint64_t rows_to_send_ = 0;
    const Transfer* transfer_ = nullptr;  // the current one
    Cycles transfer_begun_ = 0;
    std::uint64_t outstanding_ = 0;
    sc_core::sc_event ev_transferred_;
    stats::Counter read_{"ddr_read", "bytes", "bytes brought in from DDR"};
    stats::Counter written_{"ddr_written", "bytes", "bytes written out to DDR"};
};

}  // namespace systole::arch
