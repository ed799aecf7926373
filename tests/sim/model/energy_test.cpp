#include "sim/model/energy.h"

#include "sim/model/accounting.h"
#include "sim/model/exec_graph_builder.h"
#include "sim/model/measure.h"
#include "sim/model/recurrence.h"
#include "sim/plan/place/best_fit_placer.h"
#include "sim/plan/place/victim_rule.h"
#include "tests/support/lowered_traces.h"
#include "tests/support/random_dag.h"
#include "tests/support/tiny_traces.h"

#include <catch2/catch.hpp>

using namespace systole;
using model::EnergyUnit;
using model::EnergyUse;

namespace {

constexpr std::uint64_t kPico = 1'000'000;   // attojoules
constexpr std::uint64_t kMilli = 1'000'000;  // nanowatts

// pJ: MAC 0.3, its registers 0.01, vector operation 0.2; a byte read and written in L1 1 and 2, UB
// 3 and 4, L0A 0.1 and 0.2, L0B 0.3 and 0.4, L0C 0.5 and 0.6; moved 0.05; DDR 60 and 70.
config::EnergyTable prices() {
    config::EnergyTable table;
    table.file = "prices.yaml";
    table.mac[0] = 300'000;
    table.vector[0] = 200'000;
    table.pe = 10'000;
    table.tiers[Tier::kL1] = config::AccessEnergy{1 * kPico, 2 * kPico};
    table.tiers[Tier::kUB] = config::AccessEnergy{3 * kPico, 4 * kPico};
    table.tiers[Tier::kL0A] = config::AccessEnergy{100'000, 200'000};
    table.tiers[Tier::kL0B] = config::AccessEnergy{300'000, 400'000};
    table.tiers[Tier::kL0C] = config::AccessEnergy{500'000, 600'000};
    table.dma = 50'000;
    table.ddr = {60 * kPico, 70 * kPico};
    return table;
}

// mW: cube 10, vector 20, an engine 1, L1 2, UB 3, L0A 4, L0B 5, L0C 6, DDR 100: 154 in all.
void add_static(config::EnergyTable& table) {
    table.idle.cube = 10 * kMilli;
    table.idle.vector = 20 * kMilli;
    table.idle.dma = 1 * kMilli;
    table.idle.tiers[Tier::kL1] = 2 * kMilli;
    table.idle.tiers[Tier::kUB] = 3 * kMilli;
    table.idle.tiers[Tier::kL0A] = 4 * kMilli;
    table.idle.tiers[Tier::kL0B] = 5 * kMilli;
    table.idle.tiers[Tier::kL0C] = 6 * kMilli;
    table.idle.ddr = 100 * kMilli;
}

model::Energy energy_of_two_layers(const config::EnergyTable& table,
                                   const config::ArchConfig& config,
                                   std::optional<std::uint64_t> activates = {}) {
    const ir::Program program = test::two_layers();
    const ir::Plan plan{test::id_order(program), {0, 1, 0, 0, 0, 0, 1}, {}};
    const ir::ExecGraph graph = model::build_exec_graph(program, plan, config);
    const ir::Timeline timeline = model::recurrence(graph);
    const model::LayerTable layers = model::layer_stats(program, graph, timeline, config);
    return model::energy_of(program, graph, timeline, layers, config, table, activates);
}

// 500 MHz: a cycle is 2 ns. The two layers take 79 and 11 cycles.
config::ArchConfig core() {
    config::ArchConfig config = test::core_with_l1(4);
    config.clock_mhz = 500;
    return config;
}

}  // namespace

// A MATMUL of 2 x 3 x 4 in 30 cycles of 16 x 16 x 16 PEs: 122,880 products could have been, 24
// were.
TEST_CASE("what do PEs cost that have nothing to do while the array runs?") {
    config::EnergyTable table = prices();
    config::ArchConfig config = core();
    const model::Energy without = energy_of_two_layers(table, config);
    table.pe_idle = 1'000'000;
    CHECK(energy_of_two_layers(table, config).total() - without.total() == 122'856'000);
    config.energy.power_gating = true;
    CHECK(energy_of_two_layers(table, config).total() == without.total());
}

