#include "arch/ddr/dram_controller.h"

#include "arch/ddr/ddr_arbiter.h"

#include <systemc>
#include <tlm.h>
#include <tlm_utils/simple_initiator_socket.h>

#include <catch2/catch.hpp>

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

using namespace systole;

namespace {

struct Access {
    std::uint64_t address;
    bool write = false;
};

// Sends all its accesses at once, `window` in flight, and notes when each response comes.
class Initiator : public sc_core::sc_module, public tlm::tlm_mm_interface {
 public:
    SC_HAS_PROCESS(Initiator);
    Initiator(sc_core::sc_module_name name,
              std::vector<Access> accesses,
              std::uint64_t start_ps = 0,
              std::size_t window = 1000)
        : sc_module(name),
          out("out"),
          accesses_(std::move(accesses)),
          start_ps_(start_ps),
          window_(window) {
        out.register_nb_transport_bw(this, &Initiator::respond);
        SC_METHOD(begin);
    }

    tlm_utils::simple_initiator_socket<Initiator> out;
    std::vector<std::uint64_t> responses;  // ps, in the order they come

 private:
    void begin() {
        if (sc_core::sc_time_stamp().value() < start_ps_) {
            next_trigger(sc_core::sc_time::from_value(start_ps_));
            return;
        }
        send();
    }
    void send() {
        while (sent_ < accesses_.size() && sent_ - responses.size() < window_) {
            payloads_.push_back(std::make_unique<tlm::tlm_generic_payload>(this));
            tlm::tlm_generic_payload& p = *payloads_.back();
            p.acquire();
            const Access& access = accesses_[sent_++];
            p.set_command(access.write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
            p.set_address(access.address);
            p.set_data_ptr(data_);
            p.set_data_length(32);
            p.set_streaming_width(32);
            tlm::tlm_phase phase = tlm::BEGIN_REQ;
            sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
            out->nb_transport_fw(p, phase, delay);
        }
    }
    tlm::tlm_sync_enum respond(tlm::tlm_generic_payload& p,
                               tlm::tlm_phase&,
                               sc_core::sc_time& delay) {
        CHECK(p.is_response_ok());
        responses.push_back((sc_core::sc_time_stamp() + delay).value());
        p.release();
        send();
        return tlm::TLM_COMPLETED;
    }
    void free(tlm::tlm_generic_payload*) override {}

    std::vector<Access> accesses_;
    std::uint64_t start_ps_;
    std::size_t window_;
    std::size_t sent_ = 0;
    std::vector<std::unique_ptr<tlm::tlm_generic_payload>> payloads_;
    unsigned char data_[64] = {};
};

config::DdrConfig detailed(config::DdrStandard standard) {
    config::DdrConfig config;
    config.model = config::DdrModel::kDetailed;
    config.standard = standard;
    return config;
}

std::map<std::string, std::uint64_t> counts(const arch::DramController& dram) {
    std::vector<stats::Sample> samples;
    dram.sample(samples);
    std::map<std::string, std::uint64_t> by_name;
    for (const stats::Sample& s : samples) {
        by_name[s.path] = s.value;
    }
    return by_name;
}

// Initiators on one detailed DDR, run to the end; the core's clock is 1 GHz.
struct Bench {
    Bench(const config::DdrConfig& config, std::vector<Initiator*> initiators)
        : arbiter("arbiter", initiators.size(), guard), dram("ddr", config, clock, guard) {
        for (std::size_t i = 0; i < initiators.size(); ++i) {
            initiators[i]->out.bind(arbiter.in_socket[i]);
        }
        arbiter.out_socket.bind(dram.in_socket);
    }
    void run() {
        sc_core::sc_start();
        guard.rethrow();
    }

