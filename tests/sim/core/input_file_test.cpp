#include "sim/core/input_file.h"

#include "sim/core/error.h"
#include "tests/support/paths.h"
#include "tests/support/tiny_traces.h"

#include <catch2/catch.hpp>

#include <filesystem>

using namespace systole;
namespace fs = std::filesystem;

TEST_CASE("is a file the same under every name that leads to it?") {
    const test::TempDir dir;
    const std::string file = (dir / "f").string();
    test::write_file(file, "x");
    fs::create_symlink("f", dir / "soft");
    fs::create_hard_link(file, dir / "hard");
    CHECK(file_id(file) != FileId{});
    CHECK(file_id((dir / "soft").string()) == file_id(file));
    CHECK(file_id((dir / "hard").string()) == file_id(file));
    CHECK(file_id((dir / "none").string()) == FileId{});
    test::write_file(dir / "other", "x");
    CHECK(file_id((dir / "other").string()) != file_id(file));
}

TEST_CASE("can standard input be only one of the inputs?") {
    CHECK_NOTHROW(refuse_second_stdin({"-", "a", "b"}));
    CHECK_NOTHROW(refuse_second_stdin({"a", "b"}));
    const auto refusal = test::refusal_of([] { refuse_second_stdin({"-", "a", "-"}); });
    CHECK(refusal.rule == "usage.stdin");
    CHECK(refusal.kind == ErrorKind::kBadInput);
}
