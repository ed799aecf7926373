#include "sim/load/trace_check.h"

#include "sim/ir/program_builder.h"
#include "tests/sim/load/found_error.h"
#include "tests/support/random_dag.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace systole;
using test::Found;
using test::kSmall;
using test::small_with;
using test::trace_of;

namespace {

std::vector<Found> broken_facts(const std::string& json) {
    std::vector<Found> found;
    for (const Error& error : load::check_trace(trace_of(json), 100)) {
        CHECK(error.kind() == ErrorKind::kBadInput);
        CHECK(error.where().file == "t.json");
        found.push_back(test::found(error));
    }
    return found;
}

std::string with_edges(const std::string& edges) {
    return small_with("[0,1],\n[1,2]", edges);
}

// Two buffers, a COPY_IN for each, an ADD that reads the first and writes the second.
std::string two_buffers(const std::string& edges) {
    return R"({"Nodes":[
{"Id":0,"Op":"ALLOC","BufId":10,"Size":1,"Type":"UB"},
{"Id":1,"Op":"COPY_IN","Pipe":"MTE2","Cycles":1,"Bufs":[10]},
{"Id":2,"Op":"ALLOC","BufId":20,"Size":1,"Type":"UB"},
{"Id":3,"Op":"ADD","Pipe":"VECTOR","Cycles":1,"Bufs":[10,20]},
{"Id":4,"Op":"FREE","BufId":10,"Size":1,"Type":"UB"},
{"Id":5,"Op":"FREE","BufId":20,"Size":1,"Type":"UB"}
],"Edges":[)" +
           edges + "]}";
}

}  // namespace

TEST_CASE("A well-formed trace has no broken fact") {
    CHECK(broken_facts(kSmall).empty());
    CHECK(broken_facts(two_buffers("[0,1],[1,3],[2,3],[3,4],[3,5]")).empty());
    // The same with paths in place of direct edges.
    CHECK(broken_facts(two_buffers("[0,1],[1,2],[2,3],[3,4],[4,5]")).empty());
}

TEST_CASE("Every buffer has a FREE") {
    const std::string json = R"({"Nodes":[
{"Id":0,"Op":"ALLOC","BufId":1,"Size":1,"Type":"L1"},
{"Id":1,"Op":"ALLOC","BufId":2,"Size":1,"Type":"L1"},
{"Id":2,"Op":"FREE","BufId":1,"Size":1,"Type":"L1"}
],"Edges":[[0,2],[1,2]]})";
    CHECK(broken_facts(json) == std::vector<Found>{{"trace.free-missing", 3, 1}});
}

TEST_CASE("Roots are ALLOC and leaves are FREE") {
    CHECK(broken_facts(two_buffers("[0,3],[2,3],[3,4],[3,5],[1,4]")) ==
          std::vector<Found>{{"trace.root", 3, 1}, {"trace.alloc-ancestor", 3, 1}});
    CHECK(broken_facts(two_buffers("[0,1],[0,3],[2,3],[3,4],[3,5]")) ==
          std::vector<Found>{{"trace.leaf", 3, 1}, {"trace.free-descendant", 3, 1}});
    CHECK(broken_facts(two_buffers("[0,1],[1,3],[2,3],[3,4]")) ==
          std::vector<Found>{{"trace.root", 7, 5},
                             {"trace.free-after-alloc", 7, 5},
                             {"trace.free-descendant", 5, 3}});
}

TEST_CASE("The graph has no cycle, and the nodes of one are named") {
    CHECK(broken_facts(two_buffers("[0,1],[1,3],[2,3],[3,4],[3,5],[4,1]")) ==
          std::vector<Found>{{"trace.cycle", 3, 1}});
    CHECK(broken_facts(with_edges("[0,1],[1,1],[1,2]")) ==
          std::vector<Found>{{"trace.cycle", 3, 1}});
    const auto errors =
        load::check_trace(trace_of(two_buffers("[0,3],[3,1],[1,4],[4,3],[2,3],[3,5]")), 1);
    REQUIRE(errors.size() == 1);
    CHECK(std::string(errors[0].what()) ==
          "t.json:3: node 1: the edges go round in a cycle: 1 -> 4 -> 3 -> 1 [trace.cycle]");
}

