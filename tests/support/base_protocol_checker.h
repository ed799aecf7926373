#pragma once

#include <systemc>
#include <tlm.h>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace systole::test {

// Stands between an initiator and a target and notes every call that the TLM-2.0 base protocol
// (IEEE 1666-2011, 15.2) forbids. Passes everything on as it is.
class BaseProtocolChecker : public sc_core::sc_module {
 public:
    explicit BaseProtocolChecker(sc_core::sc_module_name name)
        : sc_module(name), in("in"), out("out") {
        in.register_nb_transport_fw(this, &BaseProtocolChecker::forward);
        out.register_nb_transport_bw(this, &BaseProtocolChecker::backward);
    }

    tlm_utils::simple_target_socket<BaseProtocolChecker> in;
    tlm_utils::simple_initiator_socket<BaseProtocolChecker> out;

    // What was wrong, in order; at the end of a run, also what has not ended.
    std::vector<std::string> violations(bool ended = true) const {
        std::vector<std::string> all = violations_;
        if (ended && !open_.empty()) {
            all.push_back(std::to_string(open_.size()) + " transactions have not ended");
        }
        return all;
    }
    std::size_t transactions = 0;

 private:
    using Payload = tlm::tlm_generic_payload;
    enum class State { kRequest, kRequested, kResponse };

    void expect(bool held, const char* rule) {
        if (!held) {
            violations_.push_back(sc_core::sc_time_stamp().to_string() + ": " + rule);
        }
    }

    void check_request(const Payload& p) {
        expect(p.has_mm() && p.get_ref_count() >= 1, "a payload without a memory manager or owner");
        expect(p.is_read() || p.is_write(), "a command that is neither read nor write");
        expect(p.get_data_ptr() != nullptr && p.get_data_length() > 0, "a request without data");
        expect(p.get_streaming_width() >= p.get_data_length(),
               "a streaming width below the length");
        expect(p.get_response_status() == tlm::TLM_INCOMPLETE_RESPONSE,
               "a request whose response status is set");
        expect(!p.is_dmi_allowed(), "a request with the DMI hint set");
    }

    void request_ends(const sc_core::sc_time& delay) {
        requesting_ = nullptr;
        request_free_ = sc_core::sc_time_stamp() + delay;
    }
    void begin_response(Payload& p, State& state, const sc_core::sc_time& delay) {
        expect(state != State::kResponse, "a second response");
        if (state == State::kRequest) {
            expect(requesting_ == &p, "a response to a request that was not made");
            request_ends(delay);
        }
        expect(responding_ == nullptr, "a response before the end of the one before");
        expect(p.get_response_status() != tlm::TLM_INCOMPLETE_RESPONSE,
               "a response whose status is not set");
        state = State::kResponse;
        responding_ = &p;
    }
    void end(Payload& p) {
        responding_ = responding_ == &p ? nullptr : responding_;
        open_.erase(&p);
    }

    tlm::tlm_sync_enum forward(Payload& p, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
        const sc_core::sc_time given = delay;
        if (phase == tlm::END_RESP) {
            const auto it = open_.find(&p);
            expect(it != open_.end() && it->second == State::kResponse, "END_RESP to no response");
            end(p);
            return out->nb_transport_fw(p, phase, delay);
        }
        expect(phase == tlm::BEGIN_REQ, "a phase that an initiator may not send");
        expect(requesting_ == nullptr && sc_core::sc_time_stamp() + delay >= request_free_,
               "a request before the end of the one before");
        expect(open_.count(&p) == 0, "a payload sent twice");
        check_request(p);
        ++transactions;
        open_[&p] = State::kRequest;
        requesting_ = &p;
        const tlm::tlm_sync_enum answer = out->nb_transport_fw(p, phase, delay);
        expect(delay >= given, "a delay that was made shorter");
        switch (answer) {
            case tlm::TLM_ACCEPTED:
                break;
            case tlm::TLM_UPDATED:
                expect(phase == tlm::END_REQ || phase == tlm::BEGIN_RESP,
                       "a phase that a target may not answer a request with");
                if (phase == tlm::BEGIN_RESP) {
                    begin_response(p, open_[&p], delay);
                } else {
                    open_[&p] = State::kRequested;
                    request_ends(delay);
                }
                break;
            case tlm::TLM_COMPLETED:
                expect(p.get_response_status() != tlm::TLM_INCOMPLETE_RESPONSE,
                       "a completed transaction whose status is not set");
                request_ends(delay);
                end(p);
                break;
        }
        return answer;
    }

    tlm::tlm_sync_enum backward(Payload& p, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
        const auto it = open_.find(&p);
        if (it == open_.end()) {
            expect(false, "a call for a transaction that has ended or never began");
            return in->nb_transport_bw(p, phase, delay);
        }
        if (phase == tlm::END_REQ) {
            expect(it->second == State::kRequest && requesting_ == &p, "END_REQ of no request");
            it->second = State::kRequested;
            request_ends(delay);
            return in->nb_transport_bw(p, phase, delay);
        }
        expect(phase == tlm::BEGIN_RESP, "a phase that a target may not send");
        begin_response(p, it->second, delay);
        const sc_core::sc_time given = delay;
        // The initiator may use the payload again inside this call.
        p.acquire();
        const tlm::tlm_sync_enum answer = in->nb_transport_bw(p, phase, delay);
        p.release();
        expect(delay >= given, "a delay that was made shorter");
        if (answer != tlm::TLM_ACCEPTED) {
            expect(answer == tlm::TLM_COMPLETED || phase == tlm::END_RESP,
                   "an answer to a response that does not end it");
            end(p);
        }
        return answer;
    }

    std::map<const Payload*, State> open_;
    const Payload* requesting_ = nullptr;
    const Payload* responding_ = nullptr;
    sc_core::sc_time request_free_;
    std::vector<std::string> violations_;
};

}  // namespace systole::test
