#include "sim/model/recurrence.h"

#include "sim/model/exec_graph_builder.h"
#include "tests/support/tiny_traces.h"

#include <catch2/catch.hpp>

using namespace systole;
using test::core_with_l1;
using test::ids;

namespace {

ir::Timeline time_of(const ir::Program& program, const ir::Plan& plan, std::uint64_t l1) {
    return model::recurrence(model::build_exec_graph(program, plan, core_with_l1(l1)));
}

}  // namespace

TEST_CASE("does a node wait for the address that its buffer takes over?") {
    const ir::Program program = test::two_tiles();
    const ir::Plan shared{ids({0, 1, 2, 3, 4, 5, 6, 7}), {0, 0}, {}};
    const ir::Timeline t = time_of(program, shared, 4);
    CHECK(t.start == std::vector<Cycles>{0, 0, 10, 15, 15, 15, 25, 30});
    CHECK(t.end == std::vector<Cycles>{0, 10, 15, 15, 15, 25, 30, 30});
    CHECK(t.makespan == 30);
}

TEST_CASE("do pipes overlap when the tiles have addresses of their own?") {
    const ir::Program program = test::two_tiles();
    const ir::Plan apart{ids({0, 1, 2, 3, 4, 5, 6, 7}), {0, 4}, {}};
    const ir::Timeline t = time_of(program, apart, 8);
    CHECK(t.start == std::vector<Cycles>{0, 0, 10, 15, 0, 10, 20, 25});
    CHECK(t.makespan == 25);
}

TEST_CASE("when does a dropped and reloaded buffer's user run?") {
    const ir::Program program = test::two_tiles();
    const ir::Plan plan{ids({0, 1, 8, 4, 5, 6, 7, 9, 2, 3}), {0, 0}, {{BufId{0}, 0}}};
    const ir::Timeline t = time_of(program, plan, 4);
    CHECK(t.end[8] == 10);    // the drop of a backed buffer takes no time
    CHECK(t.start[5] == 10);  // b's COPY_IN follows on MTE2
    CHECK(t.start[9] == 25);  // the reload waits for b's FREE
    CHECK(t.end[9] == 183);   // 158 cycles
    CHECK(t.start[2] == 183);
    CHECK(t.makespan == 188);
}

TEST_CASE("when does an unbacked buffer that is written out come back?") {
    const ir::Program program = test::two_values();
    config::ArchConfig config = core_with_l1(4);
    config.tiers[Tier::kUB].capacity = 4;
    const ir::Plan plan{ids({0, 1, 7, 2, 3, 4, 8, 5, 6}), {0, 0}, {{BufId{0}, 0}}};
    const ir::Timeline t = model::recurrence(model::build_exec_graph(program, plan, config));
    CHECK(t.start[7] == 7);    // written out after EXP x
    CHECK(t.end[7] == 165);    // 158 cycles on MTE3
    CHECK(t.start[3] == 165);  // y takes x's address
    CHECK(t.start[8] == 168);
    CHECK(t.end[8] == 326);
    CHECK(t.makespan == 331);
}
