#include "sim/core/output_set.h"

#include "sim/core/error.h"
#include "tests/support/paths.h"
#include "tests/support/tiny_traces.h"

#include <catch2/catch.hpp>

#include <filesystem>
#include <string>

using namespace systole;
namespace fs = std::filesystem;

namespace {

InputFiles read_from(const fs::path& path) {
    return {{path.string(), file_id(path.string()), 0, ""}};
}

std::size_t files_in(const fs::path& folder) {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

}  // namespace

TEST_CASE("do the files of a set appear together, and none without commit?") {
    const test::TempDir dir;
    test::write_file(dir / "a", "old");
    {
        OutputSet out;
        out.open((dir / "a").string()).write("new");
        out.open((dir / "b").string()).write("new");
        CHECK(test::read_file(dir / "a") == "old");
        CHECK_FALSE(fs::exists(dir / "b"));
    }
    CHECK(files_in(dir.path()) == 1);
    OutputSet out;
    out.open((dir / "a").string()).write("new a");
    out.open((dir / "b").string()).write("new b");
    out.commit();
    CHECK(test::read_file(dir / "a") == "new a");
    CHECK(test::read_file(dir / "b") == "new b");
    CHECK(files_in(dir.path()) == 2);
}

TEST_CASE("can a set span several folders, one of them the working directory's?") {
    const test::TempDir dir;
    fs::create_directory(dir / "x");
    OutputSet out;
    out.open((dir / "a").string()).write("1");
    out.open((dir / "x/b").string()).write("2");
    out.open((dir / "x/../c").string()).write("3");
    out.commit();
    CHECK(test::read_file(dir / "a") == "1");
    CHECK(test::read_file(dir / "x/b") == "2");
    CHECK(test::read_file(dir / "c") == "3");
}

TEST_CASE("is an output that was read refused, by whatever name?") {
    const test::TempDir dir;
    test::write_file(dir / "in", "input");
    fs::create_symlink("in", dir / "soft");
    fs::create_hard_link(dir / "in", dir / "hard");
    for (const char* name : {"in", "soft", "hard", "./in"}) {
        INFO(name);
        OutputSet out(read_from(dir / "in"));
        const std::string path = (dir / name).string();
        const auto refusal = test::refusal_of([&] { out.open(path); });
        CHECK(refusal.rule == "output.is-input");
        CHECK(refusal.kind == ErrorKind::kBadInput);
        CHECK(refusal.what.find("in); give it another name") != std::string::npos);
        CHECK(test::refusal_of([&] { out.check(path); }).rule == "output.is-input");
        CHECK(test::refusal_of([&] { out.remove(path); }).rule == "output.is-input");
    }
    CHECK(test::read_file(dir / "in") == "input");
    CHECK(files_in(dir.path()) == 3);
}

TEST_CASE("are two outputs that are one file refused?") {
    const test::TempDir dir;
    OutputSet out;
    out.open((dir / "a").string());
    CHECK(test::refusal_of([&] { out.open((dir / "./a").string()); }).rule == "output.twice");
    CHECK_NOTHROW(out.open("/dev/null"));
    CHECK_NOTHROW(out.open("/dev/null"));
}

TEST_CASE("do stale files go when the set comes, and only then?") {
    const test::TempDir dir;
    test::write_file(dir / "stale", "x");
    {
        OutputSet out;
        out.remove((dir / "stale").string());
    }
    CHECK(fs::exists(dir / "stale"));
    OutputSet out;
    out.open((dir / "a").string()).write("a");
    out.remove((dir / "stale").string());
    out.remove((dir / "never-there").string());
    out.commit();
    CHECK_FALSE(fs::exists(dir / "stale"));
    CHECK(test::read_file(dir / "a") == "a");
}

TEST_CASE("does a folder in a file's place stop the whole set?") {
    const test::TempDir dir;
    test::write_file(dir / "a", "old");
    OutputSet out;
    out.open((dir / "a").string()).write("new");
    out.open((dir / "b").string()).write("new");
    fs::create_directory(dir / "b");
    CHECK(test::refusal_of([&] { out.commit(); }).rule == "output.open");
    CHECK(test::read_file(dir / "a") == "old");
}