TEST_CASE("what does every unit spend on two layers? (by hand, fJ)") {
    const model::Energy e = energy_of_two_layers(prices(), core());
    REQUIRE(e.layers.size() == 2);
    const model::EnergyMatrix& fc = e.layers[0];
    CHECK(fc.of(EnergyUnit::kCube) == 7'440);     // 24 MACs
    CHECK(fc.of(EnergyUnit::kL1) == 60'000);      // 8 + 12 bytes in and out
    CHECK(fc.of(EnergyUnit::kUB) == 42'000);      // 6 bytes in and out
    CHECK(fc.of(EnergyUnit::kL0A) == 2'400);      // 8 in and out
    CHECK(fc.of(EnergyUnit::kL0B) == 8'400);      // 12 in and out
    CHECK(fc.of(EnergyUnit::kL0C) == 26'400);     // 6 sums of 4 bytes in and out
    CHECK(fc.of(EnergyUnit::kDma) == 2'600);      // 52 bytes
    CHECK(fc.of(EnergyUnit::kDdr) == 1'620'000);  // 20 read, 6 written
    CHECK(fc.of(EnergyUnit::kVector) == 0);
    CHECK(fc.of(EnergyUnit::kStatic) == 0);
    CHECK(fc.total() == 1'769'240);
    CHECK(fc.of(EnergyUse::kActivations) == 24'000 + 2'400 + 800 + 480'000);
    CHECK(fc.of(EnergyUse::kWeights) == 36'000 + 8'400 + 1'200 + 720'000);
    CHECK(fc.of(EnergyUse::kOutputs) == 42'000 + 26'400 + 600 + 420'000);
    CHECK(fc.of(EnergyUse::kCompute) == 7'440);

    const model::EnergyMatrix& relu = e.layers[1];
    CHECK(relu.of(EnergyUnit::kVector) == 1'600);
    CHECK(relu.of(EnergyUnit::kUB) == 136'000);
    CHECK(relu.of(EnergyUnit::kDma) == 800);
    CHECK(relu.of(EnergyUnit::kDdr) == 1'040'000);
    CHECK(relu.total() == 1'178'400);

    CHECK(e.rest.total() == 0);
    CHECK(e.total() == 2'947'640);
    CHECK(e.picojoules() == 2947.64);
    // 24 MACs at 0.3 pJ; 8 + 12 + 6 and 8 + 8 bytes to or from DDR.
    CHECK(e.compulsory == 7'200 + 1'620'000 + 1'040'000);
}

TEST_CASE("how much power and which energy-delay product is that?") {
    // 2,947.64 pJ in 180 ns.
    CHECK(model::average_milliwatts(2'947'640, 90, 500) == Approx(16.37578).epsilon(1e-6));
    CHECK(model::energy_delay(2'947'640, 90, 500) == Approx(5.305752e-16).epsilon(1e-9));
    CHECK(model::average_milliwatts(5, 0, 500) == 0.0);
}

TEST_CASE("does static power run all the time, or with gating only while units work?") {
    config::EnergyTable table;
    table.mac[0] = 0;
    table.sram = {{1024, {0, 0}}};
    add_static(table);
    config::ArchConfig config = core();
    const model::Energy always = energy_of_two_layers(table, config);
    CHECK(always.layers[0].total() == 154u * 158 * 1000);  // mW x ns = pJ
    CHECK(always.layers[1].total() == 154u * 22 * 1000);
    CHECK(always.all.of(EnergyUse::kStatic) == 154u * 180 * 1000);

    // Cube 30 cycles, engines 53; L1 holds a buffer until 35, L0A and L0B until 65, L0C until 71,
    // UB always; DDR cannot rest. In the second layer: vector 9, engines 18, UB 11.
    config.energy.power_gating = true;
    const model::Energy gated = energy_of_two_layers(table, config);
    const std::uint64_t tiers = 35 * 2 + 79 * 3 + 65 * 4 + 65 * 5 + 71 * 6;
    CHECK(gated.layers[0].total() == (10u * 30 + 53 + tiers + 100 * 79) * 2 * 1000);
    CHECK(gated.layers[1].total() == (20u * 9 + 18 + 3 * 11 + 100 * 11) * 2 * 1000);

    config.ddr.channels = 2;
    CHECK(energy_of_two_layers(table, config).total() == gated.total() + 100u * 180 * 1000);
    config.energy.power_gating = false;
    config.tiers[Tier::kL1].capacity = 4;
    CHECK(energy_of_two_layers(table, config).total() == 254u * 180 * 1000);
}

TEST_CASE("are opened rows shared by the bytes that layers and operands moved?") {
    // 7 rows over 8, 12, 6 | 8, 8 bytes: running sums 1.3, 3.3, 4.3 | 5.7, 7.
    config::EnergyTable table = prices();
    table.ddr_activate = 1000 * kPico;
    const model::Energy e = energy_of_two_layers(table, core(), 7);
    const auto ddr = [&](std::size_t layer, EnergyUse use) {
        return e.layers[layer].at(EnergyUnit::kDdr, use);
    };
    CHECK(ddr(0, EnergyUse::kActivations) == 480'000 + 1'000'000);
    CHECK(ddr(0, EnergyUse::kWeights) == 720'000 + 2'000'000);
    CHECK(ddr(0, EnergyUse::kOutputs) == 420'000 + 1'000'000);
    CHECK(ddr(1, EnergyUse::kActivations) == 480'000 + 2'000'000);
    CHECK(ddr(1, EnergyUse::kOutputs) == 560'000 + 1'000'000);
    CHECK(energy_of_two_layers(table, core()).total() == 2'947'640);  // the simple DDR counts none
}

TEST_CASE("is more energy than 64 bits count summed exactly?") {
    config::EnergyTable table;
    table.mac[0] = 2'000'000'000'000'000'000;  // 2 J, 24 times; 64 bits of femtojoules end at 18 kJ
    table.sram = {{1024, {0, 0}}};
    table.idle.cube = 4'000'000'000'000'000'000;  // 4 GW
    config::ArchConfig config = core();
    config.clock_mhz = 1;  // 90 microseconds of 4 GW, 360 kJ
    const model::Energy e = energy_of_two_layers(table, config);
    const model::Femtojoules joule = 1'000'000'000'000'000;
    CHECK((e.all.of(EnergyUnit::kCube) == 48 * joule));
    CHECK((e.all.of(EnergyUnit::kStatic) == 360'000 * joule));
    CHECK((e.total() == 360'048 * joule));
    CHECK(e.picojoules() == Approx(360'048e12));
}

TEST_CASE("why has a trace no energy?") {
    CHECK(model::energy_obstacle(test::two_layers()).empty());
    CHECK(model::energy_obstacle(test::two_tiles()).find("no shapes") != std::string::npos);
    ir::Program program = test::two_layers();
    program.work[10] = {};
    CHECK(model::energy_obstacle(program).find("node 10 (MATMUL)") != std::string::npos);
}

TEST_CASE("is a table that lacks the trace's type refused by name?") {
    ir::Program program = test::two_layers();
    CHECK_NOTHROW(model::check_energy_table(prices(), program));
    program.element = ElementType::kFp16;
    const test::Refusal refusal =
        test::refusal_of([&] { model::check_energy_table(prices(), program); });
    CHECK(refusal.rule == "energy.missing");
    CHECK(refusal.what.find("prices.yaml: the table has no mac.fp16") != std::string::npos);
}

namespace {

// A random trace whose operations do what their pipe does, for five layers in turn.
ir::Program random_lowered(std::uint64_t seed, PerTier<std::uint64_t>& capacity) {
    test::RandomDag dag = test::random_dag(seed, 60);
    capacity = dag.capacity;
    ir::Program& program = dag.program;
    test::Random random(seed + 1);
    program.element = ElementType::kInt8;
    program.layers.resize(5);
    program.work.resize(program.nodes());
    for (std::uint32_t v = 0; v < program.nodes(); ++v) {
        if (program.kind[v] != ir::NodeKind::kOperation) {
            continue;
        }
        const auto layer = static_cast<std::uint32_t>(std::size_t{v} * 5 / program.nodes());
        const std::uint32_t m = random.between(1, 300);
        const std::uint32_t n = random.between(1, 300);
        if (program.pipe[v] == Pipe::kCube) {
            program.work[v] = test::matmul_work(layer, m, n, random.between(1, 300));
        } else if (program.pipe[v] == Pipe::kVector) {
            program.work[v] = test::vector_work(layer, m, n);
        } else {
            program.work[v] = test::move_work(layer, kOperands[random.below(kOperandCount)], m, n);
        }
    }
    return program;
}

}  // namespace

TEST_CASE("do the parts sum to the whole on random traces?") {
    std::size_t spills = 0;
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        CAPTURE(seed);
        config::ArchConfig config = core();
        PerTier<std::uint64_t> capacity;
        const ir::Program program = random_lowered(seed, capacity);
        for (const Tier t : kTiers) {
            config.tiers[t].capacity = capacity[t];
        }
        config.energy.power_gating = seed % 2 == 1;
        const ir::Plan plan = place::place_best_fit(
            program, test::id_order(program), config, place::victim_rule("belady"));
        const ir::ExecGraph graph = model::build_exec_graph(program, plan, config);
        const ir::Timeline timeline = model::recurrence(graph);
        const model::LayerTable layers = model::layer_stats(program, graph, timeline, config);
        const model::Metrics metrics = model::measure(
            program, plan, graph, timeline, model::node_waits(graph, timeline), config);
        spills += plan.spills.size();

        Cycles share = layers.rest.share;
        PerPipe<Cycles> busy = layers.rest.busy;
        Bytes spilled = layers.rest.spill.total();
        for (const model::LayerStats& l : layers.layers) {
            share += l.share;
            spilled += l.spill.total();
            for (const Pipe p : kPipes) {
                busy[p] += l.busy[p];
            }
        }
        CHECK(share == timeline.makespan);
        CHECK(spilled == metrics.ddr_extra);
        for (const Pipe p : kPipes) {
            CHECK(busy[p] == metrics.busy[p]);
        }

        config::EnergyTable table = prices();
        add_static(table);
        table.ddr_activate = 333'333;
        const model::Energy e =
            model::energy_of(program, graph, timeline, layers, config, table, 12'345);
        model::Femtojoules by_unit = 0;
        for (std::size_t u = 0; u < model::kEnergyUnitCount; ++u) {
            const auto unit = static_cast<EnergyUnit>(u);
            model::Femtojoules by_layer = e.rest.of(unit);
            for (const model::EnergyMatrix& l : e.layers) {
                by_layer += l.of(unit);
            }
            CHECK(by_layer == e.all.of(unit));
            by_unit += by_layer;
        }
        model::Femtojoules by_use = 0;
        for (std::size_t u = 0; u < model::kEnergyUseCount; ++u) {
            by_use += e.all.of(static_cast<EnergyUse>(u));
        }
        CHECK(by_unit == e.total());
        CHECK(by_use == e.total());

        // All of the 12,345 rows are charged, each 333 fJ and the rest of rounding: at most half a
        // femtojoule for each of 6 x 3 entries.
        table.ddr_activate = 0;
        const model::Energy without =
            model::energy_of(program, graph, timeline, layers, config, table, 12'345);
        if (metrics.ddr_read + metrics.ddr_write + metrics.ddr_extra > 0) {
            CHECK(std::abs(static_cast<double>(e.total() - without.total()) - 12'345 * 333.333) <=
                  9.0);
        }
    }
    CHECK(spills > 100);
}
