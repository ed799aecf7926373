#include "sim/time/replay.h"

#include "sim/model/exec_graph_builder.h"
#include "sim/model/recurrence.h"
#include "sim/plan/planner.h"
#include "tests/support/outputs.h"
#include "tests/support/paths.h"
#include "tests/support/random_dag.h"
#include "tests/support/tiny_traces.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <filesystem>
#include <string>

using namespace systole;
using test::core_with_l1;
using test::ids;
using test::refusal_of;

namespace {

time::Replay run(const ir::Program& program,
                 const ir::Plan& plan,
                 const config::ArchConfig& config,
                 const time::ReplayOptions& options = {}) {
    return time::replay(program, model::build_exec_graph(program, plan, config), config, options);
}

const ir::Plan kShared{ids({0, 1, 2, 3, 4, 5, 6, 7}), {0, 0}, {}};
const ir::Plan kApart{ids({0, 1, 2, 3, 4, 5, 6, 7}), {0, 4}, {}};

std::uint64_t counter(const time::Replay& replay, const std::string& path) {
    for (const stats::Sample& s : replay.counters) {
        if (s.path == path) {
            return s.value;
        }
    }
    FAIL("no counter " << path);
    return 0;
}

}  // namespace

TEST_CASE("does a node start in the very cycle in which its address is given up, not before?") {
    const time::Replay replay = run(test::two_tiles(), kShared, core_with_l1(4));
    CHECK(replay.timeline.start == std::vector<Cycles>{0, 0, 10, 15, 15, 15, 25, 30});
    CHECK(replay.timeline.end == std::vector<Cycles>{0, 10, 15, 15, 15, 25, 30, 30});
    CHECK(replay.timeline.makespan == 30);
}

TEST_CASE("do engines work at the same time when addresses allow?") {
    const time::Replay replay = run(test::two_tiles(), kApart, core_with_l1(8));
    CHECK(replay.timeline.start == std::vector<Cycles>{0, 0, 10, 15, 0, 10, 20, 25});
    CHECK(replay.timeline.makespan == 25);
}

TEST_CASE("are spills replayed on MTE3 and MTE2?") {
    const ir::Program program = test::two_values();
    config::ArchConfig config = core_with_l1(4);
    config.tiers[Tier::kUB].capacity = 4;
    const ir::Plan plan{ids({0, 1, 7, 2, 3, 4, 8, 5, 6}), {0, 0}, {{BufId{0}, 0}}};
    const time::Replay replay = run(program, plan, config);
    CHECK(replay.timeline.end[7] == 165);
    CHECK(replay.timeline.end[8] == 326);
    CHECK(replay.timeline.makespan == 331);
    CHECK(counter(replay, "core0.mte3.nodes") == 2);
    CHECK(counter(replay, "core0.mte3.ddr_written") == 2048);  // x written out, and COPY_OUT
    CHECK(counter(replay, "core0.mte2.ddr_read") == 1024);
}

TEST_CASE("is a reload that nobody uses before the next spill timed as the rules say?") {
    // a comes in, is dropped (8), reloaded (9) and dropped again (10) before b comes; back (11) for
    // its COPY_OUT. Nothing orders 9 and 10: 10 ends with 8 at 10, 9 runs from 10 to 168.
    const ir::Program program = test::two_tiles();
    const ir::Plan plan{
        ids({0, 1, 8, 9, 10, 4, 5, 6, 7, 11, 2, 3}), {0, 0}, {{BufId{0}, 0}, {BufId{0}, 0}}};
    const config::ArchConfig config = core_with_l1(4);
    const ir::ExecGraph graph = model::build_exec_graph(program, plan, config);
    const ir::Timeline t = time::replay(program, graph, config).timeline;
    CHECK(t.end[10] == 10);
    CHECK(t.start[9] == 10);
    CHECK(t.end[9] == 168);
    CHECK(t.start[4] == 10);   // b's address is given up by 10
    CHECK(t.start[5] == 168);  // MTE2 is busy with 9
    CHECK(t.start[11] == 183);
    CHECK(t.makespan == 346);  // 158 cycles of reload, 5 of COPY_OUT
    CHECK(model::recurrence(graph).end == t.end);
}

