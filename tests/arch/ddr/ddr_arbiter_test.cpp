#include "arch/ddr/ddr_arbiter.h"

#include "arch/ddr/ddr_channel.h"

#include <systemc>
#include <tlm.h>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <catch2/catch.hpp>

#include <memory>
#include <utility>
#include <vector>

using namespace systole;

namespace {

// Sends `count` bursts at once, notes when each response comes.
class Initiator : public sc_core::sc_module, public tlm::tlm_mm_interface {
 public:
    SC_HAS_PROCESS(Initiator);
    Initiator(sc_core::sc_module_name name, int count, tlm::tlm_command command)
        : sc_module(name), out("out"), count_(count), command_(command) {
        out.register_nb_transport_bw(this, &Initiator::respond);
        SC_METHOD(send);
    }

    tlm_utils::simple_initiator_socket<Initiator> out;
    std::vector<std::uint64_t> responses;  // ns

 private:
    void send() {
        for (int i = 0; i < count_; ++i) {
            payloads_.push_back(std::make_unique<tlm::tlm_generic_payload>(this));
            tlm::tlm_generic_payload& p = *payloads_.back();
            p.acquire();
            p.set_command(command_);
            p.set_address(static_cast<std::uint64_t>(i) * 256);
            p.set_data_ptr(data_);
            p.set_data_length(256);
            p.set_streaming_width(256);
            tlm::tlm_phase phase = tlm::BEGIN_REQ;
            sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
            out->nb_transport_fw(p, phase, delay);
        }
    }
    tlm::tlm_sync_enum respond(tlm::tlm_generic_payload& p,
                               tlm::tlm_phase&,
                               sc_core::sc_time& delay) {
        CHECK(p.is_response_ok());
        responses.push_back((sc_core::sc_time_stamp() + delay).value() / 1000);
        p.release();
        return tlm::TLM_COMPLETED;
    }
    void free(tlm::tlm_generic_payload*) override {}

    int count_;
    tlm::tlm_command command_;
    std::vector<std::unique_ptr<tlm::tlm_generic_payload>> payloads_;
    unsigned char data_[256] = {};
};

// Somebody else's DRAM: loosely timed, blocking transport only, 50 ns a request.
class BlockingMemory : public sc_core::sc_module {
 public:
    explicit BlockingMemory(sc_core::sc_module_name name) : sc_module(name), in("in") {
        in.register_b_transport(this, &BlockingMemory::transport);
    }
    tlm_utils::simple_target_socket<BlockingMemory> in;
    int reads = 0;
    int writes = 0;

 private:
    void transport(tlm::tlm_generic_payload& p, sc_core::sc_time& delay) {
        (p.is_read() ? reads : writes) += 1;
        sc_core::wait(delay + sc_core::sc_time(50, sc_core::SC_NS));
        delay = sc_core::SC_ZERO_TIME;
        p.set_response_status(tlm::TLM_OK_RESPONSE);
    }
};

config::DdrConfig four_cycles_a_burst() {
    config::DdrConfig ddr;
    ddr.bytes_per_cycle = 64;
    ddr.latency_cycles = 10;
    return ddr;
}

}  // namespace

TEST_CASE("do the bursts of two engines alternate on the bus?") {
    const config::DdrConfig config = four_cycles_a_burst();
    const arch::Clock clock(1000);
    arch::ProcessGuard guard;
    Initiator a("a", 3, tlm::TLM_READ_COMMAND);
    Initiator b("b", 3, tlm::TLM_WRITE_COMMAND);
    arch::DdrArbiter arbiter("arbiter", 2, guard);
    arch::DdrChannel ddr("ddr", config, clock, guard);
    a.out.bind(arbiter.in_socket[0]);
    b.out.bind(arbiter.in_socket[1]);
    arbiter.out_socket.bind(ddr.in_socket);
    sc_core::sc_start();
    guard.rethrow();
    // a's first burst finds the bus free; then they take turns, 4 cycles each, 10 cycles of
    // latency.
    CHECK(a.responses == std::vector<std::uint64_t>{14, 22, 30});
    CHECK(b.responses == std::vector<std::uint64_t>{18, 26, 34});
    std::vector<stats::Sample> samples;
    ddr.sample(samples);
    CHECK(samples[0].value == 6);
    CHECK(samples[1].value == 768);
    CHECK(samples[2].value == 768);
}

TEST_CASE("can a blocking DRAM model stand in the DDR channel's place?") {
    arch::ProcessGuard guard;
    Initiator a("a", 2, tlm::TLM_READ_COMMAND);
    Initiator b("b", 1, tlm::TLM_WRITE_COMMAND);
    arch::DdrArbiter arbiter("arbiter", 2, guard);
    BlockingMemory memory("memory");
    a.out.bind(arbiter.in_socket[0]);
    b.out.bind(arbiter.in_socket[1]);
    arbiter.out_socket.bind(memory.in);
    sc_core::sc_start();
    guard.rethrow();
    CHECK(memory.reads == 2);
    CHECK(memory.writes == 1);
    REQUIRE(a.responses.size() == 2);
    REQUIRE(b.responses.size() == 1);
    CHECK(a.responses[0] >= 50);
}
