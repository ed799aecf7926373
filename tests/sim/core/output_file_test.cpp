#include "sim/core/output_file.h"

#include "tests/support/outputs.h"
#include "tests/support/paths.h"
#include "tests/support/tiny_traces.h"

#include <catch2/catch.hpp>

#include <filesystem>
#include <string>

using namespace systole;
namespace fs = std::filesystem;

TEST_CASE("does a file appear only when it is whole?") {
    const test::TempDir dir;
    const fs::path path = dir / "out.txt";
    {
        OutputFile file(path.string());
        file.write("half");
        CHECK_FALSE(fs::exists(path));
    }
    CHECK(fs::is_empty(dir.path()));
    test::write_output(path, [](OutputFile& file) { file.write("whole"); });
    CHECK(test::read_file(path) == "whole");
}

TEST_CASE("does an unfinished file leave the old one alone?") {
    const test::TempDir dir;
    const fs::path path = dir / "out.txt";
    test::write_file(path, "old");
    { OutputFile(path.string()).write("new"); }
    CHECK(test::read_file(path) == "old");
}

TEST_CASE("is the file behind a symbolic link replaced, not the link?") {
    const test::TempDir dir;
    test::write_file(dir / "target", "old");
    fs::create_symlink(dir / "target", dir / "link");
    test::write_output(dir / "link", [](OutputFile& file) { file.write("new"); });
    CHECK(fs::is_symlink(dir / "link"));
    CHECK(test::read_file(dir / "target") == "new");
}

TEST_CASE("is a device written straight, and a full one an error?") {
    OutputFile null("/dev/null");
    null.write("x");
    null.finish();
    OutputFile full("/dev/full");
    full.write("x");
    const auto refusal = test::refusal_of([&] { full.finish(); });
    CHECK(refusal.rule == "output.write");
    CHECK(refusal.kind == ErrorKind::kBadInput);
    CHECK(refusal.what.find("/dev/full: cannot write this file: No space left on device") == 0);
}

TEST_CASE("is a folder that is not there named with the reason?") {
    const auto refusal = test::refusal_of([] { OutputFile("/no/such/folder/x"); });
    CHECK(refusal.rule == "output.open");
    CHECK(refusal.what.find("No such file or directory") != std::string::npos);
}

TEST_CASE("can a writer that insists on a name and its ending use a pending file?") {
    const test::TempDir dir;
    const std::string path = (dir / "run.vcd").string();
    {
        const PendingFile dropped(path, ".vcd");
        CHECK(dropped.path().substr(dropped.path().size() - 4) == ".vcd");
        CHECK(fs::exists(dropped.path()));
    }
    CHECK(fs::is_empty(dir.path()));
    PendingFile kept(path, ".vcd");
    test::write_file(kept.path(), "wave");
    CHECK(kept.final_path() == path);
    const std::string name = kept.path();
    kept.let_go();
    CHECK(test::read_file(name) == "wave");
}