TEST_CASE("can one process simulate again and again, with equal results?") {
    const ir::Program program = test::two_tiles();
    config::ArchConfig config = core_with_l1(8);
    const Cycles first = run(program, kApart, config).timeline.makespan;
    config.contention = true;
    const ir::Timeline contended = run(program, kApart, config).timeline;
    config.contention = false;
    CHECK(run(program, kApart, config).timeline.makespan == first);
    config.contention = true;
    const ir::Timeline again = run(program, kApart, config).timeline;
    CHECK(again.start == contended.start);
    CHECK(again.end == contended.end);
}

TEST_CASE("does the clock frequency leave cycle counts alone?") {
    for (const std::uint64_t mhz : {1u, 680u, 1000u, 1850u}) {
        config::ArchConfig config = core_with_l1(4);
        config.clock_mhz = mhz;
        CHECK(run(test::two_tiles(), kShared, config).timeline.makespan == 30);
    }
}

TEST_CASE("does each row of a transfer make bursts of its own?") {
    ir::Program program = test::two_tiles();
    program.work.resize(program.nodes());
    program.work[1].kind = ir::WorkKind::kMove;
    program.work[1].m = 3;
    program.work[1].n = 300;
    program.work[1].stride = 1000;
    config::ArchConfig config = core_with_l1(8);
    config.contention = true;
    config.ddr.bytes_per_cycle = 64;
    config.ddr.burst_bytes = 256;
    config.ddr.latency_cycles = 0;
    const time::Replay replay = run(program, kApart, config);
    // Rows of 256 + 44 bytes: 900 bytes take 14.1 cycles on the bus.
    CHECK(replay.timeline.end[1] == 15);
    CHECK(counter(replay, "ddr.bursts") == 6 + 3 * 4);
    CHECK(counter(replay, "ddr.read") == 900 + 1024);
}

TEST_CASE("does a transfer from detailed DRAM take what its commands take?") {
    // COPY_IN a: 1,024 bytes are 16 accesses, four in each of four bank groups. ACTIVATEs in DRAM
    // cycles 0, 4, 8, 12; READs from 16 on every 4; the last in 76, its data until 96: 79,968 ps.
    config::ArchConfig config = core_with_l1(8);
    config.contention = true;
    config.ddr.model = config::DdrModel::kDetailed;
    const time::Replay replay = run(test::two_tiles(), kApart, config);
    CHECK(replay.timeline.end[1] == 80);
    CHECK(counter(replay, "ddr.read_bursts") == 32);
    CHECK(counter(replay, "ddr.write_bursts") == 32);
    CHECK(counter(replay, "ddr.written") == 2048);
    CHECK(counter(replay, "ddr.activates") >= 4);
}

TEST_CASE("do two engines that share the DDR slow each other by the bursts between theirs?") {
    // COPY_IN b (10 cycles) and COPY_OUT a (5 cycles) start together at 10. 4 units of 256 bytes
    // each are 4 bursts; a burst takes the bus for 4 cycles. Alone a COPY_IN ends with its 4th
    // burst at 16.
    config::ArchConfig config = core_with_l1(8);
    config.contention = true;
    config.ddr.bytes_per_cycle = 64;
    config.ddr.burst_bytes = 256;
    config.ddr.latency_cycles = 0;
    config.ddr.max_outstanding = 16;
    const ir::Timeline t = run(test::two_tiles(), kApart, config).timeline;
    CHECK(t.end[1] == 16);
    CHECK(t.start[5] == 16);
    CHECK(t.start[2] == 16);
    // Bursts alternate: one of them ends with the 7th burst, the other with the 8th.
    CHECK(std::min(t.end[2], t.end[5]) == 16 + 7 * 4);
    CHECK(std::max(t.end[2], t.end[5]) == 16 + 8 * 4);
}

