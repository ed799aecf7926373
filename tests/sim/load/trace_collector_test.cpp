#include "sim/load/trace_collector.h"

#include "tests/sim/load/found_error.h"

#include <catch2/catch.hpp>

#include <string>
#include <vector>

using namespace systole;
using test::Found;
using test::json_error;
using test::small_with;
using test::trace_of;

namespace {

Found found_in(const std::string& json) {
    return test::found(json_error(json));
}

// Nodes from a list of lines, the first of them line 2, then no edges.
std::string nodes(const std::string& lines) {
    return "{\"Nodes\":[\n" + lines + "],\"Edges\":[]}";
}

}  // namespace

TEST_CASE("Ids may come in any order, and end up in theirs") {
    const ir::Program trace = trace_of(R"({"Edges":[[2,1],[0,2],[1,3]],"Nodes":[
{"Id":3,"Op":"FREE","BufId":9,"Size":5,"Type":"UB"},
{"Id":1,"Op":"ADD","Pipe":"VECTOR","Cycles":11,"Bufs":[9]},
{"Id":2,"Op":"COPY_IN","Pipe":"MTE2","Cycles":12,"Bufs":[9]},
{"Id":0,"Op":"ALLOC","BufId":9,"Size":5,"Type":"UB"}
]})");
    CHECK(trace.line == std::vector<std::uint32_t>{5, 3, 4, 2});
    CHECK(trace.cycles == std::vector<std::uint32_t>{0, 11, 12, 0});
    CHECK(trace.op_name(NodeId{1}) == "ADD");
    CHECK(trace.op_name(NodeId{2}) == "COPY_IN");
    CHECK(trace.bufs[1].size() == 1);
    CHECK(trace.bufs[2].size() == 1);
    CHECK(trace.alloc[0] == NodeId{0});
    CHECK(trace.free[0] == NodeId{3});
    CHECK(trace.succ[0].front() == NodeId{2});
}

TEST_CASE("A buffer that an operation lists twice is there once, in short and in long lists") {
    std::string alloc;
    std::string list;
    for (int b = 0; b < 50; ++b) {
        const std::string id = std::to_string(b);
        alloc += R"({"Id":)" + id + R"(,"Op":"ALLOC","BufId":)" + id +
                 R"(,"Size":1,"Type":"UB"},)" + "\n";
        list += id + "," + id + ",0" + (b < 49 ? "," : "");
    }
    std::string free;
    for (int b = 0; b < 50; ++b) {
        free += R"(,{"Id":)" + std::to_string(52 + b) + R"(,"Op":"FREE","BufId":)" +
                std::to_string(b) + R"(,"Size":1,"Type":"UB"})" + "\n";
    }
    const ir::Program trace = trace_of(
        nodes(alloc + R"({"Id":50,"Op":"ADD","Pipe":"VECTOR","Cycles":1,"Bufs":[)" + list +
              R"(]},{"Id":51,"Op":"ADD","Pipe":"VECTOR","Cycles":1,"Bufs":[3,1,3]})" + free));
    CHECK(trace.bufs[50].size() == 50);
    REQUIRE(trace.bufs[51].size() == 2);
    CHECK(trace.bufs[51][0] == BufId{3});
    CHECK(trace.bufs[51][1] == BufId{1});
}

TEST_CASE("A buffer of no size is refused") {
    CHECK(found_in(nodes(R"({"Id":0,"Op":"ALLOC","BufId":0,"Size":0,"Type":"L1"})")) ==
          Found{"trace.zero-size", 2, 0});
}

