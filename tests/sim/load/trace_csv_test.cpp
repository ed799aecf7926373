#include "sim/load/trace_csv.h"

#include "tests/sim/load/found_error.h"

#include <catch2/catch.hpp>

#include <string>
#include <string_view>

using namespace systole;
using test::Found;

namespace {

const std::string kHeader = "Id,Op,BufId,Size,Type,Pipe,Cycles,Bufs\n";
const std::string kNodes = kHeader +
                           "0,ALLOC,7,4,L1,,,\n"
                           "1,COPY_IN,,,,MTE2,10,\"7\"\n"
                           "2,FREE,7,4,L1,,,\n";
const std::string kEdges = "StartNodeId,EndNodeId\n0,1\n1,2\n";

ir::Program read(const std::string& nodes, const std::string& edges) {
    return load::read_trace_csv(load::TextSource::memory(nodes, "n.csv", "trace"),
                                load::TextSource::memory(edges, "e.csv", "trace"));
}

Error error_in(const std::string& nodes, const std::string& edges) {
    return test::error_of([&] { read(nodes, edges); });
}
Found found_in_nodes(const std::string& nodes) {
    const Error error = error_in(nodes, kEdges);
    CHECK(error.where().file == "n.csv");
    return test::found(error);
}
Found found_in_edges(const std::string& edges) {
    const Error error = error_in(kNodes, edges);
    CHECK(error.where().file == "e.csv");
    return test::found(error);
}

std::string text_of(void (*write)(const ir::Program&, const load::TextSink&),
                    const ir::Program& trace) {
    std::string text;
    write(trace, [&](std::string_view piece) { text += piece; });
    return text;
}

}  // namespace

TEST_CASE("The CSV pair says the same as the JSON file") {
    const ir::Program trace = read(kNodes, kEdges);
    CHECK(test::json_of(trace) == test::kSmall);
    CHECK(trace.file == "n.csv");
    CHECK(trace.line == std::vector<std::uint32_t>{2, 3, 4});
}

TEST_CASE("JSON to CSV to JSON gives the same bytes") {
    const std::string json = R"({"Nodes":[
{"Id":0,"Op":"ALLOC","BufId":70,"Size":4,"Type":"L0A"},
{"Id":1,"Op":"ALLOC","BufId":3,"Size":5,"Type":"L0B"},
{"Id":2,"Op":"MUL, \"x\" ","Pipe":"CUBE","Cycles":10,"Bufs":[70,3]},
{"Id":3,"Op":"BARRIER","Pipe":"VECTOR","Cycles":0,"Bufs":[]},
{"Id":4,"Op":"FREE","BufId":70,"Size":4,"Type":"L0A"},
{"Id":5,"Op":"FREE","BufId":3,"Size":5,"Type":"L0B"}
],"Edges":[
[0,2],
[1,2],
[2,5],
[2,3],
[3,4]
]}
)";
    const ir::Program first = test::trace_of(json);
    const std::string nodes = text_of(load::write_nodes_csv, first);
    const std::string edges = text_of(load::write_edges_csv, first);
    CHECK(nodes == kHeader +
                       "0,ALLOC,70,4,L0A,,,\n"
                       "1,ALLOC,3,5,L0B,,,\n"
                       "2,\"MUL, \"\"x\"\" \",,,,CUBE,10,\"70,3\"\n"
                       "3,BARRIER,,,,VECTOR,0,\n"
                       "4,FREE,70,4,L0A,,,\n"
                       "5,FREE,3,5,L0B,,,\n");
    CHECK(edges == "StartNodeId,EndNodeId\n0,2\n1,2\n2,5\n2,3\n3,4\n");
    const ir::Program second = read(nodes, edges);
    CHECK(test::json_of(second) == json);
    CHECK(text_of(load::write_nodes_csv, second) == nodes);
}

TEST_CASE("CR LF, a byte order mark, blank lines, columns in any order and more of them are fine") {
    const std::string nodes =
        "\xEF\xBB\xBF"
        "Bufs,Cycles,Pipe,Comment,Type,Size,BufId,Op,Id\r\n"
        "\r\n"
        ",,,first,L1,4,7,ALLOC,0\r\n"
        "\" 7 \",10,MTE2,\"two\r\nlines\",,,,COPY_IN, 1\r\n"
        "   \r\n"
        ",,,,L1,4,7,FREE,2";
    const ir::Program trace = read(nodes, "EndNodeId,StartNodeId\n1,0\n2,1");
    CHECK(test::json_of(trace) == test::kSmall);
    CHECK(trace.line == std::vector<std::uint32_t>{3, 4, 7});
}

