#include "tests/support/referee.h"

#include "tests/support/paths.h"

#include <catch2/catch.hpp>

using systole::test::PlanFiles;
using systole::test::run_referee;

namespace {

// ALLOC, COPY_IN, FREE of one buffer of 4 units in L1.
void write_case(const systole::test::TempDir& dir, const char* schedule, const char* memory) {
    systole::test::write_file(dir / "tiny.json",
                              R"({"Nodes":[{"Id":0,"Op":"ALLOC","BufId":0,"Size":4,"Type":"L1"},
            {"Id":1,"Op":"COPY_IN","Pipe":"MTE2","Cycles":7,"Bufs":[0]},
            {"Id":2,"Op":"FREE","BufId":0,"Size":4,"Type":"L1"}],
            "Edges":[[0,1],[1,2]]})");
    systole::test::write_file(dir / "tiny_schedule.txt", schedule);
    systole::test::write_file(dir / "tiny_memory.txt", memory);
    systole::test::write_file(dir / "tiny_spill.txt", "");
}

}  // namespace

TEST_CASE("the referee's numbers of a legal plan come back") {
    const systole::test::TempDir dir;
    write_case(dir, "0\n1\n2\n", "0:0\n");
    const auto verdict = run_referee(dir / "tiny.json", PlanFiles::in(dir.path(), "tiny"));
    if (!verdict) {
        WARN("no referee here");
        return;
    }
    CHECK((*verdict)["legal"] == true);
    CHECK((*verdict)["makespan"] == 7);
    CHECK((*verdict)["peak"]["L1"] == 4);
    CHECK((*verdict)["errors"].empty());
}

TEST_CASE("the referee says why a plan is illegal, also when it cannot time it") {
    const systole::test::TempDir dir;
    write_case(dir, "0\n1\n2\n", "0:4093\n");
    const auto beyond = run_referee(dir / "tiny.json", PlanFiles::in(dir.path(), "tiny"));
    if (!beyond) {
        WARN("no referee here");
        return;
    }
    CHECK((*beyond)["legal"] == false);
    CHECK(!(*beyond)["errors"].empty());

    systole::PerTier<std::uint64_t> roomy{};
    roomy.fill(8192);
    const auto inside = run_referee(dir / "tiny.json", PlanFiles::in(dir.path(), "tiny"), roomy);
    CHECK((*inside)["legal"] == true);

    write_case(dir, "0\n1\n", "0:0\n");
    const auto short_order = run_referee(dir / "tiny.json", PlanFiles::in(dir.path(), "tiny"));
    CHECK((*short_order)["legal"] == false);
    CHECK(!(*short_order)["errors"].empty());
}
