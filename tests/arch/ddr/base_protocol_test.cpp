#include "arch/ddr/ddr_arbiter.h"
#include "arch/ddr/ddr_model.h"
#include "tests/support/base_protocol_checker.h"

#include <systemc>
#include <tlm.h>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <catch2/catch.hpp>

#include <deque>
#include <memory>
#include <string>
#include <vector>

using namespace systole;

namespace {

// An engine that keeps `window` requests of 32 bytes in flight until it has sent `count`, and uses
// payloads again.
class Initiator : public sc_core::sc_module, public tlm::tlm_mm_interface {
 public:
    SC_HAS_PROCESS(Initiator);
    Initiator(sc_core::sc_module_name name, int count, int window, std::uint64_t stride, bool write)
        : sc_module(name),
          out("out"),
          count_(count),
          window_(window),
          stride_(stride),
          write_(write) {
        out.register_nb_transport_bw(this, &Initiator::respond);
        SC_METHOD(send);
    }
    ~Initiator() override {
        for (tlm::tlm_generic_payload* p : free_) {
            delete p;
        }
    }

    tlm_utils::simple_initiator_socket<Initiator> out;
    int answered = 0;
    std::vector<std::uint64_t> responses;  // ns

 private:
    void send() {
        while (sent_ < count_ && sent_ - answered < window_) {
            tlm::tlm_generic_payload* p =
                free_.empty() ? new tlm::tlm_generic_payload(this) : free_.back();
            if (!free_.empty()) {
                free_.pop_back();
            }
            p->acquire();
            p->set_command(write_ ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
            p->set_address(static_cast<std::uint64_t>(sent_++) * stride_);
            p->set_data_ptr(data_);
            p->set_data_length(32);
            p->set_streaming_width(32);
            p->set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
            tlm::tlm_phase phase = tlm::BEGIN_REQ;
            sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
            out->nb_transport_fw(*p, phase, delay);
        }
    }
    tlm::tlm_sync_enum respond(tlm::tlm_generic_payload& p,
                               tlm::tlm_phase& phase,
                               sc_core::sc_time&) {
        CHECK(phase == tlm::BEGIN_RESP);
        CHECK(p.is_response_ok());
        responses.push_back(sc_core::sc_time_stamp().value() / 1000);
        p.release();
        ++answered;
        send();
        return tlm::TLM_COMPLETED;
    }
    void free(tlm::tlm_generic_payload* p) override {
        p->reset();
        free_.push_back(p);
    }

    const int count_, window_;
    const std::uint64_t stride_;
    const bool write_;
    int sent_ = 0;
    std::vector<tlm::tlm_generic_payload*> free_;
    unsigned char data_[32] = {};
};

// The ways in which a target may answer a request.
enum class Answer {
    kCompleted,         // TLM_COMPLETED, 20 ns from now
    kResponseOnReturn,  // TLM_UPDATED with BEGIN_RESP, 20 ns from now
    kResponseAlone,     // TLM_ACCEPTED, then BEGIN_RESP without END_REQ
    kAllPhases,         // TLM_ACCEPTED, END_REQ after 10 ns, BEGIN_RESP after 20 ns
};

// Somebody else's memory: one request at a time, 20 ns each.
class Memory : public sc_core::sc_module {
 public:
    SC_HAS_PROCESS(Memory);
    Memory(sc_core::sc_module_name name, Answer answer)
        : sc_module(name), in("in"), answer_(answer) {
        in.register_nb_transport_fw(this, &Memory::transport);
        SC_THREAD(serve);
    }
    tlm_utils::simple_target_socket<Memory> in;
    int ended = 0;  // responses that the initiator has ended by END_RESP

