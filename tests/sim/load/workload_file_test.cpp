#include "sim/load/workload_file.h"

#include "sim/load/trace_file.h"
#include "tests/sim/load/found_error.h"
#include "tests/support/paths.h"

#include <catch2/catch.hpp>

#include <string>
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

TEST_CASE("Errors are the readers'") {
    CHECK(test::found(test::error_of([] { load::open("missing.json"); })).rule == "trace.open");
    CHECK(test::found(test::error_of([] { load::open("missing.yaml"); })).rule == "network.open");
}