TEST_CASE("does a burst wait for its latency and for a free place among the outstanding ones?") {
    config::ArchConfig config = core_with_l1(8);
    config.contention = true;
    config.ddr.bytes_per_cycle = 256;
    config.ddr.burst_bytes = 256;
    config.ddr.latency_cycles = 20;
    config.ddr.max_outstanding = 1;
    // One burst at a time: 1 cycle on the bus and 20 of latency, four times.
    CHECK(run(test::two_tiles(), kApart, config).timeline.end[1] == 84);
    config.ddr.max_outstanding = 4;
    CHECK(run(test::two_tiles(), kApart, config).timeline.end[1] == 24);
}

namespace {

// Two operations of 64 cycles on one UB buffer each of 64 units (16 KiB), on VECTOR and MTE3; a UB
// port moves one unit a cycle.
ir::Program two_streams() {
    ir::ProgramBuilder builder;
    const BufId x = builder.alloc(Tier::kUB, 64);
    const BufId y = builder.alloc(Tier::kUB, 64);
    const std::vector<BufId> on_x = {x};
    const std::vector<BufId> on_y = {y};
    const NodeId a = builder.operation(builder.op("EXP"), Pipe::kVector, 64, on_x);
    const NodeId b = builder.operation(builder.op("COPY"), Pipe::kMTE3, 64, on_y);
    builder.edge(builder.alloc_of(x), a);
    builder.edge(builder.alloc_of(y), b);
    builder.edge(a, builder.free(x));
    builder.edge(b, builder.free(y));
    return builder.finish();
}
config::ArchConfig unit_a_cycle() {
    config::ArchConfig config = core_with_l1(8);
    config.contention = true;
    config.tiers[Tier::kUB].port_bytes_per_cycle = 256;
    return config;
}

}  // namespace

TEST_CASE("do two engines share one port word by word?") {
    const ir::Program program = two_streams();
    const ir::Plan plan{ids({0, 1, 2, 3, 4, 5}), {0, 64}, {}};
    config::ArchConfig config = unit_a_cycle();

    config.tiers[Tier::kUB].ports = 1;
    const ir::Timeline shared = run(program, plan, config).timeline;
    CHECK(shared.end[2] == 128);
    CHECK(shared.end[3] == 128);
    CHECK(shared.lost == std::vector<Cycles>{0, 0, 64, 64, 0, 0});

    config.tiers[Tier::kUB].ports = 2;
    const ir::Timeline apart = run(program, plan, config).timeline;
    CHECK(apart.end[2] == 64);
    CHECK(apart.end[3] == 64);
}

TEST_CASE("does a bank serve one access at a time, and a wide access take several banks?") {
    const ir::Program program = two_streams();
    const ir::Plan plan{ids({0, 1, 2, 3, 4, 5}), {0, 64}, {}};
    config::ArchConfig config = unit_a_cycle();
    config::TierConfig& ub = config.tiers[Tier::kUB];
    ub.ports = 2;
    ub.bank_bytes = 256;
    ub.banks = 1;
    CHECK(run(program, plan, config).timeline.makespan == 128);
    ub.banks = 2;
    CHECK(run(program, plan, config).timeline.makespan == 64);
    ub.bank_bytes = 128;  // every access takes both banks
    CHECK(run(program, plan, config).timeline.makespan == 128);
}

TEST_CASE("does a port move its bytes per cycle and no more, for an engine alone too?") {
    const ir::Program program = test::two_tiles();
    config::ArchConfig config = core_with_l1(8);
    config.contention = true;
    config.ddr.latency_cycles = 0;
    config.tiers[Tier::kL1].ports = 1;
    config.tiers[Tier::kL1].port_bytes_per_cycle = 1;  // 1,024 cycles for 4 units of 256 bytes
    const ir::Timeline narrow = run(program, kApart, config).timeline;
    CHECK(narrow.end[1] == 1024);
    config.tiers[Tier::kL1].port_bytes_per_cycle = 103;  // 9.94 cycles of 10
    CHECK(run(program, kApart, config).timeline.end[1] == 10);
    config.tiers[Tier::kL1].port_bytes_per_cycle = 102;
    CHECK(run(program, kApart, config).timeline.end[1] == 11);
}

