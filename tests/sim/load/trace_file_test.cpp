#include "sim/load/trace_file.h"

#include "tests/sim/load/found_error.h"
#include "tests/support/paths.h"

#include <catch2/catch.hpp>

#include <filesystem>
#include <iterator>
#include <string>

using namespace systole;
using test::Found;

namespace {

namespace fs = std::filesystem;

std::size_t files_in(const fs::path& folder) {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

Found load_error(const std::string& path) {
    const Error error = test::error_of([&] { load::load_trace(path); });
    CHECK(error.kind() == ErrorKind::kBadInput);
    return test::found(error);
}

}  // namespace

TEST_CASE("The case is named as its file is, without folder and ending") {
    CHECK(load::case_name("a/b/Conv_Case0.json") == "Conv_Case0");
    CHECK(load::case_name("Conv_Case0_Nodes.csv") == "Conv_Case0");
    CHECK(load::case_name("../Conv_Case0_Edges.csv") == "Conv_Case0");
    CHECK(load::case_name("x/Conv.v2") == "Conv.v2");
    CHECK(load::case_name("-") == "stdin");
}

TEST_CASE("A trace is written and found again under every kind of name") {
    const test::TempDir dir;
    const ir::Program trace = test::trace_of(test::kSmall);
    const std::string start = (dir / "case").string();
    load::write_trace(trace, start + ".json");
    CHECK(files_in(dir.path()) == 1);
    CHECK(test::read_file(dir / "case.json") == test::kSmall);
    for (const char* name : {"/case_Nodes.csv", "/case_Edges.csv", "/case"}) {
        const test::TempDir other;
        load::write_trace(trace, other.path().string() + name);
        CHECK(files_in(other.path()) == 2);
        for (const char* from : {"/case_Nodes.csv", "/case_Edges.csv", "/case"}) {
            CHECK(test::json_of(load::load_trace(other.path().string() + from)) == test::kSmall);
        }
    }
    CHECK(test::json_of(load::load_trace(start + ".json")) == test::kSmall);
}

TEST_CASE("A name that tells no format is refused, and nothing is written") {
    const test::TempDir dir;
    const ir::Program trace = test::trace_of(test::kSmall);
    for (const char* name : {"/case.csv", "/case.jsn", "/case.txt"}) {
        const std::string path = dir.path().string() + name;
        const Error error = test::error_of([&] { load::write_trace(trace, path); });
        CHECK(error.rule() == "trace.format");
        CHECK(load_error(path) == Found{"trace.open"});
        CHECK(files_in(dir.path()) == 0);
    }
    test::write_file(dir / "case.txt", test::kSmall);
    CHECK(load_error((dir / "case.txt").string()) == Found{"trace.format"});
}

TEST_CASE("A file that cannot be read is refused by name") {
    const test::TempDir dir;
    fs::create_directory(dir / "folder.json");
    CHECK(load_error((dir / "missing.json").string()) == Found{"trace.open"});
    CHECK(load_error((dir / "folder.json").string()) == Found{"trace.open"});
    CHECK(load_error(dir.path().string()) == Found{"trace.open"});
    test::write_file(dir / "half_Nodes.csv", "Id,Op,BufId,Size,Type,Pipe,Cycles,Bufs\n");
    const Error error = test::error_of([&] { load::load_trace((dir / "half").string()); });
    CHECK(error.rule() == "trace.open");
    CHECK(error.where().file == (dir / "half_Edges.csv").string());
    test::write_file(dir / "empty.json", "");
    CHECK(load_error((dir / "empty.json").string()) == Found{"trace.empty"});
}

TEST_CASE("Loading proves the facts; reading alone does not") {
    const test::TempDir dir;
    const std::string path = (dir / "broken.json").string();
    test::write_file(path, test::small_with("[0,1],", ""));
    CHECK(load_error(path) == Found{"trace.leaf", 2, 0});
    CHECK(load::read_trace(path).edges() == 1);
}

// The table of spec/execution_model.md, "Facts about the public traces". The sixth trace of that
// table could not be obtained.
TEST_CASE("The public traces load, are well formed and have the facts that are known of them") {
    const auto shared = test::shared_dir();
    if (!shared) {
        WARN("the public traces are not here; nothing was tested");
        return;
    }
    struct Facts {
        const char* name;
        std::size_t nodes, edges, buffers;
        std::uint64_t volume;
    };
    for (const Facts& facts : {Facts{"Conv_Case0", 2580, 3869, 831, 150807},
                               Facts{"FlashAttention_Case0", 1716, 2712, 572, 64264},
                               Facts{"FlashAttention_Case1", 6952, 11184, 2328, 248976},
                               Facts{"Matmul_Case0", 4160, 7104, 1216, 163840},
                               Facts{"Matmul_Case1", 30976, 55040, 8960, 1179648}}) {
        const fs::path path = *shared / "traces" / "davinci" / (std::string(facts.name) + ".json");
        INFO(path);
        const ir::Program trace = load::load_trace(path.string());
        CHECK(trace.nodes() == facts.nodes);
        CHECK(trace.edges() == facts.edges);
        CHECK(trace.buffers() == facts.buffers);
        std::uint64_t volume = 0;
        for (std::uint32_t size : trace.size) {
            volume += size;
        }
        CHECK(volume == facts.volume);

        const test::TempDir dir;
        const std::string start = (dir / facts.name).string();
        load::write_trace(trace, start);
        load::write_trace(load::load_trace(start), start + ".json");
        const ir::Program again = load::load_trace(start + ".json");
        CHECK(again.op == trace.op);
        CHECK(again.op_names == trace.op_names);
        CHECK(again.cycles == trace.cycles);
        CHECK(again.pipe == trace.pipe);
        CHECK(again.bufs.offsets == trace.bufs.offsets);
        CHECK(again.bufs.values == trace.bufs.values);
        CHECK(again.size == trace.size);
        CHECK(again.tier == trace.tier);
        CHECK(again.backed == trace.backed);
        CHECK(again.alloc == trace.alloc);
        CHECK(again.free == trace.free);
        CHECK(again.buffer_label == trace.buffer_label);
        CHECK(again.succ.offsets == trace.succ.offsets);
        CHECK(again.succ.values == trace.succ.values);
        CHECK(again.pred.values == trace.pred.values);
    }
}

TEST_CASE("A file of another kind is called what it is") {
    const test::TempDir dir;
    const auto message = [&](const char* name, const std::string& text) {
        test::write_file(dir / name, text);
        const Error error = test::error_of([&] { load::load_trace((dir / name).string()); });
        CHECK(error.rule() == "trace.format");
        return error.message();
    };
    CHECK(message("a.cfg", "[general]\nrun_name = x\n") ==
          "this looks like a SCALE-Sim configuration (--scalesim-cfg); expected a JSON trace "
          "(WORKLOAD)");
    CHECK(message("case_schedule.txt", "0\n1\n") ==
          "this looks like part of a plan (its folder is given with --plan); expected a JSON trace "
          "(WORKLOAD)");
}