TEST_CASE("A long cycle is named by its first nodes and its length") {
    std::string nodes;
    std::string edges = "[0,1]";
    for (int i = 2; i < 102; ++i) {
        nodes += "{\"Id\":" + std::to_string(i) +
                 ",\"Op\":\"X\",\"Pipe\":\"CUBE\",\"Cycles\":1,\"Bufs\":[]},";
        edges += ",[" + std::to_string(i) + "," + std::to_string(i == 101 ? 2 : i + 1) + "]";
    }
    const auto errors = load::check_trace(trace_of("{\"Nodes\":[" + nodes + R"(
{"Id":0,"Op":"ALLOC","BufId":1,"Size":1,"Type":"L1"},
{"Id":1,"Op":"FREE","BufId":1,"Size":1,"Type":"L1"}],"Edges":[)" +
                                                   edges + "]}"),
                                          9);
    REQUIRE(errors.size() == 1);
    CHECK(std::string(errors[0].what()) ==
          "t.json:1: node 2: the edges go round in a cycle: 2 -> 3 -> 4 -> 5 -> 6 -> 7 -> 8 -> 9 "
          "-> 10 -> 11 -> 12 -> 13 -> 14 -> 15 -> 16 -> 17 -> ... (100 nodes) -> 2 [trace.cycle]");
}

TEST_CASE("A buffer's ALLOC is an ancestor of its operations, its FREE a descendant") {
    // 3 names buffer 20, whose ALLOC 2 leads to its FREE alone.
    CHECK(broken_facts(two_buffers("[0,1],[1,3],[2,5],[3,4],[3,5]")) ==
          std::vector<Found>{{"trace.alloc-ancestor", 5, 3}});
    // 3 leads to the FREE of buffer 10 alone.
    CHECK(broken_facts(two_buffers("[0,1],[1,3],[2,3],[3,4],[2,5]")) ==
          std::vector<Found>{{"trace.free-descendant", 5, 3}});
    const auto errors =
        load::check_trace(trace_of(two_buffers("[0,1],[1,3],[2,5],[3,4],[3,5]")), 1);
    REQUIRE(errors.size() == 1);
    CHECK(std::string(errors[0].what()) ==
          "t.json:5: node 3: the ALLOC of buffer 20 (node 2 in line 4) is not an ancestor of this "
          "ADD; an edge is missing [trace.alloc-ancestor]");
}

TEST_CASE("A FREE that stands before its ALLOC in the graph is refused") {
    const std::string json = R"({"Nodes":[
{"Id":0,"Op":"ALLOC","BufId":1,"Size":1,"Type":"L1"},
{"Id":1,"Op":"FREE","BufId":2,"Size":1,"Type":"L1"},
{"Id":2,"Op":"ALLOC","BufId":2,"Size":1,"Type":"L1"},
{"Id":3,"Op":"FREE","BufId":1,"Size":1,"Type":"L1"}
],"Edges":[[0,1],[1,2],[2,3]]})";
    CHECK(broken_facts(json) == std::vector<Found>{{"trace.free-after-alloc", 3, 1}});
}

TEST_CASE("No more errors are returned than asked for") {
    const ir::Program trace = trace_of(with_edges(""));
    CHECK(load::check_trace(trace, 100).size() == 7);
    for (std::size_t limit = 0; limit < 7; ++limit) {
        CHECK(load::check_trace(trace, limit).size() == limit);
    }
}

TEST_CASE("Every fact has a rule of its own and a statement") {
    std::set<std::string_view> rules;
    for (const load::TraceFact& fact : load::trace_facts()) {
        CHECK(fact.rule.substr(0, 6) == "trace.");
        CHECK(!fact.statement.empty());
        rules.insert(fact.rule);
    }
    CHECK(rules.size() == load::trace_facts().size());
    for (const char* rule : {"trace.root",
                             "trace.leaf",
                             "trace.cycle",
                             "trace.alloc-ancestor",
                             "trace.free-descendant",
                             "trace.free-after-alloc",
                             "trace.duplicate-alloc",
                             "trace.duplicate-free",
                             "trace.free-missing",
                             "trace.free-size",
                             "trace.free-tier",
                             "trace.unknown-buffer"}) {
        CHECK(rules.count(rule) == 1);
    }
}

TEST_CASE("Random well-formed traces pass") {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const ir::Program trace = test::random_dag(seed, 60).program;
        CHECK(load::check_trace(trace, 1).empty());
    }
}
