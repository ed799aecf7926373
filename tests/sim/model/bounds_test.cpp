#include "sim/model/bounds.h"

#include "tests/support/tiny_traces.h"

#include <catch2/catch.hpp>

using namespace systole;
using test::core_with_l1;
using test::ids;

namespace {

config::ArchConfig of_16_bytes() {
    config::ArchConfig config;
    config.bytes_per_unit = 16;
    return config;
}

}  // namespace

TEST_CASE("what can no plan of two tiles beat?") {
    const ir::Program program = test::two_tiles();
    const std::vector<NodeId> order = ids({0, 1, 2, 3, 4, 5, 6, 7});
    config::ArchConfig config = core_with_l1(8);
    config.bytes_per_unit = 256;
    config.ddr.bytes_per_cycle = 64;
    const model::Bounds bounds = model::makespan_bounds(program, order, config);
    CHECK(bounds.critical_path == 15);  // COPY_IN, COPY_OUT
    CHECK(bounds.busiest_pipe == 20);
    CHECK(bounds.busiest == Pipe::kMTE2);
    CHECK(bounds.ddr == 64);  // 4 transfers of 4 units of 256 bytes at 64 bytes a cycle
    CHECK(bounds.lower_bound == 20);

    config.contention = true;
    CHECK(model::makespan_bounds(program, order, config).lower_bound == 64);
}

TEST_CASE("which transfers does every plan have to make?") {
    const model::CompulsoryTraffic traffic =
        model::compulsory_traffic(test::two_tiles(), of_16_bytes());
    CHECK(traffic.read == 128);
    CHECK(traffic.write == 128);
    CHECK(model::compulsory_traffic(test::two_values(), of_16_bytes()).read == 0);
}

TEST_CASE("does a copy on a pipe that does not reach DDR leave the DDR bound alone?") {
    ir::Program program = test::two_tiles();
    program.pipe[1] = Pipe::kVector;
    const model::CompulsoryTraffic traffic = model::compulsory_traffic(program, of_16_bytes());
    CHECK(traffic.read == 128);
    CHECK(traffic.over_bus == 192);
}

TEST_CASE("does a transfer's work say how much of its buffer it moves?") {
    ir::Program program = test::two_tiles();
    program.work.resize(program.nodes());
    program.work[1].kind = ir::WorkKind::kMove;  // COPY_IN of 4 units
    program.work[1].m = 3;
    program.work[1].n = 5;
    const model::CompulsoryTraffic traffic = model::compulsory_traffic(program, of_16_bytes());
    CHECK(traffic.read == 64 + 15);
    CHECK(traffic.over_bus == 3 * 64 + 15);
}
