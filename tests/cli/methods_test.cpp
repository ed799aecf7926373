#include "tests/cli/program.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

using namespace systole;
using test::contains;

namespace {

nlohmann::json listed() {
    const auto result = test::systole({"methods", "--json"});
    REQUIRE(result.status == 0);
    return nlohmann::json::parse(result.out)["methods"];
}

}  // namespace

TEST_CASE(
    "do the list, the table and the help name the same methods, the published ones among them?") {
    const auto methods = listed();
    std::vector<std::string> names;
    for (const auto& method : methods) {
        names.push_back(method["name"]);
        CHECK(!method["help"].get<std::string>().empty());
    }
    for (const char* known :
         {"original", "base", "dan", "hmcos", "cosma", "magis", "eda", "best"}) {
        CAPTURE(known);
        CHECK(std::count(names.begin(), names.end(), known) == 1);
    }
    const std::string help = test::systole({"schedule", "--help"}).out;
    const std::string table = test::systole({"methods"}).out;
    for (const std::string& name : names) {
        CAPTURE(name);
        CHECK(contains(help, name + ": "));
        CHECK(contains(table, "  " + name + " "));
    }
}

TEST_CASE("is METHODS.md what the program's tables say?") {
    const auto result = test::systole({"methods", "--markdown"});
    CHECK(result.status == 0);
    // systole methods --markdown > sim/plan/METHODS.md
    CHECK(test::read_file(test::source_dir() / "sim/plan/METHODS.md") == result.out);
}

TEST_CASE("is every option that a method has no use for refused?") {
    const std::map<std::string, std::string> values = {{"--objective", "traffic"},
                                                       {"--traffic-budget", "100"},
                                                       {"--work", "100"},
                                                       {"--time-limit", "1"},
                                                       {"--seed", "7"},
                                                       {"--threads", "1"},
                                                       {"--spill", "lru"},
                                                       {"--explain", "x.csv"}};
    const test::TempDir dir;
    const auto methods = listed();
    std::size_t refused = 0;
    for (const auto& method : methods) {
        const auto& used = method["options"];
        for (const auto& [option, value] : values) {
            if (std::find(used.begin(), used.end(), option) != used.end()) {
                continue;
            }
            const std::string name = method["name"];
            CAPTURE(name, option);
            const auto result = test::systole({"schedule",
                                               test::davinci(),
                                               test::small_trace(),
                                               "--method",
                                               name,
                                               "--out",
                                               dir.path().string(),
                                               option,
                                               value});
            CHECK(result.status == 2);
            CHECK(contains(result.err, option + " is for"));
            CHECK(contains(result.err, "[run.option]"));
            ++refused;
        }
    }
    CHECK(refused >= 60);  // six options of the search for ten methods
    CHECK(test::names_in(dir.path()).empty());
}

TEST_CASE("does a default far from a better method say so, and one that is asked for not?") {
    const auto result = test::systole({"run", test::davinci(), test::small_trace()});
    CHECK(result.status == 0);
    CHECK(contains(result.err, "base, the default, is far from what there is: original"));
    const auto asked =
        test::systole({"run", test::davinci(), test::small_trace(), "--schedule", "base"});
    CHECK(!contains(asked.err, "default"));
}
