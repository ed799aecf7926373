#include "sim/core/byte_source.h"

#include "tests/support/paths.h"
#include "tests/support/tiny_traces.h"

#include <catch2/catch.hpp>
#include <sys/stat.h>

#include <fstream>
#include <string>
#include <thread>

using namespace systole;

namespace {

const ByteSource::Rules kRules = {"test.open", "test.read"};

// SHA-256("abc"), FIPS 180-2, appendix B.1.
const char* const kAbc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

std::string all_of(ByteSource source) {
    std::string text;
    for (std::string_view piece = source.next(); !piece.empty(); piece = source.next()) {
        text.append(piece);
    }
    return text;
}

}  // namespace

TEST_CASE("is a file hashed while it is read?") {
    const test::TempDir dir;
    const std::string path = (dir / "f").string();
    test::write_file(path, "abc");
    InputFiles log;
    CHECK(all_of(ByteSource(path, kRules, &log)) == "abc");
    REQUIRE(log.size() == 1);
    CHECK(log[0].path == path);
    CHECK(log[0].bytes == 3);
    CHECK(log[0].sha256 == kAbc);
    CHECK(log[0].id == file_id(path));
}

TEST_CASE("is the hash that of the bytes that were read, whatever becomes of the file?") {
    const test::TempDir dir;
    const std::string path = (dir / "f").string();
    test::write_file(path, "abc");
    InputFiles log;
    ByteSource source(path, kRules, &log);
    CHECK(source.next() == "abc");
    CHECK(log[0].sha256.empty());
    std::filesystem::remove(path);
    CHECK(source.next().empty());
    CHECK(log[0].sha256 == kAbc);
}

TEST_CASE("is a pipe read and hashed once?") {
    const test::TempDir dir;
    const std::string path = (dir / "pipe").string();
    REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
    std::thread writer([&] { std::ofstream(path) << "abc"; });
    InputFiles log;
    CHECK(all_of(ByteSource(path, kRules, &log)) == "abc");
    writer.join();
    CHECK(log[0].sha256 == kAbc);
}

TEST_CASE("do pieces of a long file join to its bytes?") {
    const test::TempDir dir;
    const std::string path = (dir / "f").string();
    const std::string bytes(200'001, 'x');
    test::write_file(path, bytes);
    InputFiles log;
    CHECK(all_of(ByteSource(path, kRules, &log)) == bytes);
    CHECK(log[0].bytes == 200'001);
}

TEST_CASE("does a name with a NUL byte open nothing?") {
    const test::TempDir dir;
    test::write_file(dir / "e1.yaml", "abc");
    const std::string path = (dir / "e1.yaml").string() + std::string("\0.txt", 5);
    const auto refusal = test::refusal_of([&] { ByteSource(path, kRules); });
    CHECK(refusal.rule == "test.open");
    CHECK(refusal.what.find("NUL byte") != std::string::npos);
}

TEST_CASE("is a file that is missing or a folder refused with the reason?") {
    const test::TempDir dir;
    CHECK(test::refusal_of([&] {
              ByteSource((dir / "none").string(), kRules);
          }).what.find("cannot open this file: No such file or directory [test.open]") !=
          std::string::npos);
    CHECK(test::refusal_of([&] {
              ByteSource(dir.path().string(), kRules);
          }).what.find("this is a folder") != std::string::npos);
}
