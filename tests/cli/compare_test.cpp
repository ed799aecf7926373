// The verb compare: sides, gates, exit status and the files for CI.
#include "tests/cli/program.h"

#include <nlohmann/json.hpp>

using namespace systole::test;
using nlohmann::json;

namespace {

const std::string kNetwork = (source_dir() / "traces/networks/alexnet.yaml").string();

// Two reports of AlexNet on Gemmini; the second core starts each product five cycles later.
class Reports {
 public:
    Reports() {
        run("a", {});
        run("b", {"-D", "cube.start_cycles=12"});
    }
    std::string path(const std::string& name) const { return dir_ / name / "report.json"; }
    std::string file(const std::string& name) const { return dir_ / name; }
    void run(const std::string& name, std::vector<std::string> more) const {
        std::vector<std::string> words = {"run",
                                          (source_dir() / "configs/gemmini-16.yaml").string(),
                                          kNetwork,
                                          "--out",
                                          dir_ / name,
                                          "--quiet",
                                          "--contention",
                                          "off"};
        words.insert(words.end(), more.begin(), more.end());
        REQUIRE(systole::test::systole(words).status == 0);
    }
    ProcessResult compare(const std::string& a,
                          const std::string& b,
                          std::vector<std::string> more = {}) const {
        std::vector<std::string> words = {"compare", path(a), path(b)};
        words.insert(words.end(), more.begin(), more.end());
        return systole::test::systole(words);
    }

 private:
    TempDir dir_;
};

}  // namespace

TEST_CASE("compare: base against base is all zero, a slower core fails its gate with the cause") {
    const Reports reports;
    const auto same = reports.compare("a", "a", {"--fail-if", "makespan", "--json", "--all"});
    CHECK(same.status == 0);
    const auto zero = json::parse(same.out);
    CHECK(zero["equal"] == true);
    CHECK(zero["rows"].size() > 40);
    for (const auto& row : zero["rows"]) {
        CHECK(row["change"] == 0);
    }

    const auto slower = reports.compare("a", "b", {"--fail-if", "makespan > +0.01%", "--json"});
    CHECK(slower.status == 1);
    CHECK(contains(slower.err, "[compare.failed]"));
    const auto failed = json::parse(slower.out)["failed"];
    REQUIRE(failed.size() == 1);
    CHECK(failed[0]["workload"] == "alexnet");
    CHECK(contains(failed[0]["reason"], "most in layer "));
    CHECK(contains(failed[0]["reason"], "CUBE: busy +"));

    // What the pipes say of the difference sums to it, on both sides of the bracket.
    const auto rows = json::parse(slower.out)["rows"];
    std::int64_t makespan = 0;
    std::int64_t cube = 0;
    for (const auto& row : rows) {
        const std::string metric = row["metric"];
        if (metric == "makespan") {
            makespan = row["change"];
        } else if (contains(metric, ".CUBE")) {
            cube += row["change"].get<std::int64_t>();
        }
    }
    CHECK(makespan > 0);
    CHECK(cube == makespan);

    CHECK(reports.compare("b", "a", {"--fail-if", "makespan"}).status == 0);
    CHECK(reports.compare("a", "b", {"--fail-if", "makespan > +90%"}).status == 0);
    CHECK(reports.compare("a", "b").status == 0);
}

TEST_CASE("compare: what one side alone has fails, an empty database too") {
    const Reports reports;
    std::string text = read_file(reports.path("b"));
    const std::size_t layer = text.find("\"conv2\"");
    REQUIRE(layer != std::string::npos);
    write_file(reports.file("renamed.json"), std::string(text).replace(layer, 7, "\"conv9\""));
    const auto renamed = systole::test::systole(
        {"compare", reports.path("a"), reports.file("renamed.json"), "--json"});
    CHECK(renamed.status == 1);
    CHECK(contains(renamed.out, "\"layer.conv2\""));
    CHECK(contains(renamed.out, "\"layer.conv9\""));

    const std::size_t name = text.find("\"alexnet\"");
    write_file(reports.file("other.json"), std::string(text).replace(name, 9, "\"other\""));
    const auto other =
        systole::test::systole({"compare", reports.path("a"), reports.file("other.json")});
    CHECK(other.status == 1);
    CHECK(contains(other.out, "FAIL missing: alexnet workload: missing in"));

    write_file(reports.file("s.yaml"),
               "base: " + davinci() + "\nworkloads: [" + small_trace() + "]\n");
    REQUIRE(systole::test::systole(
                {"sweep", reports.file("s.yaml"), "-o", reports.file("full.db"), "--quiet"})
                .status == 0);
    CHECK(systole::test::systole({"compare", reports.file("full.db"), reports.file("full.db")})
              .status == 0);
    write_file(reports.file("none.json"), "{}");
    CHECK(contains(
        systole::test::systole({"compare", reports.path("a"), reports.file("none.json")}).err,
        "[compare.report]"));
    CHECK(contains(
        systole::test::systole({"compare", reports.path("a"), reports.file("nothing")}).err,
        "[compare.file]"));
    std::filesystem::create_directory(reports.file("empty"));
    const auto empty =
        systole::test::systole({"compare", reports.path("a"), reports.file("empty")});
    CHECK(empty.status == 1);
    CHECK(contains(empty.err, "[compare.empty]"));
}

TEST_CASE("compare: Markdown, JUnit and benchmark files are written beside a failure") {
    const Reports reports;
    const auto result = reports.compare("a",
                                        "b",
                                        {"--fail-if",
                                         "makespan > +0.01%",
                                         "--fail-if",
                                         "layer.conv1.cycles > +50%",
                                         "--markdown",
                                         reports.file("c.md"),
                                         "--junit",
                                         reports.file("j.xml"),
                                         "--benchmark-json",
                                         reports.file("b.json")});
    CHECK(result.status == 1);
    CHECK(read_file(reports.file("c.md")).rfind("<!-- systole compare -->\n", 0) == 0);
    for (const auto& row : json::parse(read_file(reports.file("b.json")))) {
        CHECK(row["name"].is_string());
        CHECK(row["value"].is_number());
        CHECK(row["unit"].is_string());
    }
    const auto valid = run_process({"xmllint",
                                    "--noout",
                                    "--schema",
                                    (source_dir() / "tests/cli/junit.xsd").string(),
                                    reports.file("j.xml")});
    if (!valid) {
        WARN("no xmllint: the JUnit file is not checked against its schema");
        return;
    }
    CAPTURE(valid->err);
    CHECK(valid->status == 0);
}

TEST_CASE("compare: variants of one configuration are run and set against the first") {
    const auto result = systole::test::systole({"compare",
                                                (source_dir() / "configs/gemmini-16.yaml").string(),
                                                kNetwork,
                                                "--variants",
                                                "cube.dataflow=ws,os,is"});
    CHECK(result.status == 0);
    CHECK(contains(result.out, "a  cube.dataflow=ws\nb  cube.dataflow=os\n"));
    CHECK(contains(result.out, "a  cube.dataflow=ws\nb  cube.dataflow=is\n"));
    CHECK(contains(
        systole::test::systole({"compare", davinci(), kNetwork, "--variants", "cube.rows"}).err,
        "[compare.variants]"));
}
