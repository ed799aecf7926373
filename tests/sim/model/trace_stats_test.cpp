#include "sim/model/trace_stats.h"

#include "sim/core/error.h"
#include "sim/ir/program_builder.h"

#include <catch2/catch.hpp>

#include <utility>
#include <vector>

using namespace systole;
using model::TraceStats;

namespace {

std::vector<std::pair<Units, std::uint64_t>> pairs(const std::vector<model::SizeStep>& steps) {
    std::vector<std::pair<Units, std::uint64_t>> out;
    for (const model::SizeStep& s : steps) {
        out.emplace_back(s.size, s.buffers);
    }
    return out;
}

using Pairs = std::vector<std::pair<Units, std::uint64_t>>;

// ALLOC 0, two VECTOR operations of 10 and 7 cycles, FREE 3; the second operation runs first.
ir::ProgramBuilder backward_ids() {
    ir::ProgramBuilder builder;
    const BufId buf = builder.alloc(Tier::kUB, 8);
    const std::vector<BufId> bufs = {buf};
    const NodeId late = builder.operation(builder.op("ADD"), Pipe::kVector, 10, bufs);
    const NodeId early = builder.operation(builder.op("MUL"), Pipe::kVector, 7, bufs);
    builder.edge(NodeId{0}, early);
    builder.edge(early, late);
    builder.edge(late, builder.free(buf));
    return builder;
}

}  // namespace

TEST_CASE("Chains, pipes and degrees of a trace are counted") {
    // 0 ALLOC  1 COPY_IN 20 (MTE2)  2, 3 ADD 4, 5 (VECTOR)  4 EXP 9 (VECTOR)  5 COPY_OUT 3 (MTE3)
    // 6 FREE; 1 -> 2, 3, 4 -> 5
    ir::ProgramBuilder builder;
    const std::vector<BufId> bufs = {builder.alloc(Tier::kUB, 8)};
    const NodeId in = builder.operation(builder.op("COPY_IN"), Pipe::kMTE2, 20, bufs);
    const NodeId out_deps[] = {
        builder.operation(builder.op("ADD"), Pipe::kVector, 4, bufs),
        builder.operation(builder.op("ADD"), Pipe::kVector, 5, bufs),
        builder.operation(builder.op("EXP"), Pipe::kVector, 9, bufs),
    };
    const NodeId out = builder.operation(builder.op("COPY_OUT"), Pipe::kMTE3, 3, bufs);
    builder.edge(NodeId{0}, in);
    for (const NodeId v : out_deps) {
        builder.edge(in, v);
        builder.edge(v, out);
    }
    builder.edge(out, builder.free(bufs[0]));
    const TraceStats s = model::trace_stats(builder.finish());
    CHECK(s.nodes == 7);
    CHECK(s.edges == 9);  // with ALLOC -> FREE
    CHECK(s.critical_path == 32);
    CHECK(s.depth == 5);
    CHECK(s.cycles[Pipe::kVector] == 18);
    CHECK(s.busiest == Pipe::kMTE2);
    CHECK(s.busiest_cycles == 20);
    CHECK(s.lower_bound == 32);
    CHECK(s.max_in.node == NodeId{5});
    CHECK(s.max_in.edges == 3);
    CHECK(s.max_out.node == NodeId{1});
    CHECK(s.max_out.edges == 3);
    CHECK(s.roots == 1);
    CHECK(s.leaves == 1);
    CHECK(s.ids_topological);
    // EXP and ADD take 9 cycles each: by name.
    REQUIRE(s.ops[Pipe::kVector].size() == 2);
    CHECK(s.ops[Pipe::kVector][0].op == "ADD");
    CHECK(s.ops[Pipe::kVector][0].count == 2);
    CHECK(s.ops[Pipe::kVector][0].cycles == 9);
    CHECK(s.ops[Pipe::kVector][1].op == "EXP");
    CHECK(s.ops[Pipe::kCube].empty());
}