 private:
    tlm::tlm_sync_enum transport(tlm::tlm_generic_payload& p,
                                 tlm::tlm_phase& phase,
                                 sc_core::sc_time& delay) {
        if (phase == tlm::END_RESP) {
            ++ended;
            return tlm::TLM_COMPLETED;
        }
        switch (answer_) {
            case Answer::kCompleted:
                p.set_response_status(tlm::TLM_OK_RESPONSE);
                delay += sc_core::sc_time(20, sc_core::SC_NS);
                return tlm::TLM_COMPLETED;
            case Answer::kResponseOnReturn:
                p.set_response_status(tlm::TLM_OK_RESPONSE);
                delay += sc_core::sc_time(20, sc_core::SC_NS);
                phase = tlm::BEGIN_RESP;
                return tlm::TLM_UPDATED;
            case Answer::kResponseAlone:
            case Answer::kAllPhases:
                break;
        }
        waiting_.push_back(&p);
        ev_.notify();
        return tlm::TLM_ACCEPTED;
    }
    void serve() {
        for (;;) {
            while (waiting_.empty()) {
                wait(ev_);
            }
            tlm::tlm_generic_payload& p = *waiting_.front();
            waiting_.pop_front();
            sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
            tlm::tlm_phase phase = tlm::END_REQ;
            wait(10, sc_core::SC_NS);
            if (answer_ == Answer::kAllPhases) {
                in->nb_transport_bw(p, phase, delay);
            }
            wait(10, sc_core::SC_NS);
            p.set_response_status(tlm::TLM_OK_RESPONSE);
            phase = tlm::BEGIN_RESP;
            delay = sc_core::SC_ZERO_TIME;
            in->nb_transport_bw(p, phase, delay);
        }
    }

