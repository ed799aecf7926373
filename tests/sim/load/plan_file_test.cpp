#include "sim/load/plan_file.h"

#include "tests/sim/load/found_error.h"
#include "tests/support/paths.h"

#include <catch2/catch.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

using namespace systole;
using test::Found;

namespace {

// Nodes 0..5; buffers 10 and 20 (numbers 0 and 1).
const ir::Program& trace() {
    static const ir::Program only = test::trace_of(R"({"Nodes":[
{"Id":0,"Op":"ALLOC","BufId":10,"Size":1,"Type":"UB"},
{"Id":1,"Op":"COPY_IN","Pipe":"MTE2","Cycles":1,"Bufs":[10]},
{"Id":2,"Op":"ALLOC","BufId":20,"Size":1,"Type":"UB"},
{"Id":3,"Op":"ADD","Pipe":"VECTOR","Cycles":1,"Bufs":[10,20]},
{"Id":4,"Op":"FREE","BufId":10,"Size":1,"Type":"UB"},
{"Id":5,"Op":"FREE","BufId":20,"Size":1,"Type":"UB"}
],"Edges":[[0,1],[1,3],[2,3],[3,4],[3,5]]})");
    return only;
}

const std::string kOrder = "0\n1\n2\n3\n4\n5\n";
const std::string kAddresses = "10:0\n20:1\n";

ir::Plan read(const std::string& schedule,
              const std::string& memory,
              std::optional<std::string> spill = std::nullopt) {
    using load::TextSource;
    return load::read_plan(
        TextSource::memory(schedule, "s", "plan"),
        TextSource::memory(memory, "m", "plan"),
        spill ? std::optional<TextSource>(TextSource::memory(*spill, "p", "plan")) : std::nullopt,
        trace());
}

std::vector<std::uint32_t> ids(const ir::Order& order) {
    std::vector<std::uint32_t> out;
    for (NodeId v : order) {
        out.push_back(index(v));
    }
    return out;
}

// The error of a plan, which must be of the kind given and stand in the file given.
Found found_in(ErrorKind kind,
               const std::string& file,
               const std::string& schedule,
               const std::string& memory,
               std::optional<std::string> spill = std::nullopt) {
    const Error error = test::error_of([&] { read(schedule, memory, spill); });
    CHECK(error.kind() == kind);
    CHECK(error.where().file == file);
    return test::found(error);
}

}  // namespace

TEST_CASE("A plan is read with its spills; BufIds are those of the trace's file") {
    const ir::Plan plan = read("0\n1\n2\n6\n7\n3\n4\n5\n", "20:1\n10:0\n", "10:5\n");
    CHECK(ids(plan.order) == std::vector<std::uint32_t>{0, 1, 2, 6, 7, 3, 4, 5});
    CHECK(plan.offset == std::vector<std::uint32_t>{0, 1});
    REQUIRE(plan.spills.size() == 1);
    CHECK(plan.spills[0].buf == BufId{0});
    CHECK(plan.spills[0].new_offset == 5);
    CHECK(read(kOrder, kAddresses).spills.empty());
    CHECK(read(kOrder, kAddresses, "").spills.empty());
}

TEST_CASE("Blank lines, CR LF, a byte order mark and blanks do no harm") {
    const ir::Plan plan = read("\xEF\xBB\xBF\r\n 0 \r\n1\t2\r\n\r\n3\r\n+4\r\n5",
                               "\n 20 : 1 \r\n\t10:\t0\r\n\r\n",
                               "\xEF\xBB\xBF\r\n  \r\n");
    CHECK(ids(plan.order) == std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5});
    CHECK(plan.offset == std::vector<std::uint32_t>{0, 1});
    CHECK(plan.spills.empty());
}

