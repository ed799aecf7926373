#include "sim/load/workload_file.h"

#include "sim/load/trace_file.h"
#include "tests/sim/load/found_error.h"
#include "tests/support/paths.h"

#include <catch2/catch.hpp>
#include <sys/stat.h>

#include <filesystem>
#include <string>
#include <thread>
#include <utility>
#include <vector>

using namespace systole;

namespace {

std::vector<std::string> paths(const InputFiles& files) {
    std::vector<std::string> names;
    for (const InputFile& file : files) {
        names.push_back(file.path);
    }
    return names;
}

}  // namespace

TEST_CASE("Is it a list of layers or a trace, what is it called, which files was it read from?") {
    const test::TempDir dir;
    const auto at = [&](const char* name) { return (dir / name).string(); };
    test::write_file(dir / "net.csv", "Layer, M, N, K,\na, 1, 2, 3,\n");
    test::write_file(dir / "list.yaml",
                     "name: other\nlayers:\n  - {name: a, kind: gemm, m: 1, n: 2, k: 3}\n");
    for (const char* name : {"net.csv", "list.yaml"}) {
        CAPTURE(name);
        const load::Workload workload = load::open(at(name));
        CHECK(workload.name == std::string(name).substr(0, std::string(name).find('.')));
        CHECK(paths(workload.files) == std::vector<std::string>{at(name)});
        REQUIRE(workload.network() != nullptr);
        CHECK(workload.network()->layers.size() == 1);
        CHECK(workload.program() == nullptr);
    }

    test::write_file(dir / "case.json", test::kSmall);
    const load::Workload json = load::open(at("case.json"));
    CHECK(json.name == "case");
    CHECK(paths(json.files) == std::vector<std::string>{at("case.json")});
    REQUIRE(json.program() != nullptr);
    CHECK(json.network() == nullptr);

    load::write_trace(*json.program(), at("pair_Nodes.csv"));
    const load::Workload pair = load::open(at("pair"));
    CHECK(pair.name == "pair");
    CHECK(paths(pair.files) ==
          std::vector<std::string>{at("pair_Nodes.csv"), at("pair_Edges.csv")});
    REQUIRE(pair.program() != nullptr);
    CHECK(pair.program()->nodes() == json.program()->nodes());
}

TEST_CASE("Is what has another name, or is a pipe, read by what it holds?") {
    const test::TempDir dir;
    const std::vector<std::pair<std::string, bool>> texts = {
        {"Layer, M, N, K,\na, 1, 2, 3,\n", true},
        {"\nlayers:\n  - {name: a, kind: gemm, m: 1, n: 2, k: 3}\n", true},
        {"\n " + std::string(test::kSmall), false}};
    for (const auto& [text, is_network] : texts) {
        CAPTURE(text);
        const auto check = [is_network = is_network](const load::Workload& workload) {
            CHECK((workload.network() != nullptr) == is_network);
            CHECK((workload.program() != nullptr) == !is_network);
            REQUIRE(workload.files.size() == 1);
            CHECK(workload.files[0].sha256.size() == 64);
        };
        const std::string file = (dir / "workload.txt").string();
        test::write_file(file, text);
        check(load::open(file));
        const std::string pipe = (dir / "pipe").string();
        REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
        std::thread writer([&, &body = text] { test::write_file(pipe, body); });
        check(load::open(pipe));
        writer.join();
        std::filesystem::remove(pipe);
    }
    test::write_file(dir / "plan.txt", "0\n1\n2\n");
    CHECK(test::found(test::error_of([&] { load::open((dir / "plan.txt").string()); })).rule ==
          "network.kind");
    CHECK(test::found(test::error_of([&] { load::open(dir.path().string()); })).rule ==
          "trace.open");
}

TEST_CASE("Errors are the readers'") {
    CHECK(test::found(test::error_of([] { load::open("missing.json"); })).rule == "trace.open");
    CHECK(test::found(test::error_of([] { load::open("missing.yaml"); })).rule == "network.open");
}
