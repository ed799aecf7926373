#include "sim/report/ops_csv.h"

#include "sim/core/error.h"
#include "tests/sim/report/tiny_run.h"
#include "tests/support/outputs.h"
#include "tests/support/paths.h"

#include <catch2/catch.hpp>

using systole::test::TempDir;
using systole::test::TinyRun;

TEST_CASE("ops.csv has one line per executed node with its time, waits and addresses") {
    const TinyRun run;
    const TempDir dir;
    systole::test::write_output(dir / "ops.csv", [&](systole::OutputFile& file) {
        systole::report::write_ops_csv(run.report(), file);
    });
    CHECK(systole::test::read_file(dir / "ops.csv") ==
          "position,id,op,pipe,cycles,start,end,wait_dependency,wait_address,contention,buffers,"
          "tiers,offsets\n"
          "0,0,ALLOC,,0,0,0,0,0,0,10,L1,0\n"
          "1,1,COPY_IN,MTE2,20,0,20,0,0,0,10,L1,0\n"
          "2,6,SPILL_OUT,MTE3,0,20,20,20,0,0,10,L1,0\n"
          "3,2,ALLOC,,0,0,0,0,0,0,30,UB,0\n"
          "4,7,SPILL_IN,MTE2,158,20,178,0,0,0,10,L1,8\n"
          "5,3,\"a,b\",VECTOR,5,178,183,178,0,0,10 30,L1 UB,8 0\n"
          "6,4,FREE,,0,183,183,0,0,0,10,L1,8\n"
          "7,5,FREE,,0,183,183,0,0,0,30,UB,0\n");
}

TEST_CASE("ops.csv leaves no file when its folder does not exist") {
    const TinyRun run;
    const TempDir dir;
    CHECK_THROWS_AS(
        systole::test::write_output(
            dir / "no" / "ops.csv",
            [&](systole::OutputFile& file) { systole::report::write_ops_csv(run.report(), file); }),
        systole::Error);
    CHECK(!std::filesystem::exists(dir / "no"));
}

TEST_CASE("A full disk is an error, also when only the last bytes do not fit") {
    const TinyRun run;
    try {
        systole::test::write_output("/dev/full", [&](systole::OutputFile& file) {
            systole::report::write_ops_csv(run.report(), file);
        });
        FAIL("nothing can be written there");
    } catch (const systole::Error& error) {
        CHECK(error.rule() == "output.write");
    }
}
