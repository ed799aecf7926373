// Random layers on random architectures: nothing that is measured beats its bound.

#include "sim/core/error.h"
#include "sim/lower/lower_network.h"
#include "sim/model/roofline.h"
#include "sim/plan/planner.h"
#include "sim/run/time_plan.h"
#include "tests/support/random_network.h"
#include "tests/support/repeats.h"

#include <catch2/catch.hpp>

#include <cstdint>

using namespace systole;

namespace {

config::EnergyTable prices() {
    config::EnergyTable table;
    table.name = "test";
    for (auto& mac : table.mac) {
        mac = 1000;
    }
    table.sram = {{1, {100, 200}}};
    table.ddr = {5000, 7000};
    return table;
}

// A millionth for the last bits of quotients.
bool at_most(double value, double bound) {
    return value <= bound * (1 + 1e-6);
}

void check_layers(const ir::Network& network,
                  const ir::Program& program,
                  const TimedPlan& run,
                  const config::ArchConfig& config) {
    const model::Roofline measured =
        model::measured_roofline(program.layers, run.layers.layers, config);
    const model::Roofline analytic = model::analytic_roofline(network, config);
    REQUIRE(measured.levels.size() == analytic.levels.size());
    for (std::size_t i = 0; i < program.layers.size(); ++i) {
        CAPTURE(i);
        const model::LayerStats& layer = run.layers.layers[i];
        for (const Operand o : kOperands) {
            REQUIRE(layer.ddr[o].total() >= program.layers[i].bytes[o]);
        }
        for (std::size_t l = 0; l < measured.levels.size(); ++l) {
            REQUIRE(measured.levels[l].binds == analytic.levels[l].binds);
            if (program.layers[i].macs > 0) {
                REQUIRE(measured.layers[i].bytes[l] >= analytic.layers[i].bytes[l]);
            }
        }
        // A layer of its own run: prefetching under another's share is no miracle.
        if (program.layers.size() == 1) {
            REQUIRE(
                at_most(measured.layers[i].achieved.value_or(0), measured.layers[i].attainable));
            REQUIRE(
                at_most(measured.layers[i].achieved.value_or(0), analytic.layers[i].attainable));
        }
        REQUIRE(at_most(measured.layers[i].achieved.value_or(0), measured.peak));
    }
}

}  // namespace

TEST_CASE("does no metric of a run beat its bound?") {
    const config::EnergyTable table = prices();
    std::size_t runs = 0;
    for (std::uint64_t seed = 1; seed <= test::repeats(400); ++seed) {
        const ir::Network network = test::random_network(seed, seed % 4 == 0 ? 3 : 1);
        config::ArchConfig config = test::random_architecture(seed);
        config.contention = seed % 2 == 0;
        config.ddr.bytes_per_cycle = seed % 3 == 0 ? 16 : 128;
        CAPTURE(seed);
        ir::Program program;
        try {
            program = lower::lower_network(network, config).program;
        } catch (const Error& error) {
            REQUIRE(error.rule() == "lower.does-not-fit");
            continue;
        }
        ++runs;
        const TimedPlan run = time_plan(program,
                                        plan::make_plan(program, config, "original", "belady"),
                                        config,
                                        Timing::kSystemC,
                                        {},
                                        &table);
        REQUIRE(run.metrics.makespan >= run.metrics.bounds.lower_bound);
        REQUIRE(run.metrics.makespan >= run.metrics.order_bounds.makespan);
        REQUIRE(run.metrics.extra_ddr >= run.metrics.order_bounds.traffic);
        REQUIRE(run.energy.energy.has_value());
        REQUIRE(run.energy.energy->total() >= run.energy.energy->compulsory);
        check_layers(network, program, run, config);
    }
    REQUIRE(runs > test::repeats(250));
}
