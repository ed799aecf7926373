#include "sim/config/route.h"

#include <catch2/catch.hpp>

namespace systole::config {

TEST_CASE("a route is spelled with its places in the order DDR L1 UB L0A L0B L0C") {
    CHECK(route_text(0).empty());
    CHECK(route_text(kRouteDdr) == "DDR");
    CHECK(route_text(kRouteDdr | route_place(Tier::kL1)) == "DDR+L1");
    CHECK(route_text(63) == "DDR+L1+UB+L0A+L0B+L0C");
}

TEST_CASE("the order in which a route names its places does not matter") {
    REQUIRE(parse_route("L0C+UB").has_value());
    CHECK(route_text(*parse_route("L0C+UB")) == "UB+L0C");
    CHECK(route_text(*parse_route("L1 + DDR")) == "DDR+L1");
    CHECK(parse_route("L0C+L0A+L0B") == parse_route("L0A+L0B+L0C"));
}

TEST_CASE("every one of the 63 routes survives being written and read") {
    for (unsigned route = 1; route < 64; ++route) {
        CHECK(parse_route(route_text(static_cast<Route>(route))) == static_cast<Route>(route));
    }
}

TEST_CASE("a route with a place that is unknown, missing or repeated is none") {
    const auto bad_place = [](std::string_view text) {
        std::string_view bad = "?";
        CHECK_FALSE(parse_route(text, &bad).has_value());
        return std::string(bad);
    };
    CHECK(bad_place("L1+L0D") == "L0D");
    CHECK(bad_place("l1") == "l1");
    CHECK(bad_place("L1+L0A+L1") == "L1");
    CHECK(bad_place("L1+").empty());
    CHECK(bad_place("+L1").empty());
    CHECK(bad_place("").empty());
    CHECK(bad_place("L1,L0A") == "L1,L0A");
    CHECK_FALSE(parse_route("nothing").has_value());
}

}  // namespace systole::config
