#include "sim/report/trace_events.h"

#include "tests/sim/report/track_viewer.h"
#include "tests/support/random_dag.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <tuple>
#include <vector>

using namespace systole;
using report::TraceEvent;
using Kind = TraceEvent::Kind;

namespace {

// Nodes in execution order that run one after the other on their pipes, without buffers.
struct Sketch {
    struct Node {
        NodeId id;
        Pipe pipe;
        Cycles start;
        Cycles end;
    };
    Sketch(std::size_t trace_nodes, const std::vector<Node>& nodes) {
        graph.trace_nodes = trace_nodes;
        graph.pipe.resize(nodes.size());
        graph.cycles.resize(nodes.size());
        timeline.start.resize(nodes.size());
        timeline.end.resize(nodes.size());
        for (const Node& n : nodes) {
            graph.order.push_back(n.id);
            graph.pipe[index(n.id)] = n.pipe;
            graph.cycles[index(n.id)] = n.end - n.start;
            timeline.start[index(n.id)] = n.start;
            timeline.end[index(n.id)] = n.end;
        }
    }

    std::vector<TraceEvent> events(std::uint64_t clock_mhz) const {
        return report::trace_events(graph, timeline, clock_mhz);
    }
    NodeId spill_node(const TraceEvent& arrow) const {
        const std::size_t k = arrow.id;
        return NodeId{static_cast<std::uint32_t>(graph.trace_nodes + 2 * k +
                                                 (arrow.kind == Kind::kArrowIn ? 1 : 0))};
    }
    // Every slice nests, every arrow is bound to its own spill node, no arrow runs back in time.
    void check_in_viewer(std::uint64_t clock_mhz) const {
        test::TrackViewer viewer;
        std::vector<std::uint64_t> tail(graph.nodes());
        std::size_t arrows = 0;
        std::uint64_t now = 0;
        for (const TraceEvent& e : events(clock_mhz)) {
            CHECK(e.time >= now);
            now = e.time;
            if (e.kind == Kind::kSlice) {
                const int track = static_cast<int>(index(graph.pipe[e.id]));
                CHECK(viewer.slice(track, e.time, e.value, e.id));
            } else if (e.kind != Kind::kCounter) {
                const NodeId node = spill_node(e);
                CHECK(viewer.arrow(static_cast<int>(index(graph.pipe[index(node)]))) ==
                      static_cast<std::int64_t>(index(node)));
                if (e.kind == Kind::kArrowOut) {
                    tail[e.id] = e.time + 1;
                } else {
                    CHECK(tail[e.id] > 0);  // it has been seen
                }
                ++arrows;
            }
        }
        CHECK(arrows == graph.nodes() - graph.trace_nodes);
    }

    ir::ExecGraph graph;
    ir::Timeline timeline;
};

using Row = std::tuple<Kind, std::uint32_t, std::uint64_t, std::uint64_t>;

std::vector<Row> rows(const std::vector<TraceEvent>& events) {
    std::vector<Row> out;
    for (const TraceEvent& e : events) {
        out.emplace_back(e.kind, e.id, e.time, e.value);
    }
    return out;
}

}  // namespace

