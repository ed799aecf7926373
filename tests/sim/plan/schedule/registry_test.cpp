#include "sim/plan/schedule/registry.h"

#include "tests/support/tiny_traces.h"

#include <catch2/catch.hpp>

#include <set>
#include <string>

using namespace systole;

TEST_CASE("does every scheduler have a name of its own and a line of help?") {
    std::set<std::string_view> names;
    for (const auto& entry : schedule::schedulers()) {
        CHECK(names.insert(entry.name).second);
        CHECK_FALSE(entry.help.empty());
        CHECK(schedule::make_scheduler(entry.name) != nullptr);
    }
    CHECK(names.count("original") == 1);
    CHECK(names.count("base") == 1);
}

TEST_CASE("does the error for an unknown scheduler list the known ones?") {
    const auto refusal = test::refusal_of([] { schedule::make_scheduler("bas"); });
    CHECK(refusal.rule == "schedule.unknown");
    CHECK(refusal.kind == ErrorKind::kBadInput);
    CHECK(refusal.what.find("original, base") != std::string::npos);
    CHECK(refusal.what.find("did you mean 'base'?") != std::string::npos);
}
