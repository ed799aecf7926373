#include "tests/cli/program.h"

#include <catch2/catch.hpp>

#include <filesystem>
#include <string>

using namespace systole;

TEST_CASE("do equal requests give equal bytes from any folder, typed in any way?") {
    const test::TempDir dir;
    std::string printed;
    for (const std::string folder : {"first", "second/deep"}) {
        test::ProcessOptions options;
        options.folder = (dir / folder).string();
        std::filesystem::create_directories(options.folder);
        const auto typed = [&](const std::string& path) {
            return folder == "first" ? path
                                     : std::filesystem::relative(path, options.folder).string();
        };
        const auto result = test::systole(
            {"run",
             typed(test::davinci()),
             typed((test::source_dir() / "traces/networks/alexnet.yaml").string()),
             "-D",
             "energy.table=" +
                 typed((test::source_dir() / "configs/energy/7nm-hbm2.yaml").string()),
             "--out",
             folder == "first" ? "out" : "another/folder",
             "--write",
             "report,layers,page",
             "--json"},
            options);
        REQUIRE(result.status == 0);
        CHECK(test::contains(result.err, "wall time"));
        CHECK((printed.empty() || printed == result.out));
        printed = result.out;
    }
    for (const std::string name : {"report.json", "layers.csv", "report.html"}) {
        CAPTURE(name);
        CHECK(test::read_file(dir / "first/out" / name) ==
              test::read_file(dir / "second/deep/another/folder" / name));
    }
}

TEST_CASE("do two runs of one command give the same bytes in every file?") {
    const test::TempDir dir;
    for (const char* contention : {"off", "on"}) {
        for (const char* folder : {"first", "second"}) {
            // The same command line each time: it is part of the report.
            test::ProcessOptions options;
            options.folder = (dir / folder).string();
            std::filesystem::create_directories(options.folder);
            const auto result = test::systole({"run",
                                               test::davinci(),
                                               test::small_trace(),
                                               "--schedule",
                                               "base",
                                               "--contention",
                                               contention,
                                               "--out",
                                               "out",
                                               "--wave",
                                               "out.vcd"},
                                              options);
            REQUIRE(result.status == 0);
        }
        CHECK(test::read_file(dir / "first/out.vcd") == test::read_file(dir / "second/out.vcd"));
        CHECK_FALSE(test::contains(test::read_file(dir / "first/out.vcd"), "$date"));
        const auto names = test::names_in(dir / "first/out");
        REQUIRE(names.size() == 7);
        CHECK(names == test::names_in(dir / "second/out"));
        for (const std::string& name : names) {
            CAPTURE(name);
            CHECK(test::read_file(dir / "first/out" / name) ==
                  test::read_file(dir / "second/out" / name));
        }
    }
}