TEST_CASE("The lower bound is the busiest pipe when no chain is longer") {
    ir::ProgramBuilder builder;
    for (int i = 0; i < 3; ++i) {
        const std::vector<BufId> bufs = {builder.alloc(Tier::kL1, 4)};
        const NodeId v = builder.operation(builder.op("CONV"), Pipe::kCube, 10, bufs);
        builder.edge(builder.alloc_of(bufs[0]), v);
        builder.edge(v, builder.free(bufs[0]));
    }
    const TraceStats s = model::trace_stats(builder.finish());
    CHECK(s.critical_path == 10);
    CHECK(s.lower_bound == 30);
}

TEST_CASE("Lifetimes are order statistics of the distances between ALLOC and FREE") {
    // Ten buffers opened one after the other and closed in reverse: 1, 3, 5 ... 19 nodes.
    ir::ProgramBuilder builder;
    std::vector<BufId> bufs;
    for (std::uint32_t i = 0; i < 10; ++i) {
        bufs.push_back(builder.alloc(i < 9 ? Tier::kUB : Tier::kL1, 1));
    }
    while (!bufs.empty()) {
        builder.free(bufs.back());
        bufs.pop_back();
    }
    const TraceStats s = model::trace_stats(builder.finish());
    CHECK(s.lifetime.count == 10);
    CHECK(s.lifetime.min == 1);
    CHECK(s.lifetime.median == 9);  // the 5th of 10
    CHECK(s.lifetime.p90 == 17);    // the 9th of 10
    CHECK(s.lifetime.max == 19);
    CHECK(s.lifetime.mean == Approx(10.0));
    CHECK(s.lifetime.log2_histogram == std::vector<std::uint64_t>{1, 1, 2, 4, 2});
    CHECK(s.tier_lifetime[Tier::kL1].count == 1);
    CHECK(s.tier_lifetime[Tier::kL1].max == 1);
    CHECK(s.tier_lifetime[Tier::kUB].min == 3);
    CHECK(s.tier_lifetime[Tier::kL0A].count == 0);
}

TEST_CASE("Sizes are counted cumulatively, per tier and over all") {
    ir::ProgramBuilder builder;
    const std::pair<Tier, std::uint32_t> buffers[] = {
        {Tier::kUB, 8}, {Tier::kUB, 2}, {Tier::kL1, 8}, {Tier::kUB, 8}, {Tier::kL0C, 5}};
    for (const auto& [tier, size] : buffers) {
        builder.free(builder.alloc(tier, size));
    }
    const TraceStats s = model::trace_stats(builder.finish());
    CHECK(pairs(s.sizes) == Pairs{{2, 1}, {5, 2}, {8, 5}});
    CHECK(pairs(s.tier_sizes[Tier::kUB]) == Pairs{{2, 1}, {8, 3}});
    CHECK(pairs(s.tier_sizes[Tier::kL0A]).empty());
    CHECK(s.volume[Tier::kUB] == 18);
    CHECK(s.volume[Tier::kL1] == 8);
    CHECK(s.tier_buffers[Tier::kUB] == 3);
}

TEST_CASE("Ids that run against the edges change nothing but the note that they do") {
    const TraceStats s = model::trace_stats(backward_ids().finish());
    CHECK(!s.ids_topological);
    CHECK(s.critical_path == 17);
    CHECK(s.depth == 4);
}

TEST_CASE("A cycle of edges is refused with a node on it or behind it") {
    ir::ProgramBuilder builder = backward_ids();
    builder.edge(NodeId{1}, NodeId{2});
    try {
        model::trace_stats(builder.finish());
        FAIL("a cyclic trace has no critical path");
    } catch (const Error& error) {
        CHECK(error.rule() == "trace.cycle");
        CHECK(error.kind() == ErrorKind::kBadInput);
        CHECK(error.where().node == 1u);
    }
}

TEST_CASE("An empty trace has empty facts") {
    const TraceStats s = model::trace_stats(ir::Program{});
    CHECK(s.nodes == 0);
    CHECK(s.lower_bound == 0);
    CHECK(s.busiest == Pipe::kNone);
    CHECK(s.max_in.node == NodeId::kNone);
    CHECK(s.sizes.empty());
    CHECK(s.lifetime.count == 0);
}
