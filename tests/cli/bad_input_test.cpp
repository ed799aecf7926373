// Every kind of bad input, through the program: the right status, a message with file, line and
// node or key, nothing on stdout, no file left behind.

#include "tests/cli/program.h"

#include <catch2/catch.hpp>

#include <filesystem>
#include <string>
#include <vector>

using namespace systole;
using test::contains;

namespace {

// A trace of one tile, with node lines and edges to be replaced. Line n of the file is nodes[n -
// 2].
struct TraceText {
    std::vector<std::string> nodes = {
        R"({"Id":0,"Op":"ALLOC","BufId":0,"Size":4,"Type":"L1"})",
        R"({"Id":1,"Op":"COPY_IN","Pipe":"MTE2","Cycles":5,"Bufs":[0]})",
        R"({"Id":2,"Op":"COPY_OUT","Pipe":"MTE3","Cycles":5,"Bufs":[0]})",
        R"({"Id":3,"Op":"FREE","BufId":0,"Size":4,"Type":"L1"})"};
    std::string edges = "[0,1],[1,2],[2,3],[0,3]";

    TraceText with(std::size_t node, const std::string& line) const {
        TraceText changed = *this;
        changed.nodes[node] = line;
        return changed;
    }
    TraceText with_edges(const std::string& list) const {
        TraceText changed = *this;
        changed.edges = list;
        return changed;
    }
    std::string text() const {
        std::string all = "{\"Nodes\":[\n";
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            all += nodes[i] + (i + 1 < nodes.size() ? ",\n" : "\n");
        }
        return all + "],\"Edges\":[" + edges + "]}\n";
    }
};

struct BadTrace {
    const char* what;
    std::string text;
    std::vector<std::string> says;
};

std::vector<BadTrace> bad_traces() {
    const TraceText good;
    const std::string text = good.text();
    return {
        {"truncated", text.substr(0, text.size() / 2), {"bad.json:4:"}},
        {"empty", "", {"bad.json", "empty"}},
        {"blanks only", "  \n\n", {"bad.json"}},
        {"not UTF-8",
         good.with(1, "{\"Id\":1,\"Op\":\"C\xFF\",\"Pipe\":\"MTE2\",\"Cycles\":5,\"Bufs\":[0]}")
             .text(),
         {"bad.json:3:", "UTF-8"}},
        {"UTF-16", std::string("\xFF\xFE{\0}\0", 6), {"bad.json", "UTF-16"}},
        {"a list, not an object", "[1,2,3]", {"bad.json:1:"}},
        {"wrong type of Id",
         good.with(1, R"({"Id":"1","Op":"COPY_IN","Pipe":"MTE2","Cycles":5,"Bufs":[0]})").text(),
         {"bad.json:3:", "Id"}},
        {"a fraction of a cycle",
         good.with(1, R"({"Id":1,"Op":"COPY_IN","Pipe":"MTE2","Cycles":5.5,"Bufs":[0]})").text(),
         {"bad.json:3:", "node 1", "Cycles"}},
        {"NaN cycles",
         good.with(1, R"({"Id":1,"Op":"COPY_IN","Pipe":"MTE2","Cycles":NaN,"Bufs":[0]})").text(),
         {"bad.json:3:"}},
        {"negative cycles",
         good.with(1, R"({"Id":1,"Op":"COPY_IN","Pipe":"MTE2","Cycles":-5,"Bufs":[0]})").text(),
         {"bad.json:3:", "node 1", "Cycles"}},
        {"2^63 cycles",
         good.with(
                 1,
                 R"({"Id":1,"Op":"COPY_IN","Pipe":"MTE2","Cycles":9223372036854775808,"Bufs":[0]})")
             .text(),
         {"bad.json:3:", "node 1", "Cycles"}},
        {"size 0",
         good.with(0, R"({"Id":0,"Op":"ALLOC","BufId":0,"Size":0,"Type":"L1"})").text(),
         {"bad.json:2:", "node 0", "Size"}},
        {"duplicate id",
         good.with(2, R"({"Id":1,"Op":"COPY_OUT","Pipe":"MTE3","Cycles":5,"Bufs":[0]})").text(),
         {"bad.json:4:", "node 1"}},
        {"a gap in the ids",
         good.with(3, R"({"Id":9,"Op":"FREE","BufId":0,"Size":4,"Type":"L1"})").text(),
         {"bad.json", "node"}},
        {"a cycle", good.with_edges("[0,1],[1,2],[2,1],[2,3],[0,3]").text(), {"bad.json", "cycle"}},
        {"missing FREE",
         TraceText{{good.nodes[0], good.nodes[1], good.nodes[2]}, "[0,1],[1,2]"}.text(),
         {"bad.json", "FREE"}},
        {"FREE of another size",
         good.with(3, R"({"Id":3,"Op":"FREE","BufId":0,"Size":8,"Type":"L1"})").text(),
         {"bad.json:5:", "node 3", "[trace.free-size]"}},
        {"FREE in another tier",
         good.with(3, R"({"Id":3,"Op":"FREE","BufId":0,"Size":4,"Type":"UB"})").text(),
         {"bad.json:5:", "node 3", "UB"}},
        {"unknown tier",
         good.with(0, R"({"Id":0,"Op":"ALLOC","BufId":0,"Size":4,"Type":"L2"})").text(),
         {"bad.json:2:", "node 0", "L2"}},
        {"unknown pipe",
         good.with(1, R"({"Id":1,"Op":"COPY_IN","Pipe":"MTE4","Cycles":5,"Bufs":[0]})").text(),
         {"bad.json:3:", "node 1", "MTE4"}},
        {"unknown buffer",
         good.with(1, R"({"Id":1,"Op":"COPY_IN","Pipe":"MTE2","Cycles":5,"Bufs":[7]})").text(),
         {"bad.json:3:", "node 1", "7"}},
        {"a buffer used before its ALLOC",
         good.with_edges("[0,3],[0,2],[1,2],[2,3]").text(),
         {"bad.json:3:", "node 1"}},
        {"a buffer used after its FREE",
         good.with_edges("[0,1],[1,3],[0,2],[0,3]").text(),
         {"bad.json:4:", "node 2"}},
        {"an edge to nowhere",
         good.with_edges("[0,1],[1,2],[2,3],[0,3],[0,9]").text(),
         {"bad.json:6", "9"}},
        {"a misspelt field",
         good.with(1, R"({"Id":1,"Op":"COPY_IN","Pipe":"MTE2","Cycle":5,"Bufs":[0]})").text(),
         {"bad.json:3:", "node 1", "Cycles", "Cycle"}},
        {"deep nesting", std::string(200000, '['), {"bad.json:1:"}},
    };
}

}  // namespace

