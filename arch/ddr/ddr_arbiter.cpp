#include "arch/ddr/ddr_arbiter.h"

#include "sim/core/error.h"

#include <algorithm>

namespace systole::arch {

DdrArbiter::DdrArbiter(sc_core::sc_module_name name, std::size_t engines, ProcessGuard& guard)
    : sc_module(name),
      in_socket("in_socket", engines),
      out_socket("out_socket"),
      guard_(guard),
      queues_(engines) {
    for (std::size_t engine = 0; engine < engines; ++engine) {
        in_socket[engine].register_nb_transport_fw(
            this, &DdrArbiter::from_engine, static_cast<int>(engine));
    }
    out_socket.register_nb_transport_bw(this, &DdrArbiter::from_ddr);
    SC_METHOD(request_path_free);
    sensitive << ev_path_free_;
    dont_initialize();
}

tlm::tlm_sync_enum DdrArbiter::from_engine(int engine,
                                           tlm::tlm_generic_payload& payload,
                                           tlm::tlm_phase& phase,
                                           sc_core::sc_time&) {
    SYSTOLE_INVARIANT(phase == tlm::BEGIN_REQ, "an engine sends only requests");
    queues_[static_cast<std::size_t>(engine)].push_back(&payload);
    send_next();
    return tlm::TLM_ACCEPTED;
}

void DdrArbiter::request_path_free() {
    guard_.guard([&] {
        request_path_busy_ = false;
        send_next();
    });
}

void DdrArbiter::send_next() {
    std::size_t passed = 0;  // engines in a row with nothing to send
    while (!request_path_busy_ && passed < queues_.size()) {
        const std::size_t engine = next_;
        next_ = (next_ + 1) % queues_.size();
        if (queues_[engine].empty()) {
            ++passed;
            continue;
        }
        passed = 0;
        tlm::tlm_generic_payload& payload = *queues_[engine].front();
        queues_[engine].pop_front();
        send(payload, engine);
    }
}

void DdrArbiter::send(tlm::tlm_generic_payload& payload, std::size_t engine) {
    request_path_busy_ = true;
    in_flight_.push_back({&payload, static_cast<int>(engine)});
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    switch (out_socket->nb_transport_fw(payload, phase, delay)) {
        case tlm::TLM_ACCEPTED:
            break;
        case tlm::TLM_UPDATED:
            if (phase == tlm::END_REQ && delay == sc_core::SC_ZERO_TIME) {
                request_path_busy_ = false;  // the next one follows without an event between
                break;
            }
            request_ended(delay);
            if (phase == tlm::BEGIN_RESP) {
                respond(payload, delay);
            }
            break;
        case tlm::TLM_COMPLETED:
            request_ended(delay);
            respond(payload, delay);
            break;
    }
}

void DdrArbiter::request_ended(const sc_core::sc_time& delay) {
    ev_path_free_.notify(delay);
}

tlm::tlm_sync_enum DdrArbiter::from_ddr(tlm::tlm_generic_payload& payload,
                                        tlm::tlm_phase& phase,
                                        sc_core::sc_time& delay) {
    tlm::tlm_sync_enum answer = tlm::TLM_ACCEPTED;
    guard_.guard([&] {
        if (phase == tlm::END_REQ) {
            request_ended(delay);
        } else if (phase == tlm::BEGIN_RESP) {
            // A response without an END_REQ before it ends the request too (base protocol).
            if (request_path_busy_ && in_flight_.back().payload == &payload) {
                request_ended(delay);
            }
            respond(payload, delay);
            phase = tlm::END_RESP;
            answer = tlm::TLM_COMPLETED;
        }
    });
    return answer;
}

void DdrArbiter::respond(tlm::tlm_generic_payload& payload, const sc_core::sc_time& delay) {
    const auto it = std::find_if(in_flight_.begin(), in_flight_.end(), [&](const InFlight& f) {
        return f.payload == &payload;
    });
    SYSTOLE_INVARIANT(it != in_flight_.end(), "the DDR answers a request nobody made");
    const int engine = it->engine;
    in_flight_.erase(it);
    tlm::tlm_phase phase = tlm::BEGIN_RESP;
    sc_core::sc_time annotated = delay;
    in_socket[static_cast<std::size_t>(engine)]->nb_transport_bw(payload, phase, annotated);
}

}  // namespace systole::arch