TEST_CASE("is contention time lost to others alone?") {
    // One buffer, in and out: nobody else is at the DDR or at a port, however slow these are.
    ir::ProgramBuilder builder;
    const BufId x = builder.alloc(Tier::kL1, 8);
    const std::vector<BufId> on_x = {x};
    const NodeId in = builder.operation(builder.op("COPY_IN"), Pipe::kMTE2, 5, on_x);
    const NodeId out = builder.operation(builder.op("COPY_OUT"), Pipe::kMTE3, 5, on_x);
    builder.edge(builder.alloc_of(x), in);
    builder.edge(in, out);
    builder.edge(out, builder.free(x));
    const ir::Program program = builder.finish();
    const ir::Plan plan{ids({0, 1, 2, 3}), {0}, {}};
    config::ArchConfig config = core_with_l1(8);
    config.contention = true;
    for (const config::DdrModel model : {config::DdrModel::kSimple, config::DdrModel::kDetailed}) {
        config.ddr.model = model;
        config.tiers[Tier::kL1].port_bytes_per_cycle = 3;
        const ir::Timeline t = run(program, plan, config).timeline;
        CHECK(t.end[1] >= 683);  // 2,048 bytes
        CHECK(t.lost.empty());
    }
    // Two engines: what a COPY_IN of 1,024 bytes takes beyond its time alone, 16 cycles, it lost.
    config = core_with_l1(8);
    config.contention = true;
    config.ddr.bytes_per_cycle = 64;
    config.ddr.latency_cycles = 0;
    const ir::Timeline both = run(test::two_tiles(), kApart, config).timeline;
    CHECK(both.start[5] == 16);
    CHECK(both.lost[5] == both.end[5] - 16 - 16);
    CHECK(both.lost[1] == 0);
}

