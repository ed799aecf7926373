#include "sim/time/foreign_ddr.h"

#include "sim/model/exec_graph_builder.h"
#include "tests/support/tiny_traces.h"

#include <systemc>
#include <tlm_utils/simple_target_socket.h>

#include <catch2/catch.hpp>

#include <iostream>
#include <memory>
#include <stdexcept>

#if defined(__SANITIZE_ADDRESS__)
// A kernel that is thrown away while threads wait in it keeps what it knows of its processes. Ours
// are methods alone; a foreign model's threads are what this test is about.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() {
    return "leak:sc_core::\n";
}
#endif

using namespace systole;
using test::core_with_l1;
using test::ids;
using test::refusal_of;

namespace {

// Somebody else's DRAM: prints a banner, has a clock that ticks for ever, takes requests of 128
// bytes, one at a time, 50 ns each.
class Ticking : public sc_core::sc_module, public arch::DdrModel {
 public:
    SC_HAS_PROCESS(Ticking);
    explicit Ticking(sc_core::sc_module_name name, bool fails = false)
        : sc_module(name), in("in"), fails_(fails) {
        std::cout << "Ticking DRAM 1.0\n";
        in.register_b_transport(this, &Ticking::transport);
        SC_THREAD(tick);
    }
    arch::DdrSocket& socket() override { return in; }
    arch::DdrTraits traits() const override { return {{128, true}, 2, 60, 50'000, 128, 1'000}; }
    void sample(std::vector<stats::Sample>& into) const override {
        stats::sample(name(), requests_, into);
    }

 private:
    void tick() {
        for (;;) {
            wait(7, sc_core::SC_NS);
        }
    }
    void transport(tlm::tlm_generic_payload& p, sc_core::sc_time&) {
        if (fails_) {
            throw std::runtime_error("no such row");
        }
        CHECK(p.get_data_length() == 128);
        requests_ += 1;
        wait(50, sc_core::SC_NS);
        p.set_response_status(tlm::TLM_OK_RESPONSE);
    }

    tlm_utils::simple_target_socket<Ticking> in;
    const bool fails_;
    stats::Counter requests_{"requests", "requests", "requests served"};
};

// One that fails at once, in the process that asks it.
class Failing : public sc_core::sc_module, public arch::DdrModel {
 public:
    explicit Failing(sc_core::sc_module_name name) : sc_module(name), in("in") {
        in.register_nb_transport_fw(this, &Failing::forward);
    }
    arch::DdrSocket& socket() override { return in; }
    arch::DdrTraits traits() const override { return {{128, true}, 2, 60, 50'000, 128, 1'000}; }
    void sample(std::vector<stats::Sample>&) const override {}

 private:
    tlm::tlm_sync_enum forward(tlm::tlm_generic_payload&, tlm::tlm_phase&, sc_core::sc_time&) {
        throw std::runtime_error("no such bank");
    }

    tlm_utils::simple_target_socket<Failing> in;
};

time::Replay run(const arch::DdrMaker& make) {
    const ir::Program program = test::two_tiles();
    const ir::Plan plan{ids({0, 1, 2, 3, 4, 5, 6, 7}), {0, 4}, {}};
    config::ArchConfig config = core_with_l1(8);
    config.contention = true;
    return time::replay_with(
        program, model::build_exec_graph(program, plan, config), config, {}, make);
}

}  // namespace

TEST_CASE("does a run end beside a DDR model whose events never end, with requests of its shape?") {
    const time::Replay replay =
        run([](const config::DdrConfig&, const arch::Clock&, arch::ProcessGuard&) {
            return std::make_unique<Ticking>("ddr");
        });
    // COPY_IN a: 1,024 bytes are 8 requests, one after the other.
    CHECK(replay.timeline.end[1] == 8 * 50);
    REQUIRE(replay.counters.back().path == "ddr.requests");
    CHECK(replay.counters.back().value == 32);
}

TEST_CASE("is an exception of a foreign DDR model an error of the run, not of ours?") {
    const auto from_constructor = refusal_of([] {
        run([](const config::DdrConfig&, const arch::Clock&, arch::ProcessGuard&)
                -> std::unique_ptr<arch::DdrModel> { throw std::runtime_error("no config"); });
    });
    CHECK(from_constructor.rule == "time.ddr-model");
    CHECK(from_constructor.kind == ErrorKind::kStopped);
    CHECK(from_constructor.what.find("no config") != std::string::npos);
    const auto from_request = refusal_of([] {
        run([](const config::DdrConfig&, const arch::Clock&, arch::ProcessGuard&) {
            return std::make_unique<Failing>("ddr");
        });
    });
    CHECK(from_request.rule == "time.ddr-model");
    CHECK(from_request.what.find("no such bank") != std::string::npos);
#if !defined(__SANITIZE_ADDRESS__)
    // AddressSanitizer does not know the stacks of the kernel's threads, and takes what an
    // exception leaves on them for errors (google/sanitizers issue 189).
    const auto from_process = refusal_of([] {
        run([](const config::DdrConfig&, const arch::Clock&, arch::ProcessGuard&) {
            return std::make_unique<Ticking>("ddr", true);
        });
    });
    CHECK(from_process.rule == "time.ddr-model");
    CHECK(from_process.what.find("no such row") != std::string::npos);
#endif
}
