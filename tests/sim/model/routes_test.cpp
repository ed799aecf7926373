#include "sim/model/routes.h"

#include "tests/sim/config/error_of.h"
#include "tests/support/tiny_traces.h"

#include <catch2/catch.hpp>

using namespace systole;
using test::core_with_l1;
using test::refusal_of;

TEST_CASE("what route does a matmul take?") {
    ir::ProgramBuilder builder;
    const BufId c = builder.alloc(Tier::kL0C, 8);
    const BufId a = builder.alloc(Tier::kL0A, 8);
    const BufId b = builder.alloc(Tier::kL0B, 8);
    const std::vector<BufId> bufs = {c, b, a};
    const NodeId node = builder.operation(builder.op("MATMUL"), Pipe::kCube, 1, bufs);
    for (const BufId buf : bufs) {
        builder.edge(node, builder.free(buf));
    }
    config::ArchConfig config = core_with_l1(8);
    config.routes.strict = true;
    const auto refusal = refusal_of([&] { model::check_routes(builder.finish(), config); });
    CHECK(refusal.what.find("CUBE has no route L0A+L0B+L0C for MATMUL") != std::string::npos);
}

TEST_CASE("is an unknown route refused only when the configuration asks for it?") {
    const ir::Program program = test::two_tiles();
    config::ArchConfig config = core_with_l1(8);
    config.routes.allowed[Pipe::kMTE2] = config::routes({"DDR+UB"});
    config.routes.allowed[Pipe::kMTE3] = config::routes({"DDR+L1"});
    CHECK(refusal_of([&] { model::check_routes(program, config); }).rule.empty());
    config.routes.strict = true;
    const auto refusal = refusal_of([&] { model::check_routes(program, config); });
    CHECK(refusal.rule == "model.route");
    CHECK(refusal.node == 1u);
    CHECK(refusal.what.find("MTE2 has no route DDR+L1 for COPY_IN; it has DDR+UB") !=
          std::string::npos);
    config.routes.allowed[Pipe::kMTE2].push_back(*config::parse_route("DDR+L1"));
    CHECK(refusal_of([&] { model::check_routes(program, config); }).rule.empty());
}
