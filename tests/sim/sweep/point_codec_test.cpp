#include "sim/sweep/point_codec.h"

#include "tests/sim/store/store_fixture.h"

#include <catch2/catch.hpp>

using namespace systole;

TEST_CASE("is a point whole behind the pipe?") {
    store::Point point = test::point(8, 1000, 2.5);
    point.rule = "rule";
    point.message = std::string("text with \0 in it", 17);
    point.status = store::Status::kTimeout;
    point.keys.resize(4);
    point.keys[1].first = "cube.dataflow";
    point.keys[1].second = std::string("ws");
    point.keys[2].second = 0.1;
    point.layers[1].energy_pj = 7.25;
    const std::string bytes = sweep::encode_point(point);
    const store::Point back = sweep::decode_point(bytes);
    CHECK(sweep::encode_point(back) == bytes);
    CHECK(back.message == point.message);
    CHECK(back.status == store::Status::kTimeout);
    CHECK(back.keys == point.keys);
    CHECK(back.metrics == point.metrics);
    CHECK(back.layers[1].energy_pj == 7.25);
    CHECK_FALSE(back.layers[0].energy_pj.has_value());
    CHECK((*back.accounting)[Pipe::kCube].drained == 997);
    CHECK_THROWS(sweep::decode_point(bytes.substr(0, bytes.size() - 1)));
    CHECK_THROWS(sweep::decode_point(bytes + "x"));
}
