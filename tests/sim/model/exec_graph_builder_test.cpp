#include "sim/model/exec_graph_builder.h"

#include "tests/support/tiny_traces.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <string>
#include <vector>

using namespace systole;
using test::core_with_l1;
using test::ids;
using test::refusal_of;

namespace {

std::vector<std::uint32_t> successors(const ir::Csr<NodeId>& csr, std::uint32_t v) {
    std::vector<std::uint32_t> list;
    for (const NodeId s : csr[v]) {
        list.push_back(index(s));
    }
    std::sort(list.begin(), list.end());
    return list;
}

}  // namespace

TEST_CASE("is a buffer's address released to its next user?") {
    const ir::Program program = test::two_tiles();
    const ir::Plan plan{ids({0, 1, 2, 3, 4, 5, 6, 7}), {0, 0}, {}};
    const ir::ExecGraph graph = model::build_exec_graph(program, plan, core_with_l1(4));
    CHECK(graph.residencies.size() == 2);
    CHECK(successors(graph.address_succ, 3) == std::vector<std::uint32_t>{4});
    CHECK(graph.opens[4] == ResId{1});
    CHECK(graph.closes[7] == ResId{1});
    CHECK(index(graph.uses[5][0]) == 1);
}

TEST_CASE("which dependencies does a spill add?") {
    const ir::Program program = test::two_tiles();
    // a is dropped after its COPY_IN (SPILL_OUT 8) and comes back (SPILL_IN 9) when b is gone.
    const ir::Plan plan{ids({0, 1, 8, 4, 5, 6, 7, 9, 2, 3}), {0, 0}, {{BufId{0}, 0}}};
    const ir::ExecGraph graph = model::build_exec_graph(program, plan, core_with_l1(4));
    CHECK(graph.pipe[8] == Pipe::kMTE3);
    CHECK(graph.cycles[8] == 0);  // a COPY_IN lists it: DDR has its content
    CHECK(graph.pipe[9] == Pipe::kMTE2);
    CHECK(graph.cycles[9] == 158);  // 2 * 4 + 150
    CHECK(successors(graph.succ, 1) == std::vector<std::uint32_t>{2, 8});
    CHECK(successors(graph.succ, 8) == std::vector<std::uint32_t>{9});
    CHECK(successors(graph.succ, 9) == std::vector<std::uint32_t>{2, 3});
    CHECK(successors(graph.address_succ, 8) == std::vector<std::uint32_t>{4});
    CHECK(successors(graph.address_succ, 7) == std::vector<std::uint32_t>{9});
}

TEST_CASE("what does a spill wait for when no operation used the buffer before?") {
    const ir::Program program = test::two_tiles();
    const ir::Plan plan{ids({0, 8, 4, 5, 6, 7, 9, 1, 2, 3}), {0, 0}, {{BufId{0}, 0}}};
    const ir::ExecGraph graph = model::build_exec_graph(program, plan, core_with_l1(4));
    CHECK(successors(graph.succ, 0) == std::vector<std::uint32_t>{1, 3, 8});
    CHECK(successors(graph.succ, 9) == std::vector<std::uint32_t>{1, 2, 3});
}

TEST_CASE("are all violations of a plan found, in its order, and no more than asked for?") {
    const ir::Program program = test::two_tiles();
    // An edge that runs backwards, then an address past the end of L1 (8 units).
    const ir::Plan plan{ids({0, 2, 1, 3, 4, 5, 6, 7}), {0, 5}, {}};
    const std::vector<Error> all = model::plan_violations(program, plan, core_with_l1(8));
    REQUIRE(all.size() == 2);
    CHECK(all[0].rule() == "plan.topological");
    CHECK(all[0].where().node == 2u);
    CHECK(all[1].rule() == "plan.capacity");
    CHECK(all[1].where().node == 4u);
    CHECK(model::plan_violations(program, plan, core_with_l1(8), 1).size() == 1);
    const ir::Plan legal{ids({0, 1, 2, 3, 4, 5, 6, 7}), {0, 4}, {}};
    CHECK(model::plan_violations(program, legal, core_with_l1(8)).empty());
}

