#include "tests/cli/program.h"

#include <catch2/catch.hpp>

#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

using namespace systole;
using test::contains;

TEST_CASE("does help say what there is, with examples, and end in 0?") {
    const auto help = test::systole({"--help"});
    CHECK(help.status == 0);
    for (const char* verb : {"run", "schedule", "replay", "trace", "generate"}) {
        CHECK(contains(help.out, verb));
        const auto verb_help = test::systole({verb, "--help"});
        CHECK(verb_help.status == 0);
        CHECK(contains(verb_help.out, "Examples:"));
    }
    CHECK(help.err.empty());
}

TEST_CASE("do the examples of the help texts run?") {
    const test::TempDir dir;
    std::filesystem::create_directory_symlink(test::source_dir() / "configs", dir / "configs");
    std::filesystem::create_directory_symlink(test::source_dir() / "traces", dir / "traces");
    test::ProcessOptions in_dir;
    in_dir.folder = dir.path().string();
    std::size_t run = 0;
    for (const char* verb : {"", "run", "schedule", "replay", "trace", "generate"}) {
        std::vector<std::string> arguments = {"--help"};
        if (*verb != '\0') {
            arguments.insert(arguments.begin(), verb);
        }
        std::istringstream lines(test::systole(arguments).out);
        for (std::string line; std::getline(lines, line);) {
            if (line.rfind("  systole ", 0) != 0) {
                continue;
            }
            std::istringstream words(line.substr(10));
            std::vector<std::string> command;
            for (std::string word; words >> word;) {
                command.push_back(word);
            }
            CAPTURE(line);
            const auto result = test::systole(command, in_dir);
            CAPTURE(result.err);
            CHECK(result.status == 0);
            ++run;
        }
    }
    CHECK(run >= 15);
}

TEST_CASE("is bad usage status 2 with the nearest name?") {
    struct Case {
        std::vector<std::string> arguments;
        const char* says;
    };
    for (const Case& c :
         {Case{{}, "subcommand"},
          Case{{"runn"}, "did you mean 'run'?"},
          Case{{"run"}, "CONFIG is required"},
          Case{{"run", "a.yaml", "b.json", "--schedul", "base"}, "did you mean '--schedule'?"},
          Case{{"run", test::davinci(), test::small_trace(), "--schedule", "bse"},
               "did you mean 'base'?"},
          Case{{"run", test::davinci(), test::small_trace(), "--spill", "lruu"},
               "did you mean 'lru'?"},
          Case{{"run", test::davinci(), test::small_trace(), "--contention", "maybe"}, "maybe"},
          Case{{"run", test::davinci(), test::small_trace(), "--max-cycles", "-3"}, "--max-cycles"},
          Case{{"run", test::davinci(), test::small_trace(), "--max-cycles", "1e3"},
               "--max-cycles is '1e3'"},
          Case{{"run",
                test::davinci(),
                test::small_trace(),
                "--max-cycles",
                "100000000000000000000"},
               "at most 18 digits"},
          Case{{"run", test::davinci(), test::small_trace(), "--out", ""}, "not empty"},
          Case{{"foo"}, "there is no 'foo' (known are: run, schedule, replay"},
          Case{{"trace", "check"}, "TRACE is required"},
          Case{{"trace", "stat", "x.json"}, "did you mean 'stats'?"},
          Case{{"generate", "matmull", "-o", "x.json"}, "did you mean 'matmul'?"}}) {
        CAPTURE(c.arguments);
        const auto result = test::systole(c.arguments);
        CHECK(result.status == 2);
        CHECK(result.out.empty());
        CAPTURE(result.err);
        CHECK(contains(result.err, c.says));
    }
}

TEST_CASE("does --version name the program?") {
    const auto result = test::systole({"--version"});
    CHECK(result.status == 0);
    CHECK(result.out.rfind("systole ", 0) == 0);
}
