// The shared topologies on the reference core and on TPU v1: the referee calls the plans legal and
// finds the same time, and no multiply-accumulate is lost.

#include "sim/config/config_reader.h"
#include "sim/load/network_file.h"
#include "sim/load/plan_file.h"
#include "sim/load/trace_file.h"
#include "sim/lower/lower_network.h"
#include "sim/model/layer_math.h"
#include "sim/plan/planner.h"
#include "sim/run/time_plan.h"
#include "tests/support/paths.h"
#include "tests/support/referee.h"

#include <catch2/catch.hpp>

#include <string>
#include <vector>

using namespace systole;

namespace {

constexpr std::size_t kForTheReferee = 60'000;  // nodes; more would take it minutes

void check(const std::filesystem::path& file, const config::ArchConfig& config) {
    CAPTURE(file.string(), config.name);
    const ir::Network network = load::load_network(file.string());
    const ir::Program program = lower::lower_network(network, config).program;
    std::vector<std::uint64_t> macs(network.layers.size(), 0);
    for (const ir::Work& work : program.work) {
        if (work.kind == ir::WorkKind::kMatmul) {
            macs[work.layer] += std::uint64_t{work.m} * work.n * work.k;
        }
    }
    for (std::size_t i = 0; i < macs.size(); ++i) {
        CAPTURE(i);
        REQUIRE(macs[i] == model::macs(network.layers[i]));
    }
    const TimedPlan timed = time_plan(program,
                                      plan::make_plan(program, config, "original", "belady"),
                                      config,
                                      Timing::kRecurrence);
    CHECK(timed.metrics.spills == 0);
    CHECK(timed.metrics.makespan >= timed.metrics.bounds.lower_bound);
    if (program.nodes() > kForTheReferee) {
        return;
    }
    const test::TempDir dir;
    load::write_trace(program, (dir / "t.json").string());
    load::write_plan(timed.plan, program, dir.path().string(), "t");
    PerTier<std::uint64_t> capacity{};
    for (const Tier t : kTiers) {
        capacity[t] = config.tiers[t].capacity;
    }
    const auto verdict =
        test::run_referee(dir / "t.json", test::PlanFiles::in(dir.path(), "t"), capacity);
    if (verdict) {
        REQUIRE((*verdict)["legal"].get<bool>());
        REQUIRE((*verdict)["makespan"].get<Cycles>() == timed.metrics.makespan);
    }
}

}  // namespace

TEST_CASE("do the shared topologies run on davinci and tpu-v1?") {
    const auto shared = test::shared_dir();
    if (!shared) {
        WARN("skipped: the topologies are not here");
        return;
    }
    for (const char* name : {"davinci", "tpu-v1"}) {
        const config::ArchConfig config = config::load_arch_config(
            (test::source_dir() / "configs" / (std::string(name) + ".yaml")).string(), {});
        for (const char* file : {"conv/alexnet",
                                 "conv/alphagozero",
                                 "conv/googlenet",
                                 "conv/mobilenet",
                                 "conv/resnet18",
                                 "conv/resnet50",
                                 "conv/sparse_example",
                                 "conv/yolo_tiny",
                                 "gemm/gpt2",
                                 "gemm/ncf",
                                 "gemm/sparse_example",
                                 "gemm/transformer_partial",
                                 "gemm/vit_b",
                                 "gemm/vit_s"}) {
            check(*shared / "topologies" / (std::string(file) + ".csv"), config);
        }
    }
}
