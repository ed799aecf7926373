#include "sim/report/roofline_report.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <string>

using namespace systole;

namespace {

// Peak 64; DDR of 16 and L1 > L0A of 32 B a cycle.
model::Roofline sample() {
    model::Roofline r;
    r.peak = 64;
    r.measured = true;
    r.levels.resize(2);
    r.levels[0].name = "DDR";
    r.levels[0].bytes_per_cycle = 16;
    r.levels[0].binds = false;
    r.levels[1].name = "L1 > L0A";
    r.levels[1].bytes_per_cycle = 32;
    model::LayerRoof conv;
    conv.name = "c";
    conv.kind = ir::LayerKind::kDepthwise;
    conv.macs = 12000;
    conv.compulsory = 4000;
    conv.bytes = {6000, 24000};
    conv.array_ceiling = 20;
    conv.attainable = 16;
    conv.bound = model::BoundKind::kMemory;
    conv.level = 1;
    conv.achieved = 12;
    model::LayerRoof softmax;
    softmax.name = "s";
    softmax.kind = ir::LayerKind::kSoftmax;
    softmax.bytes = {10, 0};
    r.layers = {conv, softmax};
    return r;
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("The roofline as JSON") {
    const auto json = report::roofline_json(sample());
    CHECK(json["peak"] == 64.0);
    CHECK(json["measured"] == true);
    CHECK(json["levels"][0].dump() ==
          R"({"name":"DDR","bytes_per_cycle":16.0,"ridge":4.0,"binds":false})");
    CHECK(json["levels"][1]["ridge"] == 2.0);
    CHECK(json["layers"][0].dump() ==
          R"({"name":"c","kind":"depthwise","macs":12000,"compulsory_bytes":4000,"intensity":3.0,)"
          R"("levels":[{"bytes":6000,"intensity":2.0},{"bytes":24000,"intensity":0.5}],)"
          R"("array_ceiling":20.0,"attainable":16.0,"bound":"memory","bound_level":"L1 > L0A",)"
          R"("achieved":12.0})");
    CHECK(json["layers"][1]["bound"] == "none");
    CHECK(json["layers"][1]["bound_level"].is_null());
    CHECK(json["layers"][1]["achieved"].is_null());
    CHECK(json["layers"][1]["intensity"] == 0.0);
}

TEST_CASE("The roofline as a table: levels, layers that multiply, and how many do not") {
    const std::string table = report::roofline_table(sample(), false);
    CHECK(contains(table, "peak 64.00 MACs/cycle\n"));
    CHECK(contains(table,
                   "memory level  bandwidth [B/cycle]  ridge point [MACs/B]\n"
                   "DDR                         16.00                  4.00  not shared: "
                   "contention is off\n"
                   "L1 > L0A                    32.00                  2.00\n"));
    CHECK(contains(table, "c      depthwise"));
    CHECK(contains(table, "31.2"));  // 20 of 64
    CHECK(contains(table, "L1 > L0A"));
    CHECK(contains(table, "75.0\n"));  // 12 of 16
    CHECK(contains(table, "1 more layers multiply nothing\n"));

    model::Roofline analytic = sample();
    analytic.measured = false;
    analytic.layers[0].achieved.reset();
    analytic.layers.pop_back();
    const std::string shorter = report::roofline_table(analytic, false);
    CHECK_FALSE(contains(shorter, "achieved"));
    CHECK_FALSE(contains(shorter, "multiply nothing"));
}
