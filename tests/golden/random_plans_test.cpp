// 1,000 random well-formed DAGs at capacities that hold little more than one operation's buffers,
// every method with its own spill rule and one order with every rule: the referee calls each plan
// legal and finds the same time and traffic.

#include "sim/load/plan_file.h"
#include "sim/load/trace_file.h"
#include "sim/plan/methods.h"
#include "sim/plan/place/victim_rule.h"
#include "sim/plan/planner.h"
#include "sim/run/time_plan.h"
#include "tests/support/paths.h"
#include "tests/support/process.h"
#include "tests/support/random_dag.h"
#include "tests/support/tiny_traces.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace systole;

namespace {

struct Expected {
    std::uint64_t seed;
    std::string plan;
    model::Metrics metrics;
};

std::string capacity_list(const PerTier<std::uint64_t>& capacity) {
    std::string list;
    for (const Tier t : kTiers) {
        list +=
            (list.empty() ? "" : ",") + std::string(name(t)) + "=" + std::to_string(capacity[t]);
    }
    return list;
}

}  // namespace

TEST_CASE("does the referee agree on every plan of 1,000 random DAGs?") {
    const auto shared = test::shared_dir();
    if (!shared) {
        WARN("skipped: the referee is not here");
        return;
    }
    const test::TempDir dir;
    std::vector<Expected> expected;
    std::string jobs;
    for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
        const test::RandomDag dag = test::random_dag(seed);
        config::ArchConfig config = test::core_with_l1(1);
        for (const Tier t : kTiers) {
            config.tiers[t].capacity = dag.capacity[t];
        }
        const std::string program = (dir / (std::to_string(seed) + ".json")).string();
        // A folder of its own: whoever writes into one looks through all of it for leftovers.
        const std::string folder = (dir / std::to_string(seed)).string();
        load::write_trace(dag.program, program);
        std::vector<std::pair<std::string_view, std::string_view>> makers;
        for (const plan::Method& method : plan::methods()) {
            makers.emplace_back(method.name, "");
        }
        for (const auto& rule : place::victim_rules()) {
            makers.emplace_back("original", rule.name);
        }
        for (const auto& [method, rule] : makers) {
            const std::string plan =
                std::to_string(seed) + "-" + std::string(method) + "-" + std::string(rule);
            plan::PlanDetails details;
            details.search.work = 10'000;
            details.search.threads = 1;
            const TimedPlan timed =
                time_plan(dag.program,
                          plan::make_plan(dag.program, config, method, rule, &details),
                          config,
                          Timing::kSystemC);
            load::write_plan(timed.plan, dag.program, folder, plan);
            expected.push_back({seed, plan, timed.metrics});
            const std::string start = folder + "/" + plan;
            jobs += program + "\t--json\t--schedule\t" + start + "_schedule.txt\t--memory\t" +
                    start + "_memory.txt\t--spill\t" + start + "_spill.txt\t--capacity\t" +
                    capacity_list(dag.capacity) + "\n";
        }
    }
    test::write_file(dir / "jobs", jobs);
    const auto run =
        test::run_process({"python3",
                           (test::source_dir() / "tests/support/referee_many.py").string(),
                           (*shared / "tools/check_plan.py").string(),
                           (dir / "jobs").string()});
    if (!run) {
        WARN("skipped: no python3");
        return;
    }
    REQUIRE(run->status == 0);
    std::istringstream lines(run->out);
    for (const Expected& e : expected) {
        std::string line;
        REQUIRE(std::getline(lines, line));
        CAPTURE(e.plan, line);
        REQUIRE(line.substr(0, 2) == "0\t");
        const auto verdict = nlohmann::json::parse(line.substr(2));
        REQUIRE(verdict["legal"].get<bool>());
        REQUIRE(verdict["makespan"].get<Cycles>() == e.metrics.makespan);
        REQUIRE(verdict["spills"].get<std::size_t>() == e.metrics.spills);
        REQUIRE(verdict["extra_ddr"].get<Units>() == e.metrics.extra_ddr);
        REQUIRE(verdict["peak_all"].get<Units>() == e.metrics.peak_all);
    }
}
