#include "sim/plan/schedule/base_order.h"

#include "sim/load/trace_file.h"
#include "sim/model/measure.h"
#include "tests/support/paths.h"
#include "tests/support/tiny_traces.h"

#include <catch2/catch.hpp>

using namespace systole;
using test::ids;

TEST_CASE("does base take FREE first, then operations, then the smallest ALLOC?") {
    // Both ALLOCs are ready at first and equally large: ids decide. A ready operation goes before
    // the second ALLOC, a ready FREE before everything.
    CHECK(schedule::base_order(test::two_tiles()) == ids({0, 1, 2, 3, 4, 5, 6, 7}));
}

TEST_CASE("does base allocate small before large and free large before small?") {
    ir::ProgramBuilder builder;
    const BufId large = builder.alloc(Tier::kL1, 9);
    const BufId small = builder.alloc(Tier::kUB, 2);
    const std::vector<BufId> bufs = {large, small};
    const NodeId op = builder.operation(builder.op("COPY"), Pipe::kMTE3, 1, bufs);
    builder.edge(builder.alloc_of(large), op);
    builder.edge(builder.alloc_of(small), op);
    const NodeId free_small = builder.free(small);
    const NodeId free_large = builder.free(large);
    builder.edge(op, free_small);
    builder.edge(op, free_large);
    const ir::Program program = builder.finish();
    CHECK(schedule::base_order(program) ==
          std::vector<NodeId>{NodeId{1}, NodeId{0}, op, free_large, free_small});
}

TEST_CASE("does base give the five peaks of the DAN paper's Table 3?") {
    const auto shared = test::shared_dir();
    if (!shared) {
        WARN("skipped: the public traces are not here");
        return;
    }
    struct Expected {
        const char* name;
        Units all;
        Units l1_ub;
    };
    for (const Expected& e : {Expected{"Conv_Case0", 62778, 45242},
                              Expected{"FlashAttention_Case0", 42248, 25608},
                              Expected{"FlashAttention_Case1", 171664, 105872},
                              Expected{"Matmul_Case0", 131328, 9216},
                              Expected{"Matmul_Case1", 1048832, 34816}}) {
        const ir::Program program = load::load_trace(
            (*shared / "traces/davinci" / (std::string(e.name) + ".json")).string());
        const model::Peaks peaks = model::peak_residency(program, schedule::base_order(program));
        CAPTURE(e.name);
        CHECK(peaks.all == e.all);
        CHECK(peaks.l1_ub == e.l1_ub);
    }
}