TEST_CASE("A line that says something else is bad input, with its number and what it says") {
    const auto bad = ErrorKind::kBadInput;
    for (const char* line : {"x", "1.5", "0x1", "1:2", "-", "1,2", "NaN"}) {
        CHECK(found_in(bad, "s", "0\n" + std::string(line) + "\n", kAddresses) ==
              Found{"plan.syntax", 2});
    }
    for (const char* line : {"10", "10:", ":5", "10:x", "10:1:2", "10 5", "a:1", "10:1.5"}) {
        CHECK(found_in(bad, "m", kOrder, "\n" + std::string(line)) == Found{"plan.syntax", 2});
        CHECK(found_in(bad, "p", kOrder, kAddresses, "\n" + std::string(line)) ==
              Found{"plan.syntax", 2});
    }
    CHECK(found_in(bad, "s", "", kAddresses) == Found{"plan.empty"});
    CHECK(found_in(bad, "s", "0\n\xFF\n", kAddresses) == Found{"plan.encoding", 2});
    CHECK(std::string(test::error_of([] { read(kOrder, "10-5\n"); }).what()) ==
          "m:1: found '10-5', expected BufId:Offset, two integers [plan.syntax]");
}

TEST_CASE("A schedule that does not hold the trace's nodes once each is refused") {
    const auto no = ErrorKind::kRefused;
    CHECK(found_in(no, "s", "0\n1\n2\n3\n4\n5\n6\n", kAddresses) == Found{"plan.unknown-node", 7});
    CHECK(found_in(no, "s", "-1\n", kAddresses) == Found{"plan.unknown-node", 1});
    CHECK(found_in(no, "s", "99999999999999999999999\n", kAddresses) ==
          Found{"plan.unknown-node", 1});
    CHECK(found_in(no, "s", "4294967296\n", kAddresses) == Found{"plan.unknown-node", 1});
    CHECK(found_in(no, "s", kOrder + "8\n", kAddresses, "10:5\n") == Found{"plan.unknown-node", 7});
    CHECK(found_in(no, "s", "0\n1\n2\n1\n", kAddresses) == Found{"plan.duplicate-node", 4, 1});
    CHECK(found_in(no, "s", "0\n1\n2\n4\n5\n", kAddresses) == Found{"plan.missing-node", 0, 3});
    CHECK(found_in(no, "s", kOrder + "6\n", kAddresses, "10:5\n") ==
          Found{"plan.missing-node", 0, 7});
    CHECK(
        std::string(test::error_of([] { read("0\n6\n", kAddresses); }).what()) ==
        "s:2: there is no node 6: 6 nodes and 0 spills make 0..5; does the plan belong to another "
        "trace? [plan.unknown-node]");
}

TEST_CASE("Addresses for other buffers than the trace's are refused") {
    const auto no = ErrorKind::kRefused;
    CHECK(found_in(no, "m", kOrder, "10:0\n") == Found{"plan.missing-address", 0, 2});
    CHECK(found_in(no, "m", kOrder, "") == Found{"plan.missing-address", 0, 0});
    CHECK(found_in(no, "m", kOrder, "10:0\n20:1\n10:0\n") == Found{"plan.duplicate-buffer", 3});
    CHECK(found_in(no, "m", kOrder, "10:0\n0:1\n") == Found{"plan.unknown-buffer", 2});
    CHECK(found_in(no, "m", kOrder, "-10:0\n") == Found{"plan.unknown-buffer", 1});
    CHECK(found_in(no, "m", kOrder, "10:-1\n") == Found{"plan.offset", 1});
    CHECK(found_in(no, "m", kOrder, "10:2147483648\n") == Found{"plan.offset", 1});
    CHECK(found_in(no, "m", kOrder, "10:99999999999999999999\n") == Found{"plan.offset", 1});
    CHECK(found_in(no, "p", kOrder, kAddresses, "\n30:1\n") == Found{"plan.unknown-buffer", 2});
    CHECK(std::string(test::error_of([] { read(kOrder, "20:1\n"); }).what()) ==
          "m: node 0: buffer 10 has no address (1 of 2 have none); does the plan belong to another "
          "trace? [plan.missing-address]");
}

TEST_CASE("Comments stand behind # in all three files") {
    const ir::Plan plan = read("# by hand\n0 1 # first\n2\n6\n7\n3\n4\n5\n",
                               "10:0 # input\n#20:9\n20:1\n",
                               "# one\n20:5#back here\n");
    CHECK(ids(plan.order) == std::vector<std::uint32_t>{0, 1, 2, 6, 7, 3, 4, 5});
    CHECK(plan.offset == std::vector<std::uint32_t>{0, 1});
    REQUIRE(plan.spills.size() == 1);
    CHECK(plan.spills[0].new_offset == 5);
}