TEST_CASE("is every bad trace refused with file, line and node, by every verb that reads one?") {
    const test::TempDir dir;
    const std::string path = (dir / "bad.json").string();
    test::write_file(path, TraceText().text());
    REQUIRE(test::systole({"run", test::davinci(), path}).status == 0);
    for (const BadTrace& bad : bad_traces()) {
        test::write_file(path, bad.text);
        for (const std::vector<std::string>& command :
             {std::vector<std::string>{"trace", "check", path},
              {"trace", "stats", path},
              {"trace", "convert", path, "-o", (dir / "x.json").string()},
              {"run", test::davinci(), path, "--out", (dir / "out").string()},
              {"schedule", test::davinci(), path, "--out", (dir / "out").string()}}) {
            const auto result = test::systole(command);
            CAPTURE(bad.what, command, result.err);
            CHECK(result.status == 2);
            CHECK(result.out.empty());
            CHECK(contains(result.err, "[trace."));
            for (const std::string& words : bad.says) {
                CHECK(contains(result.err, words));
            }
            CHECK(test::names_in(dir.path()) == std::vector<std::string>{"bad.json"});
        }
    }
}

TEST_CASE("are CR LF and a byte order mark accepted?") {
    const test::TempDir dir;
    std::string text = "\xEF\xBB\xBF";
    for (const char c : TraceText().text()) {
        text += c == '\n' ? std::string("\r\n") : std::string(1, c);
    }
    test::write_file(dir / "x.json", text);
    CHECK(test::systole({"trace", "check", (dir / "x.json").string()}).status == 0);
}

TEST_CASE("is a buffer larger than its tier refused with status 1, node, tier and units?") {
    const auto result = test::systole(
        {"run", test::davinci(), test::small_trace(), "-D", "tiers.l0c.capacity=100"});
    CHECK(result.status == 1);
    CHECK(contains(result.err, "matmul-4x4x4.json:"));
    CHECK(contains(result.err, "node "));
    CHECK(contains(result.err, "256 units of L0C, which has 100: 156 units do not fit"));
    CHECK(contains(result.err, "[place.does-not-fit]"));
}