    arch::Clock clock{1000};
    arch::ProcessGuard guard;
    arch::DdrArbiter arbiter;
    arch::DramController dram;
};

}  // namespace

TEST_CASE("does a response come at the first core cycle after the last data?") {
    // A miss and a hit, DDR4-2400: data end in DRAM cycles 16 + 16 + 4 = 36 and 42; 36 * 833 =
    // 29,988 ps and 34,986 ps.
    Initiator a("a", {{0}, {32}});
    Bench bench(detailed(config::DdrStandard::kDdr4_2400), {&a});
    bench.run();
    CHECK(a.responses == std::vector<std::uint64_t>{30'000, 35'000});
    const auto n = counts(bench.dram);
    CHECK(n.at("ddr.activates") == 1);
    CHECK(n.at("ddr.read_bursts") == 2);
    CHECK(n.at("ddr.write_bursts") == 0);
    CHECK(n.at("ddr.row_hits") == 1);
    CHECK(n.at("ddr.row_misses") == 1);
    CHECK(n.at("ddr.read") == 64);
    CHECK(n.at("ddr.data_cycles") == 8);
    CHECK(n.at("ddr.average_latency") == (36 + 41) * 833 / 2);  // the second comes in in cycle 1
    CHECK(n.at("ddr.cycles") == 43);                            // 35,000 ps, rounded up
}

TEST_CASE("does a request between two DRAM clock edges wait for the next?") {
    // Core cycle 7 is 7,000 ps: DRAM cycle 9 begins at 7,497. 9 + 36 = 45; 37,485 ps.
    Initiator a("a", {{0}}, 7000);
    Bench bench(detailed(config::DdrStandard::kDdr4_2400), {&a});
    bench.run();
    CHECK(a.responses == std::vector<std::uint64_t>{38'000});
}

TEST_CASE("do channels work side by side?") {
    config::DdrConfig config = detailed(config::DdrStandard::kHbm2_2000);
    config.channels = 2;
    // 32 bytes a channel in turn; a bank's group changes every 64 bytes. Each channel: ACTIVATE 0,
    // READ 14, data until 14 + 14 + 2.
    Initiator a("a", {{0}, {32}});
    Bench bench(config, {&a});
    bench.run();
    CHECK(a.responses == std::vector<std::uint64_t>{30'000, 30'000});
    CHECK(counts(bench.dram).at("ddr.activates") == 2);
}

TEST_CASE("does a full queue hold the next request back until a column has issued?") {
    config::DdrConfig config = detailed(config::DdrStandard::kDdr4_2400);
    config.queue = 1;
    // One at a time in the queue: the second to another row enters in cycle 17, after the READ of
    // the first in 16. PRECHARGE at tRAS 39, ACTIVATE 55, READ 71, data until 91: 75,803 ps. The
    // third, in another group, enters in 72: ACTIVATE 72, READ 88, data until 108: 89,964 ps.
    Initiator a("a", {{0}, {1u << 18}, {64}});
    Bench bench(config, {&a});
    bench.run();
    CHECK(a.responses == std::vector<std::uint64_t>{30'000, 76'000, 90'000});
    CHECK(counts(bench.dram).at("ddr.row_conflicts") == 1);
}

TEST_CASE("does deciding commands ahead give the times that core cycle by core cycle gives?") {
    std::vector<Access> accesses;
    std::uint64_t random = 12'345;
    for (std::uint64_t i = 0; i < 3000; ++i) {
        random = random * 6'364'136'223'846'793'005u + 1'442'695'040'888'963'407u;
        const bool jump = (random >> 60) < 4;
        accesses.push_back(
            {jump ? (random >> 20) % (1u << 24) / 32 * 32 : i * 32, (random >> 50) % 4 == 0});
    }
    config::DdrConfig config = detailed(config::DdrStandard::kLpddr5_6400);
    config.channels = 2;
    constexpr std::size_t kWindow = 12;
    Initiator a("a", accesses, 0, kWindow);
    Bench bench(config, {&a});
    bench.run();

    // The same machine without the kernel: arrivals and responses are at core cycles only.
    const arch::DramStandard& standard = arch::dram_standard(config.standard);
    const arch::DramMapping mapping(config, standard);
    std::vector<arch::DramScheduler> channels(2, arch::DramScheduler(standard, 64, true));
    std::vector<std::uint64_t> expected;
    std::vector<arch::DramCycles> comes_in(2, 0);  // one a DRAM cycle and channel
    std::size_t sent = 0;
    for (std::uint64_t now = 0; expected.size() < accesses.size(); now += 1000) {
        const auto send = [&] {
            while (sent < accesses.size() && sent - expected.size() < kWindow) {
                const arch::DramPlace p = mapping.place(accesses[sent].address);
                arch::DramCycles& at = comes_in[p.channel];
                at = std::max<arch::DramCycles>(at, (now + 1249) / 1250);
                channels[p.channel].push({at++, p.bank, p.row, accesses[sent].write, 0});
                ++sent;
            }
        };
        if (now == 0) {
            send();
        }
        for (arch::DramScheduler& channel : channels) {
            channel.advance((now + 1249) / 1250);
        }
        for (arch::DramScheduler& channel : channels) {
            while (!channel.done().empty() && channel.done().front().at * 1250 <= now) {
                channel.done().pop_front();
                expected.push_back(now);
                send();
            }
        }
    }
    CHECK(a.responses == expected);
    CHECK(counts(bench.dram).at("ddr.row_conflicts") > 100);
}