TEST_CASE("is a sweep of the bandwidth of the DDR no staircase?") {
    config::ArchConfig config = core_with_l1(8);
    config.contention = true;
    config.bytes_per_unit = 65'536;
    config.tiers[Tier::kL1].port_bytes_per_cycle = 1u << 20;
    config.ddr.latency_cycles = 0;
    config.ddr.max_outstanding = 64;
    for (const std::uint64_t bandwidth : {43u, 64u, 65u, 80u, 85u, 100u, 127u, 128u, 255u, 1000u}) {
        config.ddr.bytes_per_cycle = bandwidth;
        CAPTURE(bandwidth);
        // COPY_IN a has the bus to itself: 4 units.
        CHECK(run(test::two_tiles(), kApart, config).timeline.end[1] ==
              (4 * 65'536 + bandwidth - 1) / bandwidth);
    }
}

TEST_CASE("does the hardware itself refuse an illegal plan, naming cycle and node?") {
    const ir::Program program = test::two_tiles();
    const config::ArchConfig config = core_with_l1(8);
    const auto run_trusted = [&](const ir::Plan& plan) {
        const ir::ExecGraph graph =
            model::build_exec_graph(program, plan, config, model::PlanCheck::kTrust);
        return refusal_of([&] { time::replay(program, graph, config); });
    };
    SECTION("two buffers on one address") {
        const auto refusal = run_trusted({ids({0, 1, 4, 2, 3, 5, 6, 7}), {0, 3}, {}});
        CHECK(refusal.rule == "arch.overlap");
        CHECK(refusal.kind == ErrorKind::kRefused);
        CHECK(refusal.node.has_value());
        CHECK(refusal.what.find("cycle 0: L1:") != std::string::npos);
    }
    SECTION("a buffer past the end of its scratchpad") {
        const auto refusal = run_trusted({ids({0, 1, 2, 3, 4, 5, 6, 7}), {0, 5}, {}});
        CHECK(refusal.rule == "arch.capacity");
        CHECK(refusal.node == 4u);
    }
    SECTION("an operation on a buffer that is gone") {
        const ir::Plan plan{ids({0, 1, 2, 3, 4, 5, 6, 7}), {0, 4}, {}};
        ir::ExecGraph graph = model::build_exec_graph(program, plan, config);
        // COPY_OUT b is told to read a, which was freed in cycle 15.
        graph.uses.values[graph.uses.offsets[6]] = ResId{0};
        const auto refusal = refusal_of([&] { time::replay(program, graph, config); });
        CHECK(refusal.rule == "arch.not-resident");
        CHECK(refusal.node == 6u);
        CHECK(refusal.what.find("cycle 20") != std::string::npos);
        CHECK(refusal.what.find("buffer 0 ") != std::string::npos);
    }
    SECTION("an address given up under an operation") {
        // MTE3 writes b out from 20 to 25 and is told to read a as well, whose FREE comes at 22.
        ir::ProgramBuilder builder;
        const BufId a = builder.alloc(Tier::kL1, 4);
        const std::vector<BufId> on_a = {a};
        const NodeId hold = builder.operation(builder.op("MOVE"), Pipe::kMTE1, 22, on_a);
        const BufId b = builder.alloc(Tier::kL1, 4);
        const std::vector<BufId> on_b = {b};
        const NodeId in = builder.operation(builder.op("COPY_IN"), Pipe::kMTE2, 20, on_b);
        const NodeId out = builder.operation(builder.op("COPY_OUT"), Pipe::kMTE3, 5, on_b);
        builder.edge(builder.alloc_of(a), hold);
        builder.edge(builder.alloc_of(b), in);
        builder.edge(in, out);
        builder.edge(hold, builder.free(a));
        builder.edge(out, builder.free(b));
        const ir::Program held = builder.finish();
        const ir::Plan plan{ids({0, 1, 2, 3, 4, 5, 6}), {0, 4}, {}};
        ir::ExecGraph graph = model::build_exec_graph(held, plan, config);
        graph.uses.values[graph.uses.offsets[index(out)]] = ResId{0};
        const auto refusal = refusal_of([&] { time::replay(held, graph, config); });
        CHECK(refusal.rule == "arch.in-use");
        CHECK(refusal.node == 5u);
        CHECK(refusal.what.find("cycle 22") != std::string::npos);
    }
}

TEST_CASE("does the watchdog name the nodes that wait for ever?") {
    const ir::Program program = test::two_tiles();
    const config::ArchConfig config = core_with_l1(8);
    ir::ExecGraph graph = model::build_exec_graph(program, kApart, config);
    // FREE b is made to release its own predecessor: COPY_OUT b waits for a node that waits for it.
    graph.address_succ.values.push_back(NodeId{6});
    for (std::size_t v = 8; v < graph.address_succ.offsets.size(); ++v) {
        ++graph.address_succ.offsets[v];
    }
    const auto refusal = refusal_of([&] { time::replay(program, graph, config); });
    CHECK(refusal.rule == "time.deadlock");
    CHECK(refusal.kind == ErrorKind::kStopped);
    CHECK(refusal.what.find("2 of 8 nodes") != std::string::npos);
    CHECK(refusal.what.find("node 6 for 1 more") != std::string::npos);
}

TEST_CASE("does a run past the cycle limit stop, and one at the limit not?") {
    const ir::Program program = test::two_tiles();
    time::ReplayOptions options;
    options.cycle_limit = 29;
    const auto refusal = refusal_of([&] { run(program, kShared, core_with_l1(4), options); });
    CHECK(refusal.rule == "time.cycle-limit");
    CHECK(refusal.kind == ErrorKind::kStopped);
    options.cycle_limit = 30;
    CHECK(run(program, kShared, core_with_l1(4), options).timeline.makespan == 30);
}

TEST_CASE("is progress reported up to the end?") {
    time::ReplayOptions options;
    std::vector<Cycles> seen;
    options.expected_cycles = 30;
    options.progress = [&](Cycles now, Cycles expected) {
        CHECK(expected == 30);
        seen.push_back(now);
    };
    CHECK(run(test::two_tiles(), kShared, core_with_l1(4), options).timeline.makespan == 30);
    CHECK(std::is_sorted(seen.begin(), seen.end()));
    CHECK(seen.size() >= 10);
}

TEST_CASE("does a wave show the pipes and the fill of the scratchpads?") {
    const test::TempDir dir;
    time::ReplayOptions options;
    test::write_output(dir / "run.vcd", [&](OutputFile& file) {
        options.wave = &file;
        run(test::two_tiles(), kShared, core_with_l1(4), options);
    });
    const std::string vcd = test::read_file(dir / "run.vcd");
    CHECK(vcd.find("mte2_pipe") != std::string::npos);
    CHECK(vcd.find("used_units") != std::string::npos);
    CHECK(vcd.find("#25000\n") != std::string::npos);  // COPY_OUT b starts: 25 cycles of 1,000 ps
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(dir.path())) {
        (void)entry;
        ++files;
    }
    CHECK(files == 1);
}

TEST_CASE("does a limit past what the kernel counts simply not bind?") {
    time::ReplayOptions options;
    options.cycle_limit = ~Cycles{0};
    CHECK(run(test::two_tiles(), kShared, core_with_l1(4), options).timeline.makespan == 30);
}

TEST_CASE("is a contended run that the kernel cannot count refused?") {
    config::ArchConfig config = core_with_l1(4);
    config.contention = true;
    config.clock_mhz = 1;
    config.bytes_per_unit = 65536;
    config.ddr = {1, 1, 1'000'000'000, 1};  // a burst a byte, each with a latency of 1e9 cycles
    CHECK(refusal_of([&] { run(test::two_tiles(), kShared, config); }).rule == "time.too-long");
}

TEST_CASE("is a run that the kernel cannot count refused?") {
    ir::Program program = test::two_tiles();
    config::ArchConfig config = core_with_l1(4);
    config.clock_mhz = 1;  // a microsecond a cycle: 2^64 ps are 1.8e13 cycles
    ir::ExecGraph graph = model::build_exec_graph(program, kShared, config);
    graph.cycles[1] = Cycles{1} << 50;
    CHECK(refusal_of([&] { time::replay(program, graph, config); }).rule == "time.too-long");
}

TEST_CASE("do replay and recurrence agree, and contention only add, on 1,000 random DAGs?") {
    std::size_t contended = 0;
    for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
        const test::RandomDag dag = test::random_dag(seed);
        config::ArchConfig config = core_with_l1(1);
        for (const Tier t : kTiers) {
            config.tiers[t].capacity = dag.capacity[t];
        }
        const ir::Plan plan =
            plan::make_plan(dag.program, config, "base", seed % 2 == 0 ? "lru" : "belady");
        const ir::ExecGraph graph = model::build_exec_graph(dag.program, plan, config);
        const ir::Timeline expected = model::recurrence(graph);
        CAPTURE(seed);
        const ir::Timeline off = time::replay(dag.program, graph, config).timeline;
        REQUIRE(off.start == expected.start);
        REQUIRE(off.end == expected.end);
        REQUIRE(off.makespan == expected.makespan);
        config.contention = true;
        const ir::Timeline on = time::replay(dag.program, graph, config).timeline;
        for (std::size_t v = 0; v < on.end.size(); ++v) {
            REQUIRE(on.start[v] >= off.start[v]);
            REQUIRE(on.end[v] >= off.end[v]);
        }
        config.ddr.model = config::DdrModel::kDetailed;
        config.ddr.standard = static_cast<config::DdrStandard>(seed % 5);
        config.ddr.channels = 1 + seed % 2;
        config.tiers[Tier::kL1].banks = 4;
        config.tiers[Tier::kUB].banks = 16;
        const ir::Timeline detailed = time::replay(dag.program, graph, config).timeline;
        for (std::size_t v = 0; v < detailed.end.size(); ++v) {
            REQUIRE(detailed.start[v] >= off.start[v]);
            REQUIRE(detailed.end[v] >= off.end[v]);
        }
        contended += on.makespan > off.makespan ? 1 : 0;
    }
    CHECK(contended > 100);
}
