#include "sim/core/text_file.h"

#include "tests/sim/config/error_of.h"
#include "tests/support/paths.h"

#include <catch2/catch.hpp>

namespace systole {

using config::error_of;
using config::says;

TEST_CASE("a text file comes back byte for byte") {
    const test::TempDir dir;
    const std::string bytes("a\r\n\0\xFF", 5);
    test::write_file(dir / "core.yaml", bytes);
    test::write_file(dir / "empty.yaml", "");
    CHECK(read_text_file((dir / "core.yaml").string(), {}) == bytes);
    CHECK(read_text_file((dir / "empty.yaml").string(), {}).empty());
}

TEST_CASE("a config that cannot be read says which and why") {
    const test::TempDir dir;
    const std::string missing = (dir / "missing.yaml").string();
    const Error absent = error_of([&] { read_text_file(missing, {}); });
    CHECK(absent.kind() == ErrorKind::kBadInput);
    CHECK(absent.rule() == "config.file");
    CHECK(absent.where().file == missing);
    CHECK(says(absent, "No such file or directory"));

    const Error folder = error_of([&] { read_text_file(dir.path().string(), {}); });
    CHECK(folder.rule() == "config.file");
    CHECK(says(folder, "is a folder"));

    CHECK(error_of([] { read_text_file("", {}); }).rule() == "config.file");
}

TEST_CASE("a file too large to be a config is refused, endless ones too") {
    const test::TempDir dir;
    const std::string path = (dir / "big.yaml").string();
    test::write_file(path, std::string(1u << 20, '#'));
    CHECK(read_text_file(path, {}).size() == 1u << 20);
    test::write_file(path, std::string((1u << 20) + 1, '#'));
    CHECK(says(error_of([&] { read_text_file(path, {}); }), "larger than 1 MiB"));
    CHECK(says(error_of([] { read_text_file("/dev/zero", {}); }), "larger than 1 MiB"));
}

TEST_CASE("a file that another file names is reported where it is named") {
    const Error e = error_of([] { read_text_file("no/base.yaml", {"core.yaml", 7, {}}); });
    CHECK(e.where().file == "core.yaml");
    CHECK(e.where().line == 7);
    CHECK(says(e, "no/base.yaml: cannot open this file"));
}

}  // namespace systole
