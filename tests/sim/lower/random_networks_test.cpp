// Random networks on random architectures: what every lowered trace has to be.

#include "sim/core/error.h"
#include "sim/load/trace_check.h"
#include "sim/lower/lower_network.h"
#include "sim/model/bounds.h"
#include "sim/model/exec_graph_builder.h"
#include "sim/model/layer_math.h"
#include "sim/model/op_cycles.h"
#include "sim/model/recurrence.h"
#include "sim/plan/place/best_fit_placer.h"
#include "sim/plan/place/victim_rule.h"
#include "sim/plan/schedule/original_order.h"
#include "tests/support/random_network.h"
#include "tests/support/repeats.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

using namespace systole;

TEST_CASE("does every lowered network keep its promises?") {
    std::size_t lowered_networks = 0;
    for (std::uint64_t seed = 1; seed <= test::repeats(600); ++seed) {
        const ir::Network network = test::random_network(seed, 3);
        const config::ArchConfig config = test::random_architecture(seed);
        CAPTURE(seed);
        lower::Lowered lowered;
        try {
            lowered = lower::lower_network(network, config);
        } catch (const Error& error) {
            CAPTURE(error.what());
            REQUIRE(error.rule() == "lower.does-not-fit");
            continue;
        }
        ++lowered_networks;
        const ir::Program& program = lowered.program;
        const std::vector<Error> broken = load::check_trace(program, 1);
        if (!broken.empty()) {
            FAIL(broken.front().what());
        }

        // Useful work, to the last multiply-accumulate, and outputs, to the last byte.
        std::vector<std::uint64_t> macs(network.layers.size(), 0);
        std::vector<std::uint64_t> written(network.layers.size(), 0);
        for (std::size_t v = 0; v < program.nodes(); ++v) {
            const ir::Work& work = program.work[v];
            if (work.kind == ir::WorkKind::kMatmul) {
                macs[work.layer] += std::uint64_t{work.m} * work.n * work.k;
            } else if (program.op_names[program.op[v]] == "COPY_OUT") {
                written[work.layer] += std::uint64_t{work.m} * work.n;
            }
        }
        for (std::size_t i = 0; i < network.layers.size(); ++i) {
            CAPTURE(i);
            REQUIRE(macs[i] == model::macs(network.layers[i]));
            REQUIRE(written[i] == model::unique_elements(network.layers[i])[Operand::kOutputs] *
                                      element_bytes(config.cube.element));
        }

        // The size that was announced before anything was emitted; a SYNC stands behind a layer.
        for (const lower::LayerSummary& layer : lowered.layers) {
            if (layer.tiling) {
                REQUIRE(static_cast<double>(layer.nodes) <= layer.expected.nodes + 1);
            }
        }

        // Bytes that a node moves fit the buffers it names.
        for (std::size_t v = 0; v < program.nodes(); ++v) {
            if (program.work[v].kind == ir::WorkKind::kMove && !program.bufs[v].empty()) {
                const std::uint64_t bytes = std::uint64_t{program.work[v].m} * program.work[v].n;
                REQUIRE(bytes <= program.size[index(program.bufs[v][0])] * config.bytes_per_unit);
            }
        }

        // Program order needs no spills, the plan is legal (the builder checks it), no time is lost
        // below the bounds.
        const ir::Order order = schedule::original_order(program, config);
        const ir::Plan plan =
            place::place_best_fit(program, order, config, place::victim_rule("belady"));
        REQUIRE(plan.spills.empty());
        const ir::ExecGraph graph = model::build_exec_graph(program, plan, config);
        REQUIRE(model::recurrence(graph).makespan >=
                model::makespan_bounds(program, order, config).lower_bound);

        // The cycles that lowering wrote are those of the model.
        ir::Program again = program;
        model::recompute_cycles(again, config);
        REQUIRE(again.cycles == program.cycles);
    }
    REQUIRE(lowered_networks > test::repeats(400));
}