TEST_CASE("Cycles become whole nanoseconds at any clock") {
    CHECK(report::to_nanoseconds(7, 1000) == 7);
    CHECK(report::to_nanoseconds(3, 1500) == 2);
    CHECK(report::to_nanoseconds(4, 1500) == 2);  // 2.67 ns
    CHECK(report::to_nanoseconds(1, 3) == 333);
    CHECK(report::to_nanoseconds(20'000'000'000'000'000u, 1000) == 20'000'000'000'000'000u);
}

TEST_CASE("Two buffers dropped in one cycle get an anchor each, so that each has its own arrow") {
    // Drops 1 and 3 end at 10, when operation 0 of the same pipe starts; reloads follow.
    const Sketch run(1,
                     {{NodeId{1}, Pipe::kMTE3, 10, 10},
                      {NodeId{3}, Pipe::kMTE3, 10, 10},
                      {NodeId{0}, Pipe::kMTE3, 10, 50},
                      {NodeId{2}, Pipe::kMTE2, 10, 170},
                      {NodeId{4}, Pipe::kMTE2, 170, 330}});
    CHECK(rows(run.events(1000)) == std::vector<Row>{{Kind::kSlice, 2, 10, 160},
                                                     {Kind::kSlice, 1, 10, 0},
                                                     {Kind::kArrowOut, 0, 10, 0},
                                                     {Kind::kArrowIn, 0, 10, 0},
                                                     {Kind::kSlice, 3, 11, 0},
                                                     {Kind::kArrowOut, 1, 11, 0},
                                                     {Kind::kSlice, 0, 12, 38},
                                                     {Kind::kSlice, 4, 170, 160},
                                                     {Kind::kArrowIn, 1, 170, 0}});
    run.check_in_viewer(1000);
}

TEST_CASE("A write that takes time starts behind the anchor of a drop before it") {
    // Drop 0 at cycle 10, then SPILL_OUT 2 writes from 10 on.
    const Sketch run(0,
                     {{NodeId{0}, Pipe::kMTE3, 10, 10},
                      {NodeId{2}, Pipe::kMTE3, 10, 200},
                      {NodeId{1}, Pipe::kMTE2, 10, 100},
                      {NodeId{3}, Pipe::kMTE2, 200, 300}});
    run.check_in_viewer(1000);
}

TEST_CASE("Operations shorter than a nanosecond do not push the timeline on") {
    // 2 GHz: one-cycle operations, two to a nanosecond.
    std::vector<Sketch::Node> nodes;
    for (std::uint32_t i = 0; i < 1000; ++i) {
        nodes.push_back({NodeId{i}, Pipe::kCube, i, i + 1});
    }
    std::uint64_t end = 0;
    for (const TraceEvent& e : Sketch(1000, nodes).events(2000)) {
        end = std::max(end, e.time + e.value);
    }
    CHECK(end == 500);
}

TEST_CASE("Slices nest and arrows bind on random runs at any clock") {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        test::Random random(seed);
        const std::size_t operations = 60;
        const std::size_t spills = 20;
        std::vector<Sketch::Node> nodes;
        PerPipe<Cycles> free{};
        std::vector<std::size_t> out;  // spills written and not reloaded
        std::size_t next_operation = 0;
        std::size_t next_spill = 0;
        Cycles out_end = 0;
        const auto run = [&](std::size_t id, Pipe pipe, Cycles ready, Cycles cycles) {
            const Cycles start = std::max(free[pipe], ready);
            free[pipe] = start + cycles;
            nodes.push_back({NodeId{static_cast<std::uint32_t>(id)}, pipe, start, free[pipe]});
            return free[pipe];
        };
        while (next_operation < operations || next_spill < spills || !out.empty()) {
            const std::size_t choice = random.below(3);
            if (choice == 0 && next_operation < operations) {
                run(next_operation++,
                    random.percent(50) ? Pipe::kMTE3 : Pipe::kMTE2,
                    0,
                    random.percent(30) ? 0 : random.between(1, 9));
            } else if (choice == 1 && next_spill < spills) {
                out.push_back(next_spill);
                out_end = run(operations + 2 * next_spill++,
                              Pipe::kMTE3,
                              free[Pipe::kMTE2] / 2,
                              random.percent(70) ? 0 : random.between(150, 200));
            } else if (choice == 2 && !out.empty()) {
                run(operations + 2 * out.back() + 1,
                    Pipe::kMTE2,
                    out_end,
                    random.between(150, 200));
                out.pop_back();
            }
        }
        const Sketch sketch(operations, nodes);
        for (const std::uint64_t clock : {1u, 777u, 1000u, 1500u, 2000u}) {
            CAPTURE(seed, clock);
            sketch.check_in_viewer(clock);
        }
    }
}