TEST_CASE("An error of the plan is told at its line in the plan's files") {
    using load::TextSource;
    load::PlanLines lines;
    load::read_plan(TextSource::memory("# order\n0\n1\n2\n6\n7\n3\n4\n5\n", "s", "plan"),
                    TextSource::memory("20:1\n\n10:0\n", "m", "plan"),
                    TextSource::memory("\n20:5\n", "p", "plan"),
                    trace(),
                    &lines);
    const auto place = [&](const char* rule, std::optional<std::uint64_t> node) {
        const Error told = load::at_plan_line(
            Error(ErrorKind::kRefused, rule, {"trace.json", 7, node}, "words"), lines, trace());
        CHECK(told.message() == "words");
        CHECK(told.kind() == ErrorKind::kRefused);
        return told.where().file + ":" + std::to_string(told.where().line);
    };
    CHECK(place("plan.topological", 3) == "s:7");
    CHECK(place("plan.residency", 5) == "s:9");
    CHECK(place("plan.spill-order", 6) == "s:5");
    CHECK(place("plan.overlap", 0) == "m:3");   // ALLOC of buffer 10
    CHECK(place("plan.capacity", 2) == "m:1");  // of buffer 20
    CHECK(place("plan.overlap", 7) == "p:2");   // its reload
    CHECK(place("plan.nodes", std::nullopt) == "s:0");
    CHECK(place("plan.buffers", std::nullopt) == "m:0");
    CHECK(place("trace.cycle", 3) == "trace.json:7");
}

TEST_CASE("What is written is read back, in the words of the specification") {
    const test::TempDir dir;
    const std::string out = (dir / "new" / "folder").string();
    const ir::Plan plan = read("0\n1\n2\n6\n7\n3\n4\n5\n", kAddresses, "20:5\n");
    load::write_plan(plan, trace(), out, "case");
    const std::filesystem::path folder(out);
    CHECK(test::read_file(folder / "case_schedule.txt") == "0\n1\n2\n6\n7\n3\n4\n5\n");
    CHECK(test::read_file(folder / "case_memory.txt") == "10:0\n20:1\n");
    CHECK(test::read_file(folder / "case_spill.txt") == "20:5\n");
    const ir::Plan again = load::read_plan(out, "case", trace());
    CHECK(again.order == plan.order);
    CHECK(again.offset == plan.offset);
    REQUIRE(again.spills.size() == 1);
    CHECK(again.spills[0].buf == BufId{1});
    CHECK(again.spills[0].new_offset == 5);
    // Without spills the file is written too, so that none is left over from an earlier plan.
    load::write_plan(read(kOrder, kAddresses), trace(), out, "case");
    CHECK(test::read_file(folder / "case_spill.txt").empty());
}

TEST_CASE("A folder with one plan is read under whatever name that has") {
    const test::TempDir dir;
    const std::string folder = dir.path().string();
    const auto open_error = [&](const std::string& from) {
        const Error error = test::error_of([&] { load::read_plan(from, "case", trace()); });
        CHECK(error.kind() == ErrorKind::kBadInput);
        return error.rule();
    };
    CHECK(open_error(folder) == "plan.open");
    CHECK(open_error(folder + "/missing") == "plan.open");
    test::write_file(dir / "theirs_schedule.txt", kOrder);
    CHECK(open_error(folder) == "plan.open");  // no addresses
    test::write_file(dir / "theirs_memory.txt", kAddresses);
    const Error no_spills = test::error_of([&] { load::read_plan(folder, "case", trace()); });
    CHECK(no_spills.rule() == "plan.open");
    CHECK(no_spills.where().file == (dir / "theirs_spill.txt").string());
    CHECK(no_spills.message() ==
          "there is no such file beside theirs_schedule.txt; a plan has three files: if it spills "
          "nothing, create this one empty");
    test::write_file(dir / "theirs_spill.txt", "");
    CHECK(load::read_plan(folder, "case", trace()).spills.empty());
    test::write_file(dir / "other_schedule.txt", kOrder);
    CHECK(open_error(folder) == "plan.open");
    CHECK(load::read_plan(folder, "theirs", trace()).order.size() == 6);
}