TEST_CASE("is every rule of a legal plan checked, with the node that breaks it?") {
    const ir::Program program = test::two_tiles();
    const auto check = [&](ir::Plan plan) {
        return refusal_of([&] { model::build_exec_graph(program, plan, core_with_l1(8)); });
    };
    CHECK(check({ids({0, 1, 2, 3, 4, 5, 6, 7}), {0, 4}, {}}).rule.empty());

    SECTION("a node is missing") {
        CHECK(check({ids({0, 1, 2, 3, 4, 5, 6}), {0, 4}, {}}).rule == "plan.nodes");
    }
    SECTION("a node stands twice") {
        const auto r = check({ids({0, 1, 2, 3, 4, 5, 6, 6}), {0, 4}, {}});
        CHECK(r.rule == "plan.nodes");
        CHECK(r.node == 6u);
        CHECK(r.kind == ErrorKind::kRefused);
    }
    SECTION("an id does not exist") {
        CHECK(check({ids({0, 1, 2, 3, 4, 5, 6, 9}), {0, 4}, {}}).rule == "plan.nodes");
    }
    SECTION("an edge runs backwards") {
        const auto r = check({ids({0, 2, 1, 3, 4, 5, 6, 7}), {0, 4}, {}});
        CHECK(r.rule == "plan.topological");
        CHECK(r.node == 2u);
    }
    SECTION("two buffers share an address while both are resident") {
        const auto r = check({ids({0, 4, 1, 2, 3, 5, 6, 7}), {0, 3}, {}});
        CHECK(r.rule == "plan.overlap");
        CHECK(r.node == 4u);
    }
    SECTION("the same addresses one after the other are fine") {
        CHECK(check({ids({0, 1, 2, 3, 4, 5, 6, 7}), {0, 0}, {}}).rule.empty());
    }
    SECTION("a buffer ends past the capacity, by one unit") {
        const auto r = check({ids({0, 1, 2, 3, 4, 5, 6, 7}), {0, 5}, {}});
        CHECK(r.rule == "plan.capacity");
        CHECK(r.node == 4u);
    }
    SECTION("a spilled buffer is used before it is back") {
        const auto r = check({ids({0, 1, 8, 2, 9, 3, 4, 5, 6, 7}), {0, 4}, {{BufId{0}, 0}}});
        CHECK(r.rule == "plan.residency");
        CHECK(r.node == 2u);
    }
    SECTION("a spilled buffer is freed before it is back") {
        const auto r = check({ids({0, 1, 2, 8, 3, 9, 4, 5, 6, 7}), {0, 4}, {{BufId{0}, 0}}});
        CHECK(r.rule == "plan.residency");
        CHECK(r.node == 3u);
    }
    SECTION("a reload stands before its spill") {
        const auto r = check({ids({0, 1, 9, 8, 2, 3, 4, 5, 6, 7}), {0, 4}, {{BufId{0}, 0}}});
        CHECK(r.rule == "plan.spill-order");
        CHECK(r.node == 9u);
    }
    SECTION("a buffer is spilled while it is out") {
        const auto r = check(
            {ids({0, 1, 8, 10, 9, 11, 2, 3, 4, 5, 6, 7}), {0, 4}, {{BufId{0}, 0}, {BufId{0}, 0}}});
        CHECK(r.rule == "plan.spill-order");
        CHECK(r.node == 10u);
    }
    SECTION("a reload goes to an address that is taken") {
        const auto r = check({ids({0, 1, 8, 4, 9, 2, 3, 5, 6, 7}), {0, 4}, {{BufId{0}, 4}}});
        CHECK(r.rule == "plan.overlap");
        CHECK(r.node == 9u);
    }
    SECTION("a buffer has no address") {
        CHECK(check({ids({0, 1, 2, 3, 4, 5, 6, 7}), {0}, {}}).rule == "plan.buffers");
    }
}
