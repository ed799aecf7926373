#include "sim/plan/search/best_search.h"

#include "sim/generate/registry.h"
#include "sim/model/bounds.h"
#include "sim/model/exec_graph_builder.h"
#include "sim/model/recurrence.h"
#include "tests/support/random_dag.h"
#include "tests/support/repeats.h"
#include "tests/support/tiny_traces.h"

#include <catch2/catch.hpp>

#include <vector>

using namespace systole;
using search::Objective;
using search::SearchOptions;
using search::SearchResult;

namespace {

struct Case {
    ir::Program program;
    config::ArchConfig config;
};

Case random_case(std::uint64_t seed) {
    test::RandomDag dag = test::random_dag(seed);
    config::ArchConfig config = test::core_with_l1(1);
    for (const Tier t : kTiers) {
        config.tiers[t].capacity = dag.capacity[t];
    }
    return {std::move(dag.program), std::move(config)};
}

ir::Program matmul() {
    const generate::Kernel& kernel = generate::find_kernel("matmul");
    return generate::generate(kernel, generate::Values(kernel));
}

SearchOptions options(Objective objective, std::uint64_t work) {
    SearchOptions result;
    result.objective = objective;
    result.work = work;
    return result;
}

bool same(const ir::Plan& a, const ir::Plan& b) {
    if (a.order != b.order || a.offset != b.offset || a.spills.size() != b.spills.size()) {
        return false;
    }
    for (std::size_t k = 0; k < a.spills.size(); ++k) {
        if (a.spills[k].buf != b.spills[k].buf ||
            a.spills[k].new_offset != b.spills[k].new_offset) {
            return false;
        }
    }
    return true;
}

}  // namespace

TEST_CASE("is every plan legal and as good as it is said to be?") {
    for (std::uint64_t seed = 1; seed <= test::repeats(100); ++seed) {
        const Case c = random_case(seed);
        for (const Objective objective :
             {Objective::kTraffic, Objective::kMakespan, Objective::kBalanced}) {
            const SearchResult result =
                search::search_best(c.program, c.config, options(objective, 20'000));
            INFO("seed " << seed);
            const ir::ExecGraph graph = model::build_exec_graph(c.program, result.plan, c.config);
            CHECK(model::recurrence(graph).makespan == result.makespan);
        }
    }
}

TEST_CASE("is the plan the same for every number of threads, and in a second run?") {
    const ir::Program program = matmul();
    const config::ArchConfig config = test::core_with_l1(2048);
    SearchOptions one = options(Objective::kMakespan, 1'000'000);
    one.threads = 1;
    SearchOptions three = one;
    three.threads = 3;
    const SearchResult first = search::search_best(program, config, one);
    CHECK(same(first.plan, search::search_best(program, config, one).plan));
    CHECK(same(first.plan, search::search_best(program, config, three).plan));
}

TEST_CASE("does another objective not make its own worse?") {
    const ir::Program program = matmul();
    const config::ArchConfig config = test::core_with_l1(2048);
    const SearchResult least =
        search::search_best(program, config, options(Objective::kTraffic, 1'000'000));
    const SearchResult fastest =
        search::search_best(program, config, options(Objective::kMakespan, 1'000'000));
    CHECK(least.traffic <= fastest.traffic);
    CHECK(fastest.makespan <= least.makespan);
}

TEST_CASE("does a balanced search stay within its traffic budget?") {
    const ir::Program program = matmul();
    const config::ArchConfig config = test::core_with_l1(2048);
    const SearchResult least =
        search::search_best(program, config, options(Objective::kTraffic, 1'000'000));
    SearchOptions balanced = options(Objective::kBalanced, 1'000'000);
    balanced.traffic_budget = least.traffic + 1024;
    CHECK(search::search_best(program, config, balanced).traffic <= balanced.traffic_budget);
}

TEST_CASE("is an operation whose buffers cannot be resident together refused?") {
    const ir::Program program = test::two_tiles();
    CHECK(test::refusal_of([&] {
              search::search_best(program, test::core_with_l1(3), SearchOptions{});
          }).rule == "place.does-not-fit");
}

TEST_CASE("is a search without work refused?") {
    const auto refusal = test::refusal_of([] {
        search::search_best(
            test::two_tiles(), test::core_with_l1(8), options(Objective::kTraffic, 0));
    });
    CHECK(refusal.rule == "search.no-work");
    CHECK(refusal.kind == ErrorKind::kBadInput);
}

TEST_CASE("does a search tell how far it is, and stop when told to?") {
    const ir::Program program = matmul();
    const config::ArchConfig config = test::core_with_l1(1024);
    SearchOptions whole = options(Objective::kTraffic, 1'000'000);
    whole.threads = 1;
    std::vector<search::Progress> heard;
    whole.progress = [&](const search::Progress& progress) {
        heard.push_back(progress);
        return true;
    };
    const SearchResult result = search::search_best(program, config, whole);
    REQUIRE(heard.size() >= 10);
    for (std::size_t i = 1; i < heard.size(); ++i) {
        CHECK(heard[i].share >= heard[i - 1].share);
        CHECK(heard[i].best <= heard[i - 1].best);
    }
    CHECK(heard.back().share > 0.9);
    CHECK(heard.back().share <= 1.0);
    CHECK(heard.back().best >= result.traffic);

    SearchOptions cut = whole;
    std::size_t calls = 0;
    cut.progress = [&](const search::Progress&) { return ++calls < 3; };
    CHECK(search::search_best(program, config, cut).evaluations < result.evaluations / 2);
}
