// Every plan at the reference capacities, on the real traces: legal by the referee, and timed alike
// by the SystemC core, the recurrence and the referee.

#include "sim/load/plan_file.h"
#include "sim/load/trace_file.h"
#include "sim/model/recurrence.h"
#include "sim/plan/methods.h"
#include "sim/plan/planner.h"
#include "sim/run/time_plan.h"
#include "tests/support/paths.h"
#include "tests/support/referee.h"
#include "tests/support/tiny_traces.h"

#include <catch2/catch.hpp>

#include <string>
#include <string_view>

using namespace systole;

namespace {

void judge(const std::string& case_name) {
    const auto shared = test::shared_dir();
    if (!shared) {
        WARN("skipped: the public traces are not here");
        return;
    }
    const auto path = *shared / "traces/davinci" / (case_name + ".json");
    const ir::Program program = load::load_trace(path.string());
    const config::ArchConfig config = test::core_with_l1(4096);
    for (const plan::Method& method : plan::methods()) {
        for (const std::string_view rule : {"", "belady", "lru", "tier-aware", "window"}) {
            if (!rule.empty() && (method.spill.empty() || rule == method.spill)) {
                continue;
            }
            CAPTURE(case_name, method.name, rule);
            const test::TempDir dir;
            plan::PlanDetails details;
            details.search.work = 2'000'000;
            const ir::Plan plan = plan::make_plan(program, config, method.name, rule, &details);
            load::write_plan(plan, program, dir.path().string(), case_name);
            const TimedPlan timed =
                time_plan(program,
                          load::read_plan(dir.path().string(), case_name, program),
                          config,
                          Timing::kSystemC);
            const ir::Timeline recurrence = model::recurrence(timed.graph);
            CHECK(timed.timeline.start == recurrence.start);
            CHECK(timed.timeline.end == recurrence.end);

            const auto verdict =
                test::run_referee(path, test::PlanFiles::in(dir.path(), case_name));
            if (!verdict) {
                WARN("skipped the referee: it is not here, or no python3 is");
                continue;
            }
            const auto& v = *verdict;
            CHECK(v["legal"].get<bool>());
            CHECK(v["makespan"].get<Cycles>() == timed.metrics.makespan);
            CHECK(v["spills"].get<std::size_t>() == timed.metrics.spills);
            CHECK(v["extra_ddr"].get<Units>() == timed.metrics.extra_ddr);
            CHECK(v["peak_all"].get<Units>() == timed.metrics.peak_all);
            CHECK(v["peak_l1_ub"].get<Units>() == timed.metrics.peak_l1_ub);
            for (const Tier t : kTiers) {
                CHECK(v["peak"][std::string(name(t))].get<Units>() == timed.metrics.peak[t]);
                CHECK(v["resident_peak"][std::string(name(t))].get<Units>() ==
                      timed.metrics.resident_peak[t]);
            }
            for (const auto& [pipe, busy] : v["busy"].items()) {
                CHECK(busy.get<Cycles>() == timed.metrics.busy[*pipe_from(pipe)]);
            }
        }
    }
}

}  // namespace

TEST_CASE("Conv_Case0: are all plans legal and all three timings equal?") {
    judge("Conv_Case0");
}
TEST_CASE("FlashAttention_Case0: are all plans legal and all three timings equal?") {
    judge("FlashAttention_Case0");
}
TEST_CASE("FlashAttention_Case1: are all plans legal and all three timings equal?") {
    judge("FlashAttention_Case1");
}
TEST_CASE("Matmul_Case0: are all plans legal and all three timings equal?") {
    judge("Matmul_Case0");
}
TEST_CASE("Matmul_Case1: are all plans legal and all three timings equal?") {
    judge("Matmul_Case1");
}