TEST_CASE("is every bad configuration refused with file, line and key?") {
    const test::TempDir dir;
    const std::string path = (dir / "bad.yaml").string();
    const auto with_l1 = [](const std::string& capacity) {
        return "tiers: {l1: {capacity: " + capacity +
               "}, ub: {capacity: 1024}, l0a: {capacity: 256}, l0b: {capacity: 256}, l0c: "
               "{capacity: 512}}\n";
    };
    const std::string tiers = with_l1("4096");
    struct BadConfig {
        const char* what;
        std::string text;
        std::vector<std::string> says;
    };
    for (const BadConfig& bad : {
             BadConfig{"unknown key",
                       "name: x\nclok_mhz: 1000\n" + tiers,
                       {"bad.yaml:2", "clok_mhz", "clock_mhz"}},
             BadConfig{
                 "capacity 0", "name: x\n" + with_l1("0"), {"bad.yaml:2", "tiers.l1.capacity"}},
             BadConfig{"negative capacity",
                       "name: x\n" + with_l1("-4"),
                       {"bad.yaml:2", "tiers.l1.capacity"}},
             BadConfig{"2^63", "name: x\nclock_mhz: 9223372036854775808\n" + tiers, {"bad.yaml:2"}},
             BadConfig{"NaN", "name: x\nclock_mhz: .nan\n" + tiers, {"bad.yaml:2", "clock_mhz"}},
             BadConfig{"a word", "name: x\nclock_mhz: fast\n" + tiers, {"bad.yaml:2", "clock_mhz"}},
             BadConfig{"an environment variable",
                       "name: x\nclock_mhz: ${HOME}\n" + tiers,
                       {"bad.yaml:2", "clock_mhz"}},
             BadConfig{"a missing capacity",
                       "name: x\ntiers: {l1: {capacity: 4096}}\n",
                       {"bad.yaml", "tiers.ub.capacity"}},
             BadConfig{"the same key twice", "name: x\nname: y\n" + tiers, {"bad.yaml:2", "name"}},
             BadConfig{"broken YAML", "name: [x\n", {"bad.yaml:"}},
             BadConfig{"an empty file", "", {"bad.yaml"}},
             BadConfig{"extends itself", "extends: bad.yaml\n" + tiers, {"bad.yaml", "extends"}},
         }) {
        test::write_file(path, bad.text);
        const auto result = test::systole({"run", path, test::small_trace()});
        CAPTURE(bad.what, result.err);
        CHECK(result.status == 2);
        CHECK(result.out.empty());
        CHECK(contains(result.err, "[config."));
        for (const std::string& words : bad.says) {
            CHECK(contains(result.err, words));
        }
    }
}

TEST_CASE("are inputs that are not there, or no files, status 2?") {
    const test::TempDir dir;
    const std::string none = (dir / "none.json").string();
    CHECK(test::systole({"run", (dir / "none.yaml").string(), test::small_trace()}).status == 2);
    CHECK(test::systole({"run", dir.path().string(), test::small_trace()}).status == 2);
    CHECK(test::systole({"run", test::davinci(), none}).status == 2);
    CHECK(test::systole({"run", test::davinci(), dir.path().string()}).status == 2);
    CHECK(contains(test::systole({"trace", "check", none}).err, none));
}

TEST_CASE("are outputs that cannot be written status 2, with the path and the reason?") {
    const test::TempDir dir;
    test::write_file(dir / "file", "");
    const auto run = [&](const std::vector<std::string>& extra) {
        std::vector<std::string> command = {"run", test::davinci(), test::small_trace()};
        command.insert(command.end(), extra.begin(), extra.end());
        return test::systole(command);
    };
    const std::string in_file = (dir / "file/out").string();
    const auto folder = run({"--out", in_file});
    CHECK(folder.status == 2);
    CHECK(contains(folder.err, in_file));
    CHECK(contains(folder.err, "[output.folder]"));

    const auto wave = run({"--wave", "/no/such/folder/x.vcd"});
    CHECK(wave.status == 2);
    CHECK(contains(wave.err, "[output.open]"));

    std::filesystem::create_symlink("/dev/full", dir / "full.json");
    const auto full = test::systole(
        {"trace", "convert", test::small_trace(), "-o", (dir / "full.json").string()});
    CHECK(full.status == 2);
    CHECK(contains(full.err, "full.json: cannot write this file: No space left on device"));
    std::filesystem::remove(dir / "full.json");
    const auto generated =
        test::systole({"generate", "matmul", "-o", (dir / "file/m.json").string()});
    CHECK(generated.status == 2);
    CHECK(contains(generated.err, "[output.open]"));
    CHECK(test::names_in(dir.path()) == std::vector<std::string>{"file"});
}

TEST_CASE("is a result that does not reach a full disk an error?") {
    for (const char* command : {"trace stats \"$1\"", "run \"$2\" \"$1\" --json"}) {
        const auto shell = test::run_process({"sh",
                                              "-c",
                                              "\"$0\" " + std::string(command) + " > /dev/full",
                                              SYSTOLE_PROGRAM,
                                              test::small_trace(),
                                              test::davinci()});
        REQUIRE(shell.has_value());
        CHECK(shell->status == 2);
        CHECK(contains(shell->err, "[output.write]"));
    }
}
