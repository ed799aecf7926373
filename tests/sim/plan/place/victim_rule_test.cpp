#include "sim/plan/place/victim_rule.h"

#include "tests/support/tiny_traces.h"

#include <catch2/catch.hpp>

using namespace systole;
using place::victim_rule;

TEST_CASE("does belady prefer the farther next use, whatever was used last?") {
    const place::VictimRule& rule = victim_rule("belady");
    CHECK(rule.key({10, 90}) > rule.key({2, 50}));
}

TEST_CASE("does lru prefer the older last use, whatever comes next?") {
    const place::VictimRule& rule = victim_rule("lru");
    CHECK(rule.key({2, 50}) > rule.key({10, 90}));
}

TEST_CASE("does the error for an unknown spill rule list the known ones?") {
    const auto refusal = test::refusal_of([] { victim_rule("belaby"); });
    CHECK(refusal.rule == "place.unknown-rule");
    CHECK(refusal.what.find("belady, lru, tier-aware, window; did you mean 'belady'?") !=
          std::string::npos);
}
