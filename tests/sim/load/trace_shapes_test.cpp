// Shapes on the nodes of a trace, in both formats.

#include "sim/load/trace_csv.h"
#include "sim/load/trace_file.h"
#include "sim/load/trace_json.h"
#include "sim/lower/lower_network.h"
#include "tests/sim/load/found_error.h"
#include "tests/support/paths.h"
#include "tests/support/random_network.h"

#include <catch2/catch.hpp>

#include <string>

using namespace systole;
using test::Found;

namespace {

void check_same(const ir::Program& a, const ir::Program& b) {
    REQUIRE(a.cycles == b.cycles);
    REQUIRE(a.bufs.values == b.bufs.values);
    REQUIRE(a.succ.values == b.succ.values);
    REQUIRE(a.size == b.size);
    REQUIRE(a.element == b.element);
    REQUIRE(a.layers.size() == b.layers.size());
    for (std::size_t i = 0; i < a.layers.size(); ++i) {
        const ir::LayerWork& x = a.layers[i];
        const ir::LayerWork& y = b.layers[i];
        CHECK(x.name == y.name);
        CHECK(x.kind == y.kind);
        CHECK(x.macs == y.macs);
        CHECK(x.bytes == y.bytes);
        CHECK(x.filter_h == y.filter_h);
        CHECK(x.filter_w == y.filter_w);
        CHECK(x.stride_h == y.stride_h);
        CHECK(x.out_w == y.out_w);
    }
    REQUIRE(a.work.size() == b.work.size());
    for (std::size_t v = 0; v < a.work.size(); ++v) {
        const ir::Work& x = a.work[v];
        const ir::Work& y = b.work[v];
        CAPTURE(v);
        REQUIRE(x.kind == y.kind);
        REQUIRE(x.operand == y.operand);
        REQUIRE(x.layer == y.layer);
        REQUIRE(x.m == y.m);
        REQUIRE(x.n == y.n);
        REQUIRE(x.k == y.k);
        REQUIRE(x.address == y.address);
        REQUIRE(x.stride == y.stride);
    }
}

// A trace of one MATMUL in one layer; `node` and `layer` stand in its lines 4 and 2.
std::string one_matmul(const std::string& layer, const std::string& node) {
    return "{\"Element\":\"int8\",\"Layers\":[\n" + layer +
           "\n],\"Nodes\":[{\"Id\":0,\"Op\":\"ALLOC\",\"BufId\":0,\"Size\":1,\"Type\":\"L0C\"},\n"
           "{\"Id\":1,\"Op\":\"MATMUL\",\"Pipe\":\"CUBE\",\"Cycles\":7,\"Bufs\":[0]" +
           node +
           "},\n{\"Id\":2,\"Op\":\"FREE\",\"BufId\":0,\"Size\":1,\"Type\":\"L0C\"}],"
           "\"Edges\":[[0,1],[1,2]]}";
}

constexpr const char* kLayer =
    R"({"Name":"a","Kind":"conv","Macs":24,"ActivationBytes":6,"WeightBytes":12,"OutputBytes":8,)"
    R"("FilterH":3,"FilterW":1,"StrideH":2,"OutW":5})";
constexpr const char* kWork = R"(,"Work":"matmul","Layer":0,"M":2,"N":4,"K":3)";

Found found_in(const std::string& text) {
    return test::found(test::error_of(
        [&] { load::read_trace_json(load::TextSource::memory(text, "t.json", "trace")); }));
}

}  // namespace

TEST_CASE("Shapes survive both formats") {
    const test::TempDir dir;
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        CAPTURE(seed);
        config::ArchConfig config;
        config.cube.element = static_cast<ElementType>(seed % kElementTypeCount);
        for (const Tier t : kTiers) {
            config.tiers[t].capacity = 400;
        }
        const ir::Program trace =
            lower::lower_network(test::random_network(seed, 4), config).program;
        for (const char* name : {"x.json", "x_Nodes.csv"}) {
            load::write_trace(trace, (dir / name).string());
            check_same(load::load_trace((dir / name).string()), trace);
        }
    }
    InputFiles files;
    load::load_trace((dir / "x_Nodes.csv").string(), &files);
    REQUIRE(files.size() == 3);
}

TEST_CASE("Shapes are read as they stand") {
    const ir::Program trace = load::read_trace_json(
        load::TextSource::memory(one_matmul(kLayer, kWork), "t.json", "trace"));
    REQUIRE(trace.layers.size() == 1);
    CHECK(trace.layers[0].kind == ir::LayerKind::kConv);
    CHECK(trace.layers[0].macs == 24);
    CHECK(trace.layers[0].bytes[Operand::kWeights] == 12);
    CHECK(trace.layers[0].filter_h == 3);
    CHECK(trace.layers[0].out_w == 5);
    REQUIRE(trace.work.size() == 3);
    CHECK(trace.work[0].kind == ir::WorkKind::kNone);
    CHECK(trace.work[1].kind == ir::WorkKind::kMatmul);
    CHECK(trace.work[1].n == 4);
    CHECK(trace.element == ElementType::kInt8);
}

TEST_CASE("What is wrong with a shape is named") {
    CHECK(found_in(one_matmul(kLayer, R"(,"Work":"matmull","Layer":0,"M":2,"N":4,"K":3)")) ==
          Found{"trace.work", 4, 1});
    CHECK(found_in(one_matmul(kLayer, R"(,"Work":"matmul","Layer":0,"M":2,"N":4)")) ==
          Found{"trace.missing-field", 4, 1});
    CHECK(found_in(one_matmul(kLayer, R"(,"Work":"matmul","Layer":1,"M":2,"N":4,"K":3)")) ==
          Found{"trace.layer", 4, 1});
    CHECK(found_in(one_matmul(kLayer, R"(,"Work":"matmul","Layer":0,"M":-2,"N":4,"K":3)")) ==
          Found{"trace.number", 4, 1});
    CHECK(found_in(one_matmul(kLayer, R"(,"Work":7)")) == Found{"trace.wrong-type", 4, 1});
    CHECK(found_in(one_matmul(R"({"Name":"a"})", kWork)) == Found{"trace.missing-field", 2});
    std::string bad = kLayer;
    bad.replace(bad.find("conv"), 4, "corn");
    CHECK(found_in(one_matmul(bad, kWork)) == Found{"trace.layer", 2});
    std::string text = one_matmul(kLayer, kWork);
    text.replace(text.find("int8"), 4, "int9");
    CHECK(found_in(text) == Found{"trace.element", 1});
}
