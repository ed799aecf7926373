#include "arch/ddr/ddr_arbiter.h"

#include "sim/core/error.h"

namespace systole::arch {

DdrArbiter::DdrArbiter(sc_core::sc_module_name name, std::size_t engines, ProcessGuard& guard)
    : sc_module(name),
      in_socket("in_socket", engines),
      out_socket("out_socket"),
      guard_(guard),
      queues_(engines),
      late_("late") {
    for (std::size_t engine = 0; engine < engines; ++engine) {
        in_socket[engine].register_nb_transport_fw(
            this, &DdrArbiter::from_engine, static_cast<int>(engine));
    }
    out_socket.register_nb_transport_bw(this, &DdrArbiter::from_ddr);
    SC_METHOD(request_path_free);
    sensitive << ev_path_free_;
    dont_initialize();
    SC_METHOD(respond_due);
    sensitive << late_.get_event();
    dont_initialize();
}

tlm::tlm_sync_enum DdrArbiter::from_engine(int engine,
                                           tlm::tlm_generic_payload& payload,
                                           tlm::tlm_phase& phase,
                                           sc_core::sc_time&) {
    SYSTOLE_INVARIANT(phase == tlm::BEGIN_REQ, "an engine sends only requests");
    Origin* origin = payload.get_extension<Origin>();
    if (origin == nullptr) {
        origin = new Origin;
        payload.set_extension(origin);
    }
    origin->engine = engine;
    queues_[static_cast<std::size_t>(engine)].push_back(&payload);
    send_next();
    return tlm::TLM_ACCEPTED;
}

void DdrArbiter::request_path_free() {
    guard_.guard([&] {
        requesting_ = nullptr;
        send_next();
    });
}

void DdrArbiter::send_next() {
    std::size_t passed = 0;  // engines in a row with nothing to send
    while (requesting_ == nullptr && passed < queues_.size()) {
        std::deque<tlm::tlm_generic_payload*>& queue = queues_[next_];
        next_ = next_ + 1 == queues_.size() ? 0 : next_ + 1;
        if (queue.empty()) {
            ++passed;
            continue;
        }
        passed = 0;
        tlm::tlm_generic_payload& payload = *queue.front();
        queue.pop_front();
        send(payload);
    }
}

void DdrArbiter::send(tlm::tlm_generic_payload& payload) {
    requesting_ = &payload;
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    switch (out_socket->nb_transport_fw(payload, phase, delay)) {
        case tlm::TLM_ACCEPTED:
            break;
        case tlm::TLM_UPDATED:
            if (phase == tlm::END_REQ && delay == sc_core::SC_ZERO_TIME) {
                requesting_ = nullptr;  // the next one follows without an event between
                break;
            }
            request_ended(delay);
            if (phase == tlm::BEGIN_RESP) {
                // A response on the return path is ended on the forward path. (15.2.6 f)
                tlm::tlm_phase end = tlm::END_RESP;
                sc_core::sc_time at = delay;
                out_socket->nb_transport_fw(payload, end, at);
                respond_later(payload, delay);
            }
            break;
        case tlm::TLM_COMPLETED:
            request_ended(delay);
            respond_later(payload, delay);
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
            if (requesting_ == &payload) {
                request_ended(delay);
            }
            phase = tlm::END_RESP;
            answer = tlm::TLM_COMPLETED;
            if (delay == sc_core::SC_ZERO_TIME) {
                respond(payload);
            } else {
                respond_later(payload, delay);
            }
        }
    });
    return answer;
}

void DdrArbiter::respond_later(tlm::tlm_generic_payload& payload, const sc_core::sc_time& delay) {
    late_.notify(payload, delay);
}

void DdrArbiter::respond_due() {
    guard_.guard([&] {
        while (tlm::tlm_generic_payload* payload = late_.get_next_transaction()) {
            respond(*payload);
        }
    });
}

void DdrArbiter::respond(tlm::tlm_generic_payload& payload) {
    const Origin* origin = payload.get_extension<Origin>();
    SYSTOLE_INVARIANT(origin != nullptr, "the DDR answers a request nobody made");
    tlm::tlm_phase phase = tlm::BEGIN_RESP;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    in_socket[static_cast<std::size_t>(origin->engine)]->nb_transport_bw(payload, phase, delay);
}

}  // namespace systole::arch
