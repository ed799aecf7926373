#include "sim/core/error.h"

#include "sim/core/exit_code.h"

#include <catch2/catch.hpp>

#include <string>

using namespace systole;

TEST_CASE("does a message hold place, node, words and rule?") {
    const Error full(ErrorKind::kBadInput,
                     "trace.free-size",
                     {"bad/free_size.json", 66, 9},
                     "FREE gives size 128, its ALLOC 256");
    CHECK(std::string(full.what()) ==
          "bad/free_size.json:66: node 9: FREE gives size 128, its ALLOC 256 [trace.free-size]");
    CHECK(std::string(Error(ErrorKind::kRefused, "a.b", {"f", 0, {}}, "no").what()) ==
          "f: no [a.b]");
    CHECK(std::string(Error(ErrorKind::kRefused, "a.b", {}, "no").what()) == "no [a.b]");
}

TEST_CASE("which exit status does each kind of error give?") {
    CHECK(exit_code_for(ErrorKind::kRefused) == 1);
    CHECK(exit_code_for(ErrorKind::kBadInput) == 2);
    CHECK(exit_code_for(ErrorKind::kStopped) == 3);
    CHECK(exit_code_for(ErrorKind::kInternal) == 4);
}

TEST_CASE("does a broken invariant throw an internal error?") {
    try {
        SYSTOLE_INVARIANT(1 + 1 == 3, "arithmetic is off");
        FAIL("nothing was thrown");
    } catch (const Error& error) {
        CHECK(error.kind() == ErrorKind::kInternal);
        CHECK(std::string(error.what()).find("arithmetic is off (expected 1 + 1 == 3)") !=
              std::string::npos);
    }
}
