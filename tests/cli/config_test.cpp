#include "tests/cli/program.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <string>

using namespace systole;
using test::contains;

TEST_CASE("init writes a configuration that runs, and does not write over one") {
    const test::TempDir dir;
    const std::string file = (dir / "mine.yaml").string();
    REQUIRE(test::systole({"init", "-o", file}).status == 0);
    CHECK(contains(test::read_file(file), "# Size of L1; 0: there is none."));
    const auto again = test::systole({"init", "-o", file});
    CHECK(again.status == 2);
    CHECK(contains(again.err, "[output.exists]"));
    const auto shown = test::systole({"config", "show", file, "--json"});
    REQUIRE(shown.status == 0);
    const auto json = nlohmann::json::parse(shown.out);
    CHECK(json["schema"] == "systole.config/1");
    CHECK(json["name"] == "my core");
    const auto changed = test::systole({"init", test::davinci(), "-D", "cube.rows=32"});
    REQUIRE(changed.status == 0);
    CHECK(contains(changed.out, "\n  rows: 32\n"));
    CHECK(contains(test::systole({"init", "-D", "cube.rows=32"}).out, "\n  rows: 32\n"));
}

TEST_CASE("config diff shows the keys that differ") {
    const test::TempDir dir;
    const std::string file = (dir / "other.yaml").string();
    test::write_file(file, "extends: " + test::davinci() + "\nname: other\nclock_mhz: 1.5GHz\n");
    const auto same = test::systole({"config", "diff", test::davinci(), test::davinci()});
    REQUIRE(same.status == 0);
    CHECK(contains(same.out, "the same"));
    const auto result = test::systole({"config", "diff", test::davinci(), file, "--json"});
    CAPTURE(result.err);
    REQUIRE(result.status == 0);
    const auto json = nlohmann::json::parse(result.out);
    REQUIRE(json["keys"].size() == 2);
    CHECK(json["keys"][1]["key"] == "clock_mhz");
    CHECK(json["keys"][1]["right"]["value"] == "1500");
    CHECK(contains(json["keys"][1]["right"]["source"], ", as 1.5GHz"));
    CHECK(contains(test::systole({"config", "diff", test::davinci(), file}).out, "1500"));
}
