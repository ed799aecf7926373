#include "arch/buffer/port_arbiter.h"

#include "arch/buffer/port_timing.h"

#include <systemc>

#include <catch2/catch.hpp>

#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <vector>

using namespace systole;

namespace {

// What one engine asks for: from cycle `at`, or when its request before has ended.
struct Ask {
    Cycles at = 0;
    Bytes bytes = 0;
};

// A scratchpad's ports and the engines that use them, each with a list of requests.
class Bench : public sc_core::sc_module {
 public:
    Bench(sc_core::sc_module_name name,
          const config::TierConfig& tier,
          const std::vector<std::vector<Ask>>& engines)
        : sc_module(name),
          tier_(tier),
          arbiter_("arbiter", arch::parallel_accesses(tier), clock_, guard) {
        for (std::size_t i = 0; i < engines.size(); ++i) {
            engines_.push_back(std::make_unique<Engine>(
                ("engine" + std::to_string(i)).c_str(), *this, static_cast<Pipe>(i), engines[i]));
        }
    }

    std::vector<Cycles> ends(std::size_t engine) const { return engines_[engine]->ends; }
    Cycles last() const {
        Cycles last = 0;
        for (const auto& e : engines_) {
            last = std::max(last, e->ends.empty() ? 0 : e->ends.back());
        }
        return last;
    }
    arch::ProcessGuard guard;

 private:
    class Engine : public sc_core::sc_module, public arch::PortClient {
     public:
        SC_HAS_PROCESS(Engine);
        Engine(sc_core::sc_module_name name, Bench& bench, Pipe pipe, std::vector<Ask> asks)
            : sc_module(name), bench_(bench), pipe_(pipe), asks_(std::move(asks)) {
            SC_METHOD(ask);
            sensitive << ev_ask_;
        }
        void ports_served(Cycles) override {
            ends.push_back(bench_.clock_.now());
            ++next_;
            ask();
        }
        std::vector<Cycles> ends;

     private:
        void ask() {
            if (next_ == asks_.size()) {
                return;
            }
            const Ask& a = asks_[next_];
            const Cycles now = bench_.clock_.now();
            if (a.at > now) {
                ev_ask_.notify(bench_.clock_.span(a.at - now));
                return;
            }
            bench_.arbiter_.add(pipe_, arch::port_cycles(a.bytes, bench_.tier_));
            bench_.arbiter_.begin(pipe_, *this);
        }
        Bench& bench_;
        Pipe pipe_;
        std::vector<Ask> asks_;
        std::size_t next_ = 0;
        sc_core::sc_event ev_ask_;
    };

    arch::Clock clock_{1000};
    const config::TierConfig tier_;
    arch::PortArbiter arbiter_;
    std::vector<std::unique_ptr<Engine>> engines_;
};

config::TierConfig tier(std::uint64_t ports, std::uint64_t banks) {
    config::TierConfig t;
    t.ports = ports;
    t.banks = banks;
    t.bank_bytes = 64;
    t.port_bytes_per_cycle = 32;
    return t;
}

std::vector<std::vector<Ask>> random_pattern(std::mt19937_64& random) {
    std::vector<std::vector<Ask>> engines(1 + random() % 6);
    for (auto& asks : engines) {
        Cycles at = 0;
        for (std::uint64_t n = random() % 6; n > 0; --n) {
            at += random() % 200;
            asks.push_back({at, 1 + random() % 4096});
        }
    }
    return engines;
}

}  // namespace

TEST_CASE("do streams share ports and banks as calculated by hand?") {
    // 2,048 bytes are 64 cycles of a port.
    const std::vector<std::vector<Ask>> two = {{{0, 2048}}, {{10, 320}}};
    Bench one_port("one_port", tier(1, 0), two);
    Bench two_ports("two_ports", tier(2, 0), two);
    Bench four_banks("four_banks", tier(2, 4), two);
    Bench one_bank("one_bank", tier(2, 1), two);
    sc_core::sc_start();
    CHECK(one_port.ends(1) == std::vector<Cycles>{30});  // half of 10..30
    CHECK(one_port.ends(0) == std::vector<Cycles>{74});
    CHECK(two_ports.ends(1) == std::vector<Cycles>{20});
    CHECK(two_ports.ends(0) == std::vector<Cycles>{64});
    CHECK(four_banks.ends(1) == std::vector<Cycles>{20});
    CHECK(four_banks.ends(0) == std::vector<Cycles>{64});
    CHECK(one_bank.ends(0) == one_port.ends(0));
    CHECK(one_bank.ends(1) == one_port.ends(1));
}

TEST_CASE("are more ports, banks and bytes a cycle never slower, on 200 patterns?") {
    std::mt19937_64 random(7);
    const std::vector<std::uint64_t> sizes = {1, 2, 4, 8};
    struct Row {
        std::vector<std::unique_ptr<Bench>> benches;  // each no weaker than the one before
    };
    std::vector<Row> rows;
    for (int i = 0; i < 200; ++i) {
        const auto pattern = random_pattern(random);
        const auto add = [&](Row& row, const config::TierConfig& t) {
            const std::string name =
                "b" + std::to_string(rows.size()) + "_" + std::to_string(row.benches.size());
            row.benches.push_back(std::make_unique<Bench>(name.c_str(), t, pattern));
        };
        Row ports, banks, bytes;
        for (const std::uint64_t n : sizes) {
            add(ports, tier(n, 0));
        }
        rows.push_back(std::move(ports));
        for (const std::uint64_t n : sizes) {
            add(banks, tier(4, n));
        }
        add(banks, tier(4, 0));
        rows.push_back(std::move(banks));
        for (const std::uint64_t n : sizes) {
            config::TierConfig t = tier(2, 0);
            t.port_bytes_per_cycle = 8 * n;
            add(bytes, t);
        }
        rows.push_back(std::move(bytes));
    }
    sc_core::sc_start();
    for (const Row& row : rows) {
        for (std::size_t i = 1; i < row.benches.size(); ++i) {
            CAPTURE(row.benches[i]->name());
            CHECK(row.benches[i]->last() <= row.benches[i - 1]->last());
        }
    }
}
