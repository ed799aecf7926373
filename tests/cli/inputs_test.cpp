#include "tests/cli/program.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <string>

using namespace systole;
using test::contains;
using test::davinci;
using test::small_trace;

namespace {

// The config names an energy table; from a stream, names start at the working directory.
test::ProcessOptions among_configs() {
    test::ProcessOptions options;
    options.folder = (test::source_dir() / "configs").string();
    return options;
}

test::ProcessResult bash(const std::string& command) {
    const auto result = test::run_process({"bash", "-c", command}, among_configs());
    REQUIRE(result.has_value());
    return *result;
}

std::string hash_of_input(const std::string& json, const std::string& role) {
    const auto report = nlohmann::json::parse(json);
    for (const auto& input : report.at("provenance").at("inputs")) {
        if (input.at("role") == role) {
            return input.at("sha256");
        }
    }
    return "";
}

std::string sha256sum(const std::string& path) {
    return bash("sha256sum < '" + path + "'").out.substr(0, 64);
}

}  // namespace

TEST_CASE("is a config from a pipe read once, and its hash that of its bytes?") {
    const auto run = bash("timeout 60 '" + std::string(SYSTOLE_PROGRAM) + "' run <(cat '" +
                          davinci() + "') '" + small_trace() + "' --json");
    REQUIRE(run.status == 0);
    CHECK(hash_of_input(run.out, "config") == sha256sum(davinci()));
    CHECK(hash_of_input(run.out, "trace") == sha256sum(small_trace()));
}

TEST_CASE("does a named pipe end with its writer?") {
    const test::TempDir dir;
    const std::string pipe = (dir / "pipe").string();
    const auto run =
        bash("mkfifo '" + pipe + "'; cat '" + davinci() + "' > '" + pipe + "' & timeout 60 '" +
             SYSTOLE_PROGRAM + "' run '" + pipe + "' '" + small_trace() + "' --json");
    REQUIRE(run.status == 0);
    CHECK(hash_of_input(run.out, "config") == sha256sum(davinci()));
}

TEST_CASE("can the config come from standard input?") {
    test::ProcessOptions options = among_configs();
    options.input = test::read_file(davinci());
    const auto run = test::systole({"run", "-", small_trace(), "--json"}, options);
    REQUIRE(run.status == 0);
    CHECK(hash_of_input(run.out, "config") == sha256sum(davinci()));
}
