#include "tests/cli/program.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <string>
#include <vector>

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

TEST_CASE("can any verb's workload come from standard input, by what it holds?") {
    const std::string layers = (test::source_dir() / "traces/networks/alexnet.yaml").string();
    const std::string topology =
        (test::source_dir() / "traces/scalesim/bert-base-128.csv").string();
    const test::TempDir dir;
    const std::string out = (dir / "out").string();
    struct Case {
        std::vector<std::string> arguments;
        std::string file;  // that stands at its "-"
        bool same_json;    // as with the file's own name
    };
    for (const Case& c :
         {Case{{"run", davinci(), "-", "--json"}, small_trace(), true},
          Case{{"run", davinci(), "-", "--json"}, layers, true},
          Case{{"run", davinci(), "-", "--json"}, topology, true},
          Case{{"roofline", davinci(), "-", "--json"}, layers, true},
          Case{{"trace", "stats", "-", "--json"}, small_trace(), false},
          Case{{"trace", "check", "-"}, small_trace(), false},
          Case{{"trace", "convert", "-", "-o", out + "_Nodes.csv"}, small_trace(), false},
          Case{{"lower", davinci(), "-", "-o", out + ".json"}, layers, false},
          Case{{"schedule", davinci(), "-", "--out", out}, small_trace(), false}}) {
        CAPTURE(c.arguments, c.file);
        test::ProcessOptions options;
        options.input = test::read_file(c.file);
        const auto run = test::systole(c.arguments, options);
        INFO(run.err);
        REQUIRE(run.status == 0);
        if (c.same_json) {
            std::vector<std::string> named = c.arguments;
            *std::find(named.begin(), named.end(), "-") = c.file;
            const auto from_file = nlohmann::json::parse(test::systole(named).out);
            const auto from_stdin = nlohmann::json::parse(run.out);
            for (const char* key : {"makespan", "layers", "lower_bound"}) {
                if (from_file.contains(key) && from_file[key].is_number()) {
                    CHECK(from_stdin[key] == from_file[key]);
                }
            }
        }
    }
}

TEST_CASE("can a workload come from a pipe, by every verb that reads one?") {
    const std::string networks = (test::source_dir() / "traces").string();
    const std::string program = "timeout 60 '" + std::string(SYSTOLE_PROGRAM) + "' ";
    const std::string layers = " <(cat '" + networks + "/networks/alexnet.yaml')";
    const std::string topology = " <(cat '" + networks + "/scalesim/bert-base-128.csv')";
    const std::string trace = " <(cat '" + small_trace() + "')";
    const std::string config = " '" + davinci() + "'";
    for (const std::string& command :
         {"run" + config + trace,
          "run" + config + layers,
          "run" + config + topology,
          "roofline" + config + layers,
          "trace stats" + trace,
          "trace check" + trace,
          "run --scalesim-cfg '" + networks + "/scalesim/array-32x32.cfg' -t" + topology}) {
        CAPTURE(command);
        const auto result = bash(program + command);
        INFO(result.err);
        CHECK(result.status == 0);
    }
}

TEST_CASE("are two inputs that are both standard input refused, by every verb with two?") {
    const test::TempDir dir;
    const std::string out = (dir / "x.json").string();
    for (const std::vector<std::string>& arguments :
         std::vector<std::vector<std::string>>{{"run", "-", "-"},
                                               {"schedule", "-", "-", "--out", out},
                                               {"replay", "-", "-", "--plan", out},
                                               {"roofline", "-", "-"},
                                               {"lower", "-", "-", "-o", out},
                                               {"config", "diff", "-", "-"},
                                               {"compare", "-", "-"},
                                               {"run", "--scalesim-cfg", "-", "-t", "-"}}) {
        CAPTURE(arguments);
        test::ProcessOptions options;
        options.input = test::read_file(davinci());
        const auto result = test::systole(arguments, options);
        CHECK(result.status == 2);
        CHECK(contains(result.err, "[usage.stdin]"));
    }
}

TEST_CASE("does compare take a report from standard input?") {
    const test::TempDir dir;
    REQUIRE(
        test::systole({"run", davinci(), small_trace(), "--out", (dir / "out").string()}).status ==
        0);
    const std::string report = (dir / "out/report.json").string();
    test::ProcessOptions options;
    options.input = test::read_file(report);
    const auto result =
        test::systole({"compare", report, "-", "--fail-if", "makespan > +0"}, options);
    INFO(result.err);
    CHECK(result.status == 0);
}

TEST_CASE("is a file that was given for another kind called what it is?") {
    const test::TempDir dir;
    REQUIRE(
        test::systole({"run", davinci(), small_trace(), "--out", (dir / "out").string()}).status ==
        0);
    const auto as_trace = test::systole({"run", davinci(), (dir / "out/report.json").string()});
    CHECK(as_trace.status == 2);
    CHECK(contains(as_trace.err, "this looks like a report of ours; expected a JSON trace"));
    CHECK(contains(as_trace.err, "[trace.kind]"));

    const std::string large = (dir / "large.json").string();
    test::write_file(large, "{\"Nodes\":[" + std::string(2 << 20, ' ') + "],\"Edges\":[]}");
    const auto as_config = test::systole({"run", large, small_trace()});
    CHECK(as_config.status == 2);
    CHECK(contains(as_config.err, "is larger than 1 MiB"));
    CHECK(contains(as_config.err, "this looks like a JSON trace (WORKLOAD)"));

    const auto as_network = test::systole({"roofline", davinci(), small_trace()});
    CHECK(as_network.status == 2);
    CHECK(contains(as_network.err, "this is a trace; expected a list of layers"));
}
