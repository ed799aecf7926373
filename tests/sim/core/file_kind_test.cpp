#include "sim/core/file_kind.h"

#include "sim/core/error.h"

#include <catch2/catch.hpp>

using namespace systole;

TEST_CASE("what does a file look like?") {
    CHECK(guess_file_kind("# core\nname: x\ntiers:\n  l1: {capacity: 1}\n") ==
          FileKind::kArchitecture);
    CHECK(guess_file_kind("# AlexNet, grouped\n# from the paper\nname: n\nlayers:\n") ==
          FileKind::kLayerList);
    CHECK(guess_file_kind("name: n\nlayers:\n  - {name: a}\n") == FileKind::kLayerList);
    CHECK(guess_file_kind("name: e\nmac:\n  int8: {value: 1}\n") == FileKind::kEnergyTable);
    CHECK(guess_file_kind("[general]\nrun_name = x\n[architecture_presets]\n") ==
          FileKind::kScalesimCfg);
    CHECK(guess_file_kind("\xEF\xBB\xBFLayer, M, N, K,\na, 1, 2, 3,\n") == FileKind::kTopology);
    CHECK(guess_file_kind("{\"Nodes\":[\n") == FileKind::kTraceJson);
    CHECK(guess_file_kind("{\n  \"schema\": \"x\"") == FileKind::kReport);
    CHECK(guess_file_kind("Id,Op,BufId,Size\n") == FileKind::kTraceCsv);
    CHECK(guess_file_kind("0\n1\n2\n") == FileKind::kPlan);
    CHECK(guess_file_kind("10:0\n20:256\n") == FileKind::kPlan);
    for (const char* text : {"", "\n", "hello\n", "{}", "a: 1\n", "7", "a,b\n1,2\n"}) {
        CAPTURE(text);
        CHECK_FALSE(guess_file_kind(text));
    }
}

TEST_CASE("a file of another kind is called what it looks like") {
    CHECK_NOTHROW(refuse_other_kind("tiers:\n", FileKind::kArchitecture, "config.kind", "f"));
    CHECK_NOTHROW(refuse_other_kind("who knows\n", FileKind::kArchitecture, "config.kind", "f"));
    try {
        refuse_other_kind("layers:\n", FileKind::kArchitecture, "config.kind", "n.yaml");
        FAIL("not refused");
    } catch (const Error& error) {
        CHECK(std::string(error.what()) ==
              "n.yaml: this looks like a list of layers (WORKLOAD); expected an architecture "
              "(CONFIG) [config.kind]");
    }
}