TEST_CASE("Buffers are numbered by rising BufId, whatever the order of their ALLOCs") {
    const ir::Program trace = trace_of(nodes(R"(
{"Id":0,"Op":"ALLOC","BufId":2000000000,"Size":1,"Type":"L1"},
{"Id":1,"Op":"ALLOC","BufId":5,"Size":2,"Type":"UB"},
{"Id":2,"Op":"ALLOC","BufId":70,"Size":3,"Type":"L0C"},
{"Id":3,"Op":"ADD","Pipe":"VECTOR","Cycles":1,"Bufs":[70,2000000000,5]}
)"));
    CHECK(trace.buffer_label == std::vector<std::uint64_t>{5, 70, 2000000000});
    CHECK(trace.size == std::vector<std::uint32_t>{2, 3, 1});
    CHECK(trace.alloc == std::vector<NodeId>{NodeId{1}, NodeId{2}, NodeId{0}});
    CHECK(trace.bufs[3][0] == BufId{1});
    CHECK(trace.bufs[3][1] == BufId{2});
    CHECK(trace.bufs[3][2] == BufId{0});
    CHECK(trace.free == std::vector<NodeId>(3, NodeId::kNone));
}

TEST_CASE("An Id that stands twice or is missing is refused") {
    CHECK(found_in(small_with("\"Id\":2", "\"Id\":1")) == Found{"trace.duplicate-id", 4, 1});
    CHECK(std::string(json_error(small_with("\"Id\":2", "\"Id\":1")).what()) ==
          "t.json:4: node 1: Id 1 stands twice; the first is in line 3 [trace.duplicate-id]");
    // Out of order from the start, so that the double shows only at the end.
    CHECK(found_in(small_with("\"Id\":0", "\"Id\":2")) == Found{"trace.duplicate-id", 4, 2});
    CHECK(found_in(small_with("\"Id\":1", "\"Id\":3")) == Found{"trace.missing-id", 3, 3});
    CHECK(found_in(small_with("\"Id\":2", "\"Id\":2147483647")) ==
          Found{"trace.missing-id", 4, 2147483647});
    CHECK(std::string(json_error(small_with("\"Id\":1", "\"Id\":3")).what()) ==
          "t.json:3: node 3: 3 nodes must have the Ids 0..2; Id 1 is missing [trace.missing-id]");
}

TEST_CASE("A tier or pipe that does not exist is refused with the nearest one") {
    CHECK(found_in(small_with("\"L1\"", "\"L3\"")) == Found{"trace.unknown-tier", 2, 0});
    CHECK(found_in(small_with("MTE2", "MTE4")) == Found{"trace.unknown-pipe", 3, 1});
    CHECK(std::string(json_error(small_with("MTE2", "VECTR")).what()) ==
          "t.json:3: node 1: Pipe 'VECTR' is not a pipe (MTE1, MTE2, MTE3, CUBE, VECTOR, FIXP); "
          "did you mean 'VECTOR'? [trace.unknown-pipe]");
}

TEST_CASE("ALLOC and FREE take no time") {
    CHECK(found_in(small_with("\"Size\":4", "\"Size\":4,\"Cycles\":9")) ==
          Found{"trace.event-cycles", 2, 0});
    CHECK(trace_of(small_with("\"Size\":4", "\"Size\":4,\"Cycles\":0")).nodes() == 3);
}

TEST_CASE("A buffer has at most one ALLOC and one FREE") {
    CHECK(found_in(nodes(R"({"Id":0,"Op":"ALLOC","BufId":1,"Size":1,"Type":"L1"},
{"Id":1,"Op":"ALLOC","BufId":1,"Size":1,"Type":"L1"})")) == Found{"trace.duplicate-alloc", 3, 1});
    CHECK(found_in(nodes(R"({"Id":0,"Op":"ALLOC","BufId":1,"Size":1,"Type":"L1"},
{"Id":2,"Op":"FREE","BufId":1,"Size":1,"Type":"L1"},
{"Id":1,"Op":"FREE","BufId":1,"Size":1,"Type":"L1"})")) == Found{"trace.duplicate-free", 3, 2});
}

TEST_CASE("FREE repeats its ALLOC's size and tier") {
    const std::string free = R"(FREE","BufId":7,"Size":4,"Type":"L1")";
    CHECK(found_in(small_with(free, R"(FREE","BufId":7,"Size":5,"Type":"L1")")) ==
          Found{"trace.free-size", 4, 2});
    CHECK(found_in(small_with(free, R"(FREE","BufId":7,"Size":4,"Type":"UB")")) ==
          Found{"trace.free-tier", 4, 2});
}

TEST_CASE("A buffer that is named has an ALLOC") {
    CHECK(found_in(small_with("[7]", "[7,8]")) == Found{"trace.unknown-buffer", 3, 1});
    CHECK(found_in(small_with("[7]", "[2000000000]")) == Found{"trace.unknown-buffer", 3, 1});
    CHECK(found_in(small_with("FREE\",\"BufId\":7", "FREE\",\"BufId\":8")) ==
          Found{"trace.unknown-buffer", 4, 2});
    CHECK(found_in(nodes(R"({"Id":0,"Op":"FREE","BufId":0,"Size":1,"Type":"L1"})")) ==
          Found{"trace.unknown-buffer", 2, 0});
}

TEST_CASE("An edge joins nodes of the trace, also where it comes before them") {
    CHECK(found_in(small_with("[1,2]", "[1,3]")) == Found{"trace.unknown-node", 7, 3});
    CHECK(found_in(small_with("[0,1]", "[2147483647,1]")) ==
          Found{"trace.unknown-node", 6, 2147483647});
    CHECK(found_in("{\"Edges\":[[0,0],\n[0,1]],\"Nodes\":[\n"
                   R"({"Id":0,"Op":"ALLOC","BufId":1,"Size":1,"Type":"L1"}]})") ==
          Found{"trace.unknown-node", 2, 1});
}

TEST_CASE("The name of an operation is printable, and there are at most 65536 of them") {
    CHECK(found_in(small_with("COPY_IN", "COPY\\u001b[31mIN")) == Found{"trace.op-name", 3, 1});
    std::string many;
    for (int i = 0; i < 65535; ++i) {
        const std::string id = std::to_string(i);
        many += i > 0 ? ",\n{\"Id\":" : "{\"Id\":";
        many += id;
        many += ",\"Op\":\"o";
        many += id;
        many += "\",\"Pipe\":\"CUBE\",\"Cycles\":1,\"Bufs\":[]}";
    }
    CHECK(found_in(nodes(many)) == Found{"trace.too-large", 65536, 65534});
}
