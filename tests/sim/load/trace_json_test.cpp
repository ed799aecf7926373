#include "sim/load/trace_json.h"

#include "tests/sim/load/found_error.h"

#include <catch2/catch.hpp>

#include <string>
#include <vector>

using namespace systole;
using test::Found;
using test::json_error;
using test::kSmall;
using test::small_with;
using test::trace_of;

namespace {

Found found_in(const std::string& json) {
    return test::found(json_error(json));
}

}  // namespace

TEST_CASE("A JSON trace is read into flat arrays, with the line of every node") {
    const ir::Program trace = trace_of(kSmall);
    REQUIRE(trace.nodes() == 3);
    REQUIRE(trace.buffers() == 1);
    CHECK(trace.file == "t.json");
    CHECK(trace.kind == std::vector<ir::NodeKind>{
                            ir::NodeKind::kAlloc, ir::NodeKind::kOperation, ir::NodeKind::kFree});
    CHECK(trace.pipe == std::vector<Pipe>{Pipe::kNone, Pipe::kMTE2, Pipe::kNone});
    CHECK(trace.cycles == std::vector<std::uint32_t>{0, 10, 0});
    CHECK(trace.line == std::vector<std::uint32_t>{2, 3, 4});
    CHECK(trace.op_name(NodeId{1}) == "COPY_IN");
    CHECK(trace.size == std::vector<std::uint32_t>{4});
    CHECK(trace.tier == std::vector<Tier>{Tier::kL1});
    CHECK(trace.alloc[0] == NodeId{0});
    CHECK(trace.free[0] == NodeId{2});
    CHECK(trace.backed[0]);
    CHECK(trace.buffer_label[0] == 7);
    CHECK(trace.bufs[1].front() == BufId{0});
    CHECK(trace.edges() == 2);
    CHECK(trace.succ[0].front() == NodeId{1});
    CHECK(trace.pred[2].front() == NodeId{1});
}

TEST_CASE("Edges before Nodes, unknown keys, null, CR LF and a byte order mark are accepted") {
    const std::string json =
        "\xEF\xBB\xBF{\"Version\": {\"a\": [1, {\"Id\": []}]}, \"Edges\": [[0, 1], [1, 2]],\r\n"
        "\"Nodes\": [\r\n"
        "{\"Op\": \"ALLOC\", \"Type\": \"L1\", \"Size\": 4, \"BufId\": 0, \"Id\": 0, \"Pipe\": "
        "null},\r\n"
        "{\"Op\": \"ADD\", \"Bufs\": [], \"Note\": [\"x\", 1.5, -3, {}], \"Cycles\": -0,"
        " \"Pipe\": \"VECTOR\", \"Id\": 1},\r\n"
        "{\"Id\": 2, \"Op\": \"FREE\", \"BufId\": 0, \"Size\": 4, \"Type\": \"L1\"}]}";
    const ir::Program trace = trace_of(json);
    CHECK(trace.nodes() == 3);
    CHECK(trace.edges() == 2);
    CHECK(trace.line == std::vector<std::uint32_t>{3, 4, 5});
    CHECK(trace.bufs[1].empty());
}

TEST_CASE("What the writer writes, the reader reads back, and writes the same bytes") {
    const ir::Program trace = trace_of(kSmall);
    CHECK(test::json_of(trace) == kSmall);
    const std::string odd = small_with("COPY_IN", R"(MUL \"\u00e9\\)");
    CHECK(test::json_of(trace_of(odd)) == small_with("COPY_IN", "MUL \\\"\xC3\xA9\\\\"));
}

