#include "sim/report/html/wait_cause.h"

#include "tests/sim/report/html/shared_addresses.h"

#include <catch2/catch.hpp>

using namespace systole;

TEST_CASE("who is waited for is found through ALLOC and FREE") {
    const test::SharedAddresses run;
    REQUIRE(run.timeline.start[5] == 15);  // MTE2 is free at 10, the addresses at 15

    const report::html::WaitCauses causes = report::html::wait_causes(run.graph, run.timeline);
    CHECK(causes.work[1] == NodeId::kNone);
    CHECK(causes.work[2] == NodeId{1});
    CHECK(causes.work[3] == NodeId{2});
    CHECK(causes.closer[2] == NodeId::kNone);
    CHECK(causes.closer[4] == NodeId{3});
    CHECK(causes.closer[5] == NodeId{3});  // through ALLOC 4
    CHECK(causes.work[5] == NodeId::kNone);
    CHECK(causes.closer[6] == NodeId::kNone);  // COPY_IN 5 is work of its own
}
