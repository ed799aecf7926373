#include "sim/core/sha256.h"

#include "sim/core/error.h"
#include "tests/support/paths.h"

#include <catch2/catch.hpp>

#include <string>

using systole::sha256_of_file;
using systole::test::TempDir;
using systole::test::write_file;

TEST_CASE("The SHA-256 of a file is that of FIPS 180-4") {
    const TempDir dir;
    write_file(dir / "f", "");
    CHECK(sha256_of_file(dir / "f") ==
          "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    write_file(dir / "f", "abc");
    CHECK(sha256_of_file(dir / "f") ==
          "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    // A million times "a": many chunks.
    write_file(dir / "f", std::string(1'000'000, 'a'));
    CHECK(sha256_of_file(dir / "f") ==
          "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST_CASE("The SHA-256 of a text does not depend on the pieces it comes in") {
    CHECK(systole::sha256_of_text("abc") ==
          "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    systole::Sha256 digest;
    digest.update("a");
    digest.update("");
    digest.update("bc");
    CHECK(digest.finish() == systole::sha256_of_text("abc"));
}

TEST_CASE("A file that cannot be read is an error with its name") {
    const TempDir dir;
    const auto rule_of = [](const std::string& path) {
        try {
            sha256_of_file(path);
        } catch (const systole::Error& error) {
            CHECK(error.where().file == path);
            return error.rule();
        }
        return std::string("no error");
    };
    CHECK(rule_of(dir / "missing") == "input.open");
    CHECK(rule_of(dir.path()) == "input.read");
}
