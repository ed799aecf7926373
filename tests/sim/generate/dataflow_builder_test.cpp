#include "sim/generate/dataflow_builder.h"

#include <catch2/catch.hpp>

#include <cstdint>
#include <vector>

using namespace systole;
using generate::DataflowBuilder;
using generate::TraceSize;

namespace {

using Ids = std::vector<std::uint32_t>;

Ids ids(Span<NodeId> nodes) {
    Ids result;
    for (const NodeId node : nodes) {
        result.push_back(index(node));
    }
    return result;
}

TraceSize size_of(std::uint64_t buffers,
                  std::uint64_t operations,
                  std::uint64_t listed,
                  std::uint64_t closing) {
    TraceSize size;
    size.buffers = buffers;
    size.operations = operations;
    size.listed = listed;
    size.closing = closing;
    return size;
}

}  // namespace

// 0 ALLOC x, 1 COPY_IN x, 2 ALLOC y, 3 f: y <- x, 4 ALLOC z, 5 g: z <- x, y, then the FREEs 6 7 8.
TEST_CASE("does a FREE wait for a user whose direct successor uses the buffer too") {
    DataflowBuilder builder(size_of(3, 3, 6, 3));
    const auto copy_in = builder.op("COPY_IN", Pipe::kMTE2, 5);
    const auto f = builder.op("F", Pipe::kVector, 7);
    const auto g = builder.op("G", Pipe::kVector, 9);
    const BufId x = builder.alloc(Tier::kUB, 10);
    builder.produce(copy_in, {x});
    const BufId y = builder.alloc(Tier::kUB, 11);
    builder.produce(f, {y, x});
    const BufId z = builder.alloc(Tier::kUB, 12);
    builder.produce(g, {z, x, y});
    const ir::Program trace = builder.finish();

    CHECK(ids(trace.succ[0]) == Ids{1, 6});
    CHECK(ids(trace.succ[1]) == Ids{3, 5});
    CHECK(ids(trace.succ[2]) == Ids{3, 7});
    CHECK(ids(trace.succ[3]) == Ids{5});  // f -> g, and g uses x
    CHECK(ids(trace.succ[4]) == Ids{5, 8});
    CHECK(ids(trace.succ[5]) == Ids{8, 6, 7});  // in the order listed
    CHECK(ids(trace.pred[6]) == Ids{0, 5});
    CHECK(trace.backed == std::vector<bool>{true, false, false});
    CHECK(trace.cycles[5] == 9);
}

// 0 ALLOC x, 1 COPY_IN x, 2 ALLOC y, 3 f: y <- x, 4 ALLOC z, 5 f: z <- x, 6 7 COPY_OUT.
TEST_CASE("does a FREE wait for every one of several independent users") {
    DataflowBuilder builder(size_of(3, 5, 7, 4));
    const auto copy_in = builder.op("COPY_IN", Pipe::kMTE2, 5);
    const auto f = builder.op("F", Pipe::kVector, 7);
    const auto copy_out = builder.op("COPY_OUT", Pipe::kMTE3, 3);
    const BufId x = builder.alloc(Tier::kUB, 10);
    builder.produce(copy_in, {x});
    const BufId y = builder.alloc(Tier::kUB, 10);
    builder.produce(f, {y, x});
    const BufId z = builder.alloc(Tier::kUB, 10);
    builder.produce(f, {z, x});
    builder.consume(copy_out, y);
    builder.consume(copy_out, z);
    const ir::Program trace = builder.finish();

    CHECK(ids(trace.pred[8]) == Ids{0, 3, 5});
    CHECK(ids(trace.pred[9]) == Ids{2, 6});
    CHECK(ids(trace.pred[10]) == Ids{4, 7});
}

TEST_CASE("does an accumulating operation wait for the one before it") {
    DataflowBuilder builder(size_of(1, 3, 3, 1));
    const auto add = builder.op("ADD", Pipe::kCube, 1);
    const BufId sum = builder.alloc(Tier::kL0C, 10);
    builder.produce(add, {sum});
    builder.produce(add, {sum});
    builder.produce(add, {sum});
    const ir::Program trace = builder.finish();

    CHECK(ids(trace.succ[0]) == Ids{1, 4});
    CHECK(ids(trace.succ[1]) == Ids{2});
    CHECK(ids(trace.succ[2]) == Ids{3});
    CHECK(ids(trace.succ[3]) == Ids{4});
}