    const Answer answer_;
    std::deque<tlm::tlm_generic_payload*> waiting_;
    sc_core::sc_event ev_;
};

}  // namespace

namespace {

// Two engines, the arbiter, the checker and one of our models, run to the end.
void check_model(const config::DdrConfig& config) {
    const arch::Clock clock(1000);
    arch::ProcessGuard guard;
    Initiator reads("reads", 500, 24, 32, false);
    Initiator writes("writes", 300, 7, 4096, true);
    arch::DdrArbiter arbiter("arbiter", 2, guard);
    test::BaseProtocolChecker checker("checker");
    const std::unique_ptr<arch::DdrModel> ddr = arch::make_ddr_model(config, clock, guard);
    reads.out.bind(arbiter.in_socket[0]);
    writes.out.bind(arbiter.in_socket[1]);
    arbiter.out_socket.bind(checker.in);
    checker.out.bind(ddr->socket());
    sc_core::sc_start();
    guard.rethrow();
    CHECK(checker.violations() == std::vector<std::string>{});
    CHECK(checker.transactions == 800);
    CHECK(reads.answered == 500);
    CHECK(writes.answered == 300);
}

config::DdrConfig model(config::DdrModel model, std::uint64_t bandwidth, std::uint64_t channels) {
    config::DdrConfig config;
    config.model = model;
    config.bytes_per_cycle = bandwidth;
    config.channels = channels;
    config.queue = 4;
    return config;
}

}  // namespace

TEST_CASE("does the simple DDR keep the base protocol, a burst taking many cycles?") {
    check_model(model(config::DdrModel::kSimple, 7, 1));
}

TEST_CASE("does the simple DDR keep the base protocol, many bursts in a cycle?") {
    check_model(model(config::DdrModel::kSimple, 1000, 1));
}

TEST_CASE("does the detailed DDR keep the base protocol, with its queue full?") {
    check_model(model(config::DdrModel::kDetailed, 128, 1));
}

TEST_CASE("does the detailed DDR keep the base protocol with four channels?") {
    check_model(model(config::DdrModel::kDetailed, 128, 4));
}

TEST_CASE("does the arbiter understand every answer the base protocol allows, and end responses?") {
    arch::ProcessGuard guard;
    struct Side {
        Side(const std::string& name, Answer answer, arch::ProcessGuard& guard)
            : engine((name + "_engine").c_str(), 3, 2, 32, false),
              arbiter((name + "_arbiter").c_str(), 1, guard),
              checker((name + "_checker").c_str()),
              memory((name + "_memory").c_str(), answer) {
            engine.out.bind(arbiter.in_socket[0]);
            arbiter.out_socket.bind(checker.in);
            checker.out.bind(memory.in);
        }
        Initiator engine;
        arch::DdrArbiter arbiter;
        test::BaseProtocolChecker checker;
        Memory memory;
    };
    Side completed("completed", Answer::kCompleted, guard);
    Side on_return("on_return", Answer::kResponseOnReturn, guard);
    Side alone("alone", Answer::kResponseAlone, guard);
    Side phases("phases", Answer::kAllPhases, guard);
    sc_core::sc_start();
    guard.rethrow();
    for (const Side* side : {&completed, &on_return, &alone, &phases}) {
        CAPTURE(side->checker.name());
        CHECK(side->checker.violations() == std::vector<std::string>{});
        // One request after the other: the path is free when the one before has been answered (or,
        // with all phases, has left it), and the memory does one at a time.
        CHECK(side->engine.responses == std::vector<std::uint64_t>{20, 40, 60});
    }
    CHECK(on_return.memory.ended == 3);
    CHECK(completed.memory.ended == 0);
}

TEST_CASE("does the checker of the base protocol see what is forbidden?") {
    // Answers a request twice and forgets the status.
    struct Twice : sc_core::sc_module {
        SC_HAS_PROCESS(Twice);
        explicit Twice(sc_core::sc_module_name name) : sc_module(name), in("in") {
            in.register_nb_transport_fw(this, &Twice::transport);
            SC_METHOD(answer);
            sensitive << ev;
            dont_initialize();
        }
        tlm::tlm_sync_enum transport(tlm::tlm_generic_payload& p,
                                     tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) {
            if (phase == tlm::BEGIN_REQ) {
                payload = &p;
                p.acquire();
                ev.notify(10, sc_core::SC_NS);
                delay = sc_core::SC_ZERO_TIME;
            }
            return tlm::TLM_ACCEPTED;
        }
        void answer() {
            for (int i = 0; i < 2; ++i) {
                tlm::tlm_phase phase = tlm::BEGIN_RESP;
                sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
                in->nb_transport_bw(*payload, phase, delay);
            }
        }
        tlm_utils::simple_target_socket<Twice> in;
        tlm::tlm_generic_payload* payload = nullptr;
        sc_core::sc_event ev;
    };
    struct Silent : sc_core::sc_module, tlm::tlm_mm_interface {
        SC_HAS_PROCESS(Silent);
        explicit Silent(sc_core::sc_module_name name) : sc_module(name), out("out") {
            out.register_nb_transport_bw(this, &Silent::respond);
            SC_METHOD(send);
        }
        void send() {
            payload.set_mm(this);
            payload.acquire();
            payload.set_read();
            payload.set_data_ptr(data);
            payload.set_data_length(4);
            payload.set_streaming_width(4);
            tlm::tlm_phase phase = tlm::BEGIN_REQ;
            sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
            out->nb_transport_fw(payload, phase, delay);
        }
        tlm::tlm_sync_enum respond(tlm::tlm_generic_payload&, tlm::tlm_phase&, sc_core::sc_time&) {
            return tlm::TLM_COMPLETED;
        }
        void free(tlm::tlm_generic_payload*) override {}
        tlm_utils::simple_initiator_socket<Silent> out;
        tlm::tlm_generic_payload payload;
        unsigned char data[4] = {};
    };
    Silent initiator("initiator");
    test::BaseProtocolChecker checker("checker");
    Twice memory("memory");
    initiator.out.bind(checker.in);
    checker.out.bind(memory.in);
    sc_core::sc_start();
    REQUIRE(checker.violations().size() == 2);
    CHECK(checker.violations()[0].find("status is not set") != std::string::npos);
    CHECK(checker.violations()[1].find("has ended or never began") != std::string::npos);
}
