#include "tests/cli/program.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <string>

using namespace systole;
using test::contains;

namespace {

std::string network(const char* name) {
    return (test::source_dir() / "traces/networks" / name).string();
}

}  // namespace

TEST_CASE(
    "the roofline of a network: depthwise layers use one column and little of what they load") {
    const auto result =
        test::systole({"roofline", test::davinci(), network("mobilenet-v2.yaml"), "--json"});
    REQUIRE(result.status == 0);
    const auto json = nlohmann::json::parse(result.out);
    CHECK(json["schema"] == "systole.roofline/1");
    CHECK(json["network"] == "mobilenet-v2");
    CHECK(json["roofline"]["peak"] == 4096.0);  // 16 x 16 x 16
    std::uint64_t macs = 0;
    int depthwise = 0;
    for (const auto& layer : json["roofline"]["layers"]) {
        macs += layer["macs"].get<std::uint64_t>();
        if (layer["kind"] == "depthwise") {
            ++depthwise;
            // One column of the cube: 16 x 16 of its 4,096 MACs. The intensity, two bytes an
            // element, is below every ridge point; nine taps for a read and a write are 2.25.
            CHECK(layer["array_ceiling"] <= 256.0);
            CHECK(layer["intensity"] <= 2.25);
            CHECK(layer["attainable"] <= 256.0);
        }
    }
    CHECK(macs == 300774272u);
    CHECK(depthwise == 17);
}

TEST_CASE("the roofline as a page, and what a bad network says") {
    const test::TempDir dir;
    const std::string page = (dir / "r.html").string();
    const auto result = test::systole(
        {"roofline", test::davinci(), network("alexnet.yaml"), "--out", page, "--quiet"});
    CHECK(result.status == 0);
    CHECK(contains(result.out, "ridge point [MACs/B]"));
    const std::string html = test::read_file(page);
    CHECK(contains(html, "id=\"roofline-plot\""));
    CHECK(contains(html, "\"name\":\"conv5\""));
    CHECK_FALSE(contains(html, "{{"));

    test::write_file(dir / "bad.csv", "Layer,M,N,K\na,1,0,3\n");
    const auto bad = test::systole({"roofline", test::davinci(), (dir / "bad.csv").string()});
    CHECK(bad.status == 2);
    CHECK(contains(bad.err, "bad.csv:2: layer 'a': column N is '0'"));
    CHECK(contains(bad.err, "[network.range]"));
}