TEST_CASE("A value of the wrong type is refused with its line and node") {
    CHECK(found_in("[]") == Found{"trace.wrong-type", 1});
    CHECK(found_in("3") == Found{"trace.wrong-type", 1});
    CHECK(found_in("{\n\"Nodes\": {}}") == Found{"trace.wrong-type", 2});
    CHECK(found_in("{\n\"Nodes\": null}") == Found{"trace.wrong-type", 2});
    CHECK(found_in("{\"Nodes\": [\n[]]}") == Found{"trace.wrong-type", 2});
    CHECK(found_in("{\"Edges\": [\n{}]}") == Found{"trace.wrong-type", 2});
    CHECK(found_in("{\"Edges\": [\n1]}") == Found{"trace.wrong-type", 2});
    CHECK(found_in(small_with("[0,1]", "[0,\"1\"]")) == Found{"trace.wrong-type", 6});
    CHECK(found_in(small_with("[7]", "7")) == Found{"trace.wrong-type", 3, 1});
    CHECK(found_in(small_with("[7]", "[[7]]")) == Found{"trace.wrong-type", 3, 1});
    CHECK(found_in(small_with("[7]", "[null]")) == Found{"trace.wrong-type", 3, 1});
    CHECK(found_in(small_with("\"MTE2\"", "2")) == Found{"trace.wrong-type", 3, 1});
    CHECK(found_in(small_with("\"Size\":4", "\"Size\":true")) == Found{"trace.wrong-type", 2, 0});
    const Error error = json_error(small_with("\"Size\":4", "\"Size\":\"4\""));
    CHECK(error.kind() == ErrorKind::kBadInput);
    CHECK(std::string(error.what()) ==
          "t.json:2: node 0: Size must be an integer, found the string \"4\" [trace.wrong-type]");
}

TEST_CASE("A number that is negative, fractional or absurd is refused with its line and node") {
    const auto with_size = [](const std::string& number) {
        return found_in(small_with("\"Size\":4", "\"Size\":\n" + number + "\n"));
    };
    const Found bad{"trace.number", 3, 0};
    CHECK(with_size("-1") == bad);
    CHECK(with_size("1.5") == bad);
    CHECK(with_size("4.0") == bad);
    CHECK(with_size("1e3") == bad);
    CHECK(with_size("2147483648") == bad);
    CHECK(with_size("9223372036854775808") == bad);   // 2^63
    CHECK(with_size("18446744073709551616") == bad);  // 2^64
    CHECK(found_in(small_with("[7]", "[7,-7]")) == Found{"trace.number", 3, 1});
    CHECK(found_in(small_with("[0,1]", "[0,4294967297]")) == Found{"trace.number", 6});
    CHECK(trace_of(small_with("10", "2147483647")).cycles[1] == 2147483647);
    CHECK(std::string(json_error(small_with("10", "-10")).what()) ==
          "t.json:3: node 1: Cycles is -10, expected an integer from 0 to 2147483647 "
          "[trace.number]");
}

TEST_CASE("Text that is not JSON is refused with its line") {
    CHECK(found_in(small_with("10", "NaN")) == Found{"trace.syntax", 3, 1});
    CHECK(found_in(small_with("10", "Infinity")) == Found{"trace.syntax", 3, 1});
    CHECK(found_in(small_with("10", "1e999")) == Found{"trace.syntax", 3, 1});
    CHECK(found_in(small_with("[0,1],", "[0,1]")) == Found{"trace.syntax", 7});
    CHECK(found_in(small_with("[1,2]", "[1,2],")) == Found{"trace.syntax", 8});
    CHECK(found_in(kSmall + "{}") == Found{"trace.syntax", 9});
    CHECK(found_in("nonsense") == Found{"trace.syntax", 1});
    CHECK(found_in(small_with("COPY_IN", "COPY\nIN")) == Found{"trace.syntax", 3, 1});
}

TEST_CASE("A trace that is cut off is called so wherever the cut falls") {
    const std::string whole = kSmall.substr(0, kSmall.size() - 1);  // without the last newline
    for (std::size_t length = 1; length < whole.size(); ++length) {
        INFO(length);
        CHECK(json_error(whole.substr(0, length)).rule() == "trace.truncated");
    }
    CHECK(found_in(kSmall.substr(0, kSmall.find("FREE"))) == Found{"trace.truncated", 4, 2});
    CHECK(found_in(kSmall.substr(0, kSmall.find("[1,2]"))) == Found{"trace.truncated", 6});
}

TEST_CASE("A file with nothing in it is called empty") {
    for (const char* text : {"", "\n \n", "\xEF\xBB\xBF", "\xEF\xBB\xBF\n"}) {
        CHECK(found_in(text) == Found{"trace.empty"});
    }
    CHECK(found_in(R"({"Nodes": [], "Edges": []})") == Found{"trace.empty"});
}

