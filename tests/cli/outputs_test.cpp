#include "tests/cli/program.h"

#include <catch2/catch.hpp>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <string>

using namespace systole;
using test::contains;
using test::davinci;
using test::small_trace;
namespace fs = std::filesystem;

namespace {

std::string network() {
    return (test::source_dir() / "traces/networks/alexnet.yaml").string();
}

void check_refused(const std::vector<std::string>& arguments, const fs::path& input) {
    const std::string before = test::read_file(input);
    const auto result = test::systole(arguments);
    INFO(result.err);
    CHECK(result.status == 2);
    CHECK(contains(result.err, "[output.is-input]"));
    CHECK(test::read_file(input) == before);
}

}  // namespace

TEST_CASE("does no verb write over what it read, links included?") {
    const test::TempDir dir;
    const fs::path layers = dir / "net.yaml";
    const fs::path trace = dir / "report.json";
    fs::copy_file(network(), layers);
    fs::copy_file(small_trace(), trace);
    fs::create_symlink("net.yaml", dir / "link.html");
    fs::create_symlink("report.json", dir / "explain.csv");
    const std::string here = dir.path().string();
    check_refused({"roofline", davinci(), layers.string(), "--out", layers.string()}, layers);
    check_refused({"roofline", davinci(), layers.string(), "--out", (dir / "link.html").string()},
                  layers);
    check_refused({"run", davinci(), trace.string(), "--out", here}, trace);
    check_refused({"run", davinci(), trace.string(), "--wave", trace.string()}, trace);
    check_refused({"schedule",
                   davinci(),
                   trace.string(),
                   "--out",
                   here,
                   "--explain",
                   (dir / "explain.csv").string()},
                  trace);
    check_refused({"trace", "convert", trace.string(), "-o", trace.string()}, trace);
    CHECK(test::names_in(dir.path()) ==
          std::vector<std::string>{"explain.csv", "link.html", "net.yaml", "report.json"});
}

TEST_CASE("is a path that is not UTF-8 no bug of ours in JSON?") {
    const test::TempDir dir;
    const std::string path = (dir / "t\xFF.json").string();
    fs::copy_file(small_trace(), path);
    for (const char* verb : {"stats", "check"}) {
        const auto result = test::systole({"trace", verb, path, "--json"});
        INFO(result.err);
        CHECK(result.status == 0);
        CHECK(contains(result.out, "t\xEF\xBF\xBD"));  // U+FFFD
    }
    const auto run = test::systole({"run", davinci(), path, "--json"});
    CHECK(run.status == 0);
}

TEST_CASE("is a wave without a folder for temporary files bad input?") {
    const test::TempDir dir;
    test::ProcessOptions options;
    options.environment = {{"TMPDIR", "/nonexistent"}};
    const auto result = test::systole(
        {"run", davinci(), small_trace(), "--wave", (dir / "x.vcd").string()}, options);
    CHECK(result.status == 2);
    CHECK(contains(result.err, "/nonexistent: a wave needs a folder for temporary files"));
    CHECK(test::names_in(dir.path()).empty());
}

TEST_CASE("does a signal that is ignored stay ignored?") {
    const test::TempDir dir;
    const std::string target = (dir / "big.json").string();
    const pid_t child = ::fork();
    if (child == 0) {
        ::signal(SIGHUP, SIG_IGN);  // as nohup does
        ::execl(SYSTOLE_PROGRAM,
                SYSTOLE_PROGRAM,
                "generate",
                "matmul",
                "--m",
                "32",
                "--n",
                "32",
                "--k",
                "32",
                "--quiet",
                "-o",
                target.c_str(),
                nullptr);
        ::_exit(127);
    }
    for (int i = 0; i < 20000 && fs::is_empty(dir.path()); ++i) {
        ::usleep(500);
    }
    ::kill(child, SIGHUP);
    int status = 0;
    ::waitpid(child, &status, 0);
    CHECK(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 0);
    CHECK(test::names_in(dir.path()) == std::vector<std::string>{"big.json"});
}

TEST_CASE("are numbers and names of layers held to one grammar?") {
    const test::TempDir dir;
    const auto run_layer = [&](const std::string& layer) {
        test::write_file(dir / "n.yaml", "layers:\n  - " + layer + "\n");
        return test::systole({"run", davinci(), (dir / "n.yaml").string()});
    };
    CHECK(run_layer("{name: a, kind: gemm, m: 4, n: 4, k: 4}").status == 0);
    const auto octal = run_layer("{name: a, kind: gemm, m: 010, n: 4, k: 4}");
    CHECK(octal.status == 2);
    CHECK(contains(octal.err, "drop the leading zero"));
    CHECK(contains(octal.err, "[network.number]"));
    const auto quoted = run_layer("{name: a, kind: gemm, m: \"4\", n: 4, k: 4}");
    CHECK(quoted.status == 2);
    CHECK(contains(quoted.err, "write it without quotes"));
    const auto escape = run_layer("{name: \"a\\e[31m\", kind: gemm, m: 4, n: 4, k: 4}");
    CHECK(escape.status == 2);
    CHECK(contains(escape.err, "a\\x1B[31m [network.name]"));
    const auto huge =
        run_layer("{name: " + std::string(2000, 'x') + ", kind: gemm, m: 4, n: 4, k: 4}");
    CHECK(huge.status == 2);
    CHECK(contains(huge.err, "has 2000 bytes, expected at most 1024"));
}

TEST_CASE("do blanks without end cost no memory, and is a text without end refused?") {
    const auto stats_of = [](const std::string& text) {
        const auto result =
            test::run_process({"bash",
                               "-c",
                               "ulimit -v 1000000; { printf '{'; " + text + "; } | '" +
                                   SYSTOLE_PROGRAM + "' trace stats - 2>&1"});
        REQUIRE(result.has_value());
        return *result;
    };
    const auto blanks = stats_of("head -c 1500000000 /dev/zero | tr '\\0' ' '; printf '}'");
    CHECK(blanks.status == 2);
    CHECK_FALSE(contains(blanks.out, "memory"));
    const auto text = stats_of("printf '\"'; head -c 1500000000 /dev/zero | tr '\\0' 'x'");
    CHECK(text.status == 2);
    CHECK(contains(text.out, "[trace.text-length]"));
}

TEST_CASE("does --csv-safe keep a spreadsheet from taking a name for a formula?") {
    const test::TempDir dir;
    test::write_file(dir / "n.yaml", "layers:\n  - {name: '=1+1', kind: gemm, m: 4, n: 4, k: 4}\n");
    const std::string network = (dir / "n.yaml").string();
    const std::string out = (dir / "out").string();
    REQUIRE(test::systole({"run", davinci(), network, "--out", out}).status == 0);
    CHECK(contains(test::read_file(dir / "out/layers.csv"), "\n0,=1+1,"));
    REQUIRE(test::systole({"run", davinci(), network, "--csv-safe", "--out", out}).status == 0);
    CHECK(contains(test::read_file(dir / "out/layers.csv"), "\n0,'=1+1,"));
}