TEST_CASE("A header without its columns is refused with the name that was probably meant") {
    CHECK(found_in_nodes("") == Found{"trace.empty"});
    CHECK(found_in_nodes("\n\n") == Found{"trace.empty"});
    CHECK(found_in_nodes(kHeader) == Found{"trace.empty"});
    CHECK(found_in_edges("") == Found{"trace.empty"});
    CHECK(found_in_nodes("0,ALLOC,7,4,L1,,,\n") == Found{"trace.missing-field", 1});
    CHECK(found_in_nodes("Id,Id,Op,BufId,Size,Type,Pipe,Cycles,Bufs\n") ==
          Found{"trace.duplicate-field", 1});
    CHECK(found_in_edges("\nStartNodeId\n") == Found{"trace.missing-field", 2});
    CHECK(std::string(error_in(kNodes, "StartNode,EndNodeId\n").what()) ==
          "e.csv:1: the header has no column StartNodeId, expected StartNodeId,EndNodeId; found "
          "'StartNode': write it 'StartNodeId' [trace.missing-field]");
}

TEST_CASE("Rows of the wrong width, as an unquoted list or a cut file make them, are refused") {
    CHECK(found_in_nodes(kHeader + "0,ALLOC,7,4,L1,,,\n1,ADD,,,,MTE2,10,7,8\n") ==
          Found{"trace.columns", 3});
    CHECK(found_in_nodes(kHeader + "0,ALLOC,7,4") == Found{"trace.columns", 2});
    CHECK(found_in_nodes(kHeader + "0,ADD,,,,MTE2,1,\"7,\n8") == Found{"trace.truncated", 2});
    CHECK(found_in_nodes(kHeader + "0,ALLOC,7,4,L1,,\"\"x,\n") == Found{"trace.syntax", 2});
    CHECK(found_in_edges("StartNodeId,EndNodeId\n0,1\n1\n") == Found{"trace.columns", 3});
}

TEST_CASE("Cells that are no integers in range are refused with line and node") {
    for (const char* size :
         {"-4", "4.0", "1e3", "NaN", "2147483648", "9223372036854775808", "0x4", "4 4", "four"}) {
        CHECK(found_in_nodes(kHeader + "0,ALLOC,7," + size + ",L1,,,\n") ==
              Found{"trace.number", 2, 0});
    }
    for (const char* list : {"7,", ",7", "7;8", "[7]", "7,,8", "7 8"}) {
        CHECK(found_in_nodes(kHeader + "0,ADD,,,,CUBE,1,\"" + list + "\"\n") ==
              Found{"trace.number", 2, 0});
    }
    CHECK(found_in_edges("StartNodeId,EndNodeId\n0,\n") == Found{"trace.number", 2});
    CHECK(std::string(error_in(kHeader + "0,ALLOC,x,4,L1,,,\n", "").what()) ==
          "n.csv:2: node 0: BufId is 'x', expected an integer from 0 to 2147483647 "
          "[trace.number]");
}

TEST_CASE("What a node lacks or misnames is refused with line and node") {
    CHECK(found_in_nodes(kHeader + ",ALLOC,7,4,L1,,,\n") == Found{"trace.missing-field", 2});
    CHECK(found_in_nodes(kHeader + "0,,7,4,L1,,,\n") == Found{"trace.missing-field", 2, 0});
    CHECK(found_in_nodes(kHeader + "0,ALLOC,7,,L1,,,\n") == Found{"trace.missing-field", 2, 0});
    CHECK(found_in_nodes(kHeader + "0,ADD,,,,,1,\n") == Found{"trace.missing-field", 2, 0});
    CHECK(found_in_nodes(kHeader + "0,ALLOC,7,4,DDR,,,\n") == Found{"trace.unknown-tier", 2, 0});
    CHECK(found_in_nodes(kHeader + "0,ADD,,,,GPU,1,\n") == Found{"trace.unknown-pipe", 2, 0});
    CHECK(found_in_edges("StartNodeId,EndNodeId\n0,1\n1,3\n") == Found{"trace.unknown-node", 3, 3});
    CHECK(found_in_nodes(kHeader + "0,ALL\xE9"
                                   "OC,7,4,L1,,,\n") == Found{"trace.encoding", 2});
}

TEST_CASE("A row may be longer than a chunk") {
    std::string list = "7";
    for (int i = 0; i < 100000; ++i) {
        list += ",7";
    }
    const ir::Program trace =
        read(kHeader + "0,ALLOC,7,4,L1,,,\n1,ADD,,,,CUBE,1,\"" + list + "\"\n2,FREE,7,4,L1,,,\n",
             kEdges);
    CHECK(trace.bufs[1].size() == 1);
    CHECK(trace.line[2] == 4);
}
