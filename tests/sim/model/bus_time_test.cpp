#include "sim/model/bus_time.h"

#include "tests/support/lowered_traces.h"

#include <catch2/catch.hpp>

using namespace systole;

namespace {

// Nobody takes addresses that another gave up.
ir::Csr<NodeId> no_frees(const ir::Program& program) {
    ir::Csr<NodeId> frees;
    for (std::size_t v = 0; v < program.nodes(); ++v) {
        frees.close_row();
    }
    return frees;
}

// 128 B/cycle, bursts of 256 bytes, 64 cycles to a response, 16 in flight.
config::ArchConfig core() {
    config::ArchConfig config;
    config.contention = true;
    for (const Tier t : kTiers) {
        config.tiers[t].capacity = 64;
    }
    return config;
}

// A COPY_IN of 1,024 bytes and, `both`, a COPY_OUT of as many that does not wait for it; 5 cycles
// of their own.
ir::Program transfers(bool both) {
    test::LoweredTrace t;
    const BufId a = t.buffer(Tier::kL1, 4);
    const BufId b = t.buffer(Tier::kUB, 4);
    t.operation("COPY_IN", Pipe::kMTE2, 5, {a}, test::move_work(0, Operand::kWeights, 1, 1024));
    if (both) {
        t.operation(
            "COPY_OUT", Pipe::kMTE3, 5, {b}, test::move_work(0, Operand::kOutputs, 1, 1024));
    }
    t.close();
    return t.finish({ir::LayerWork{}}, ElementType::kInt8);
}

}  // namespace

TEST_CASE("how long does a transfer take that has the bus to itself?") {
    const ir::Program program = transfers(false);
    // 1,024 / 128 cycles on the bus, then the latency of the last burst.
    CHECK(model::bus_time(program, no_frees(program), core()) == 8 + 64);
    config::ArchConfig slow = core();
    slow.tiers[Tier::kL1].port_bytes_per_cycle = 8;  // 128 cycles of one port
    CHECK(model::bus_time(program, no_frees(program), slow) == 128);
}

TEST_CASE("how long do two take that share it?") {
    const ir::Program program = transfers(true);
    CHECK(model::bus_time(program, no_frees(program), core()) == 16 + 64);
    config::ArchConfig apart = core();
    apart.ddr.carries = config::BusLoad::kWeights;  // the other has a link of its own
    CHECK(model::bus_time(program, no_frees(program), apart) == 8 + 64);
}
