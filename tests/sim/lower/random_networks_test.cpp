// Random networks on random architectures: what every lowered trace has to be.

#include "sim/core/error.h"
#include "sim/load/trace_check.h"
#include "sim/lower/lower_network.h"
#include "sim/model/bounds.h"
#include "sim/model/exec_graph_builder.h"
#include "sim/model/layer_math.h"
#include "sim/model/op_cycles.h"
#include "sim/model/recurrence.h"
#include "sim/place/best_fit_placer.h"
#include "sim/place/victim_rule.h"
#include "sim/schedule/registry.h"
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
        const ir::Trace& trace = lowered.trace;
        const std::vector<Error> broken = load::check_trace(trace, 1);
        if (!broken.empty()) {
            FAIL(broken.front().what());
        }

        // Useful work, to the last multiply-accumulate, and outputs, to the last byte.
        std::vector<std::uint64_t> macs(network.layers.size(), 0);
        std::vector<std::uint64_t> written(network.layers.size(), 0);
        for (std::size_t v = 0; v < trace.nodes(); ++v) {
            const ir::Work& work = trace.work[v];
            if (work.kind == ir::WorkKind::kMatmul) {
                macs[work.layer] += std::uint64_t{work.m} * work.n * work.k;
            } else if (trace.op_names[trace.op[v]] == "COPY_OUT") {
                written[work.layer] += std::uint64_t{work.m} * work.n;
            }
        }
        for (std::size_t i = 0; i < network.layers.size(); ++i) {
            CAPTURE(i);
            REQUIRE(macs[i] == model::macs(network.layers[i]));
            REQUIRE(written[i] == model::unique_elements(network.layers[i])[Operand::kOutputs] *
                                      element_bytes(config.cube.element));
        }

        // Bytes that a node moves fit the buffers it names.
        for (std::size_t v = 0; v < trace.nodes(); ++v) {
            if (trace.work[v].kind == ir::WorkKind::kMove && !trace.bufs[v].empty()) {
                const std::uint64_t bytes = std::uint64_t{trace.work[v].m} * trace.work[v].n;
                REQUIRE(bytes <= trace.size[index(trace.bufs[v][0])] * config.bytes_per_unit);
            }
        }

        // Program order needs no spills, the plan is legal (the builder checks it), no time is lost
        // below the bounds.
        const ir::Order order = schedule::make_scheduler("original")->order(trace, config);
        const ir::Plan plan =
            place::place_best_fit(trace, order, config, place::victim_rule("belady"));
        REQUIRE(plan.spills.empty());
        const ir::ExecGraph graph = model::build_exec_graph(trace, plan, config);
        REQUIRE(model::recurrence(graph).makespan >=
                model::makespan_bounds(trace, order, config).lower_bound);

        // The cycles that lowering wrote are those of the model.
        ir::Trace again = trace;
        model::recompute_cycles(again, config);
        REQUIRE(again.cycles == trace.cycles);
    }
    REQUIRE(lowered_networks > test::repeats(400));
}
