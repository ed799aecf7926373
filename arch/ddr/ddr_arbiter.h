#pragma once

#include "arch/npu/process_guard.h"

#include <systemc>
#include <tlm.h>
#include <tlm_utils/peq_with_get.h>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <deque>
#include <vector>

namespace systole::arch {

// Joins the DMA engines to one DDR target: a target socket per engine, one initiator socket. Bursts
// of different engines alternate round robin; the next goes out when the DDR has ended the request
// before. Any TLM-2.0 target that follows the base protocol (IEEE 1666-2011, 15.2) may be bound to
// out_socket, whichever of the ways to answer it takes.
class DdrArbiter : public sc_core::sc_module {
 public:
    SC_HAS_PROCESS(DdrArbiter);
    // For `engines` initiators, each on in_socket[i].
    DdrArbiter(sc_core::sc_module_name name, std::size_t engines, ProcessGuard& guard);

    sc_core::sc_vector<tlm_utils::simple_target_socket_tagged<DdrArbiter>> in_socket;
    tlm_utils::simple_initiator_socket<DdrArbiter> out_socket;

 private:
    tlm::tlm_sync_enum from_engine(int engine,
                                   tlm::tlm_generic_payload& payload,
                                   tlm::tlm_phase& phase,
                                   sc_core::sc_time& delay);
    tlm::tlm_sync_enum from_ddr(tlm::tlm_generic_payload& payload,
                                tlm::tlm_phase& phase,
                                sc_core::sc_time& delay);
    void request_path_free();
    void send_next();
    void send(tlm::tlm_generic_payload& payload);
    void request_ended(const sc_core::sc_time& delay);
    void respond_later(tlm::tlm_generic_payload& payload, const sc_core::sc_time& delay);
    void respond_due();
    void respond(tlm::tlm_generic_payload& payload);

    // Which engine a payload comes from; a payload keeps it from use to use.
    struct Origin : tlm::tlm_extension<Origin> {
        int engine = 0;
        tlm::tlm_extension_base* clone() const override { return new Origin(*this); }
        void copy_from(const tlm::tlm_extension_base& other) override {
            engine = static_cast<const Origin&>(other).engine;
        }
    };

    ProcessGuard& guard_;
    std::vector<std::deque<tlm::tlm_generic_payload*>> queues_;  // per engine
    std::size_t next_ = 0;
    const tlm::tlm_generic_payload* requesting_ = nullptr;  // on the request path
    sc_core::sc_event ev_path_free_;
    tlm_utils::peq_with_get<tlm::tlm_generic_payload> late_;  // responses annotated with a delay
};

}  // namespace systole::arch
