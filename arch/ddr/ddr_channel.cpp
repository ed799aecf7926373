#include "arch/ddr/ddr_channel.h"

namespace systole::arch {

DdrChannel::DdrChannel(sc_core::sc_module_name name,
                       const config::DdrConfig& config,
                       const Clock& clock,
                       ProcessGuard& guard)
    : sc_module(name), in_socket("in_socket"), config_(config), clock_(clock), guard_(guard) {
    in_socket.register_nb_transport_fw(this, &DdrChannel::nb_transport_fw);
    in_socket.register_b_transport(this, &DdrChannel::b_transport);
    SC_METHOD(respond);
    sensitive << ev_response_;
    dont_initialize();
}

Cycles DdrChannel::serve(const tlm::tlm_generic_payload& payload, Cycles now, Cycles& bus_taken) {
    const Bytes bytes = payload.get_data_length();
    const BurstTiming timing = burst_timing(now, bus_free_, bytes, config_);
    bus_taken = timing.bus_until.cycle - now;
    bus_free_ = timing.bus_until;
    bursts_ += 1;
    (payload.is_read() ? read_ : written_) += bytes;
    return timing.response;
}

tlm::tlm_sync_enum DdrChannel::nb_transport_fw(tlm::tlm_generic_payload& payload,
                                               tlm::tlm_phase& phase,
                                               sc_core::sc_time& delay) {
    if (phase != tlm::BEGIN_REQ) {
        return tlm::TLM_COMPLETED;  // END_RESP: nothing is held back for it
    }
    Cycles bus_taken = 0;
    const Cycles at = serve(payload, clock_.now(), bus_taken);
    responses_.push_back({at, &payload});
    if (responses_.size() == 1) {
        ev_response_.notify(clock_.span(at - clock_.now()));
    }
    phase = tlm::END_REQ;
    delay += clock_.span(bus_taken);
    return tlm::TLM_UPDATED;
}

void DdrChannel::b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
    const Cycles now = clock_.now();
    Cycles bus_taken = 0;
    delay += clock_.span(serve(payload, now, bus_taken) - now);
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
}

void DdrChannel::respond() {
    guard_.guard([&] {
        while (!responses_.empty() && responses_.front().at == clock_.now()) {
            tlm::tlm_generic_payload& payload = *responses_.front().payload;
            responses_.pop_front();
            payload.set_response_status(tlm::TLM_OK_RESPONSE);
            tlm::tlm_phase phase = tlm::BEGIN_RESP;
            sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
            in_socket->nb_transport_bw(payload, phase, delay);
        }
        if (!responses_.empty()) {
            ev_response_.notify(clock_.span(responses_.front().at - clock_.now()));
        }
    });
}

void DdrChannel::sample(std::vector<stats::Sample>& into) const {
    stats::sample(name(), bursts_, into);
    stats::sample(name(), read_, into);
    stats::sample(name(), written_, into);
}

std::unique_ptr<DdrModel> make_ddr_channel(const config::DdrConfig& config,
                                           const Clock& clock,
                                           ProcessGuard& guard) {
    return std::make_unique<DdrChannel>("ddr", config, clock, guard);
}

}  // namespace systole::arch
