#include "tests/support/process.h"

#include "tests/support/paths.h"

#include <catch2/catch.hpp>

using systole::test::run_process;

TEST_CASE("a program's output, errors and status come back") {
    const auto run = run_process({"sh", "-c", "cat; echo oops >&2; exit 3"}, {"hello", {}, ""});
    REQUIRE(run.has_value());
    CHECK(run->out == "hello");
    CHECK(run->err == "oops\n");
    CHECK(run->status == 3);
}

TEST_CASE("a signal is reported as shells report it") {
    const auto run = run_process({"sh", "-c", "kill -INT $$"});
    REQUIRE(run.has_value());
    CHECK(run->status == 130);
}

TEST_CASE("environment and folder reach the program") {
    const systole::test::TempDir dir;
    const auto run =
        run_process({"sh", "-c", "pwd; echo $ANSWER"}, {"", {{"ANSWER", "42"}}, dir.path()});
    REQUIRE(run.has_value());
    CHECK(run->out == std::filesystem::canonical(dir.path()).string() + "\n42\n");
}

TEST_CASE("a program that does not exist gives no result") {
    CHECK_FALSE(run_process({"systole-no-such-program"}).has_value());
}