TEST_CASE("Text in another encoding is refused with the line") {
    CHECK(found_in(small_with("COPY_IN", "COPY_\xE9N")) == Found{"trace.encoding", 3});
    CHECK(found_in("\xFF\xFE{") == Found{"trace.encoding", 1});
    CHECK(found_in(std::string("\0{\0", 3)) == Found{"trace.encoding", 1});
}

TEST_CASE("A missing field is named, with the key that was probably meant") {
    CHECK(found_in(small_with("\"Id\":0,", "")) == Found{"trace.missing-field", 2});
    CHECK(found_in(small_with("\"Op\":\"ALLOC\",", "")) == Found{"trace.missing-field", 2, 0});
    CHECK(found_in(small_with("\"Op\":\"ALLOC\",", "\"Op\":\"\",")) ==
          Found{"trace.missing-field", 2, 0});
    CHECK(found_in(small_with("\"Size\":4,", "")) == Found{"trace.missing-field", 2, 0});
    CHECK(found_in(small_with("\"Pipe\":\"MTE2\",", "")) == Found{"trace.missing-field", 3, 1});
    CHECK(found_in(small_with(",\"Bufs\":[7]", "")) == Found{"trace.missing-field", 3, 1});
    CHECK(found_in(R"({"Edges": []})") == Found{"trace.missing-field"});
    CHECK(found_in(small_with("Edges", "edges")) == Found{"trace.missing-field"});
    CHECK(std::string(json_error(small_with("Cycles", "cycle")).what()) ==
          "t.json:3: node 1: this COPY_IN has no Cycles; found 'cycle': write it 'Cycles' "
          "[trace.missing-field]");
    CHECK(std::string(json_error(small_with("ALLOC", "alloc")).what()) ==
          "t.json:2: node 0: this alloc has no Pipe; a node with a BufId has Op ALLOC or FREE, "
          "not alloc [trace.missing-field]");
}

TEST_CASE("A NUL byte after the trace is refused") {
    CHECK(found_in(std::string(test::kSmall) + std::string("\0 more", 6)).rule == "trace.encoding");
}

TEST_CASE("A field or a list that stands twice is refused") {
    CHECK(found_in(small_with("\"Size\":4", "\"Size\":4,\"Size\":4")) ==
          Found{"trace.duplicate-field", 2, 0});
    CHECK(found_in("{\"Nodes\": [\n],\n\"Nodes\": []}") == Found{"trace.empty"});
    CHECK(found_in("{\"Edges\": [],\n\"Edges\": []}") == Found{"trace.duplicate-field", 2});
}

TEST_CASE("An edge has two ends") {
    CHECK(found_in(small_with("[0,1]", "[]")) == Found{"trace.edge", 6});
    CHECK(found_in(small_with("[0,1]", "[0]")) == Found{"trace.edge", 6});
    CHECK(found_in(small_with("[0,1]", "[0,1,2]")) == Found{"trace.edge", 6});
}

TEST_CASE("Deep nesting is taken as it comes, and strings up to the limit are") {
    const std::string deep(200000, '[');
    CHECK(found_in("{\"x\": " + deep) == Found{"trace.truncated", 1});
    CHECK(found_in("{\"Nodes\": " + deep) == Found{"trace.wrong-type", 1});
    const std::string flat = deep + std::string(200000, ']');
    CHECK(trace_of("{\"x\":" + flat + "," + kSmall.substr(1)).nodes() == 3);
    const std::string name(3000000, 'x');
    CHECK(found_in(small_with("COPY_IN", name)).rule == "trace.text-length");
    CHECK(std::string(json_error(small_with("MTE2", name)).what()).size() < 400);
}

TEST_CASE("Lines are right on both sides of a chunk's border") {
    for (std::size_t padding = 65500; padding < 65600; ++padding) {
        const std::string lines(padding, '\n');
        const Found got = found_in(lines + small_with("10", "-10"));
        if (!(got == Found{"trace.number", padding + 3, 1})) {
            CHECK(got == Found{"trace.number", padding + 3, 1});
        }
    }
}
