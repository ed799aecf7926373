#include "sim/report/html/html_report.h"

#include "sim/core/error.h"
#include "sim/model/exec_graph_builder.h"
#include "tests/sim/report/html/sample_run.h"
#include "tests/sim/report/tiny_run.h"
#include "tests/support/outputs.h"
#include "tests/support/paths.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <regex>
#include <string>

using namespace systole;

namespace {

std::string page_of(const RunResult& report,
                    const std::string& summary = "{}",
                    const report::HtmlOptions& options = {}) {
    const test::TempDir folder;
    const std::string path = (folder / "report.html").string();
    test::write_output(path, [&](OutputFile& file) {
        report::write_html_report(report, summary, "[]", file, options);
    });
    return test::read_file(path);
}

struct TinyTimedRun : test::TinyRun {
    TinyTimedRun() { graph = model::build_exec_graph(program, plan, config); }
};

std::size_t count(const std::string& text, const std::string& part) {
    std::size_t n = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
        ++n;
    }
    return n;
}

std::string document(const std::string& page, const std::string& id) {
    const std::string opening = "<script type=\"application/json\" id=\"" + id + "\">";
    const std::size_t begin = page.find(opening) + opening.size();
    return page.substr(begin, page.find("</script>", begin) - begin);
}

}  // namespace

TEST_CASE("the page asks nothing of the network") {
    const TinyTimedRun run;
    const std::string page = page_of(run.report());
    // Addresses may stand in it as names (XML namespaces, licences), never where one is fetched.
    const std::regex fetch(R"re((src|href|action|poster|srcset|data)\s*=\s*["']?\s*(\w+:)?//)re",
                           std::regex::icase);
    CHECK_FALSE(std::regex_search(page, fetch));
    CHECK(count(page, " src=") == 0);
    CHECK(count(page, "<link") == 1);
    CHECK(count(page, "<link rel=\"icon\" href=\"data:,\">") == 1);
    CHECK(count(page, "@import") == 0);
    CHECK(count(page, "url(http") == 0);
    CHECK(count(page, "url(//") == 0);
    CHECK(count(page, "import(") == 0);
    CHECK(count(page, "Content-Security-Policy") == 1);
    CHECK(count(page, "default-src 'none'") == 1);
}

TEST_CASE("D3 stands in the page with its notice") {
    const TinyTimedRun run;
    const std::string page = page_of(run.report());
    CHECK(count(page, "d3-zoom 3.") == 1);
    CHECK(count(page, "Permission to use, copy, modify, and/or distribute this software") >= 1);
    // Easing functions, which transitions bring, have a second author and his own terms.
    CHECK(count(page, "Copyright 2001 Robert Penner") == 1);
    CHECK(count(page, "Redistributions in binary form must reproduce") == 1);
}

TEST_CASE("names from outside cannot break out of their place") {
    const TinyTimedRun run;
    RunResult report = run.report();
    report.workload = "</title></script><b>\u2028\xFF";
    report.provenance.command = "systole run '</script>'";
    const std::string page = page_of(report, R"({"workload":"</script>"})");
    // Five documents and a script, and what closes them: nothing else.
    CHECK(count(page, "<script") == 6);
    CHECK(count(page, "</script") == 6);
    CHECK(count(page, "</title>") == 1);
    CHECK(count(page, "<b>") == 0);
    CHECK(document(page, "systole-summary") == R"({"workload":"\u003c/script\u003e"})");
    const auto facts = nlohmann::json::parse(document(page, "systole-facts"));
    CHECK(facts["workload"] == "</title></script><b>\u2028\uFFFD");
    CHECK(facts["provenance"]["command"] == "systole run '</script>'");
}

TEST_CASE("the page says what ran on what") {
    const TinyTimedRun run;
    const std::string page = page_of(run.report());
    CHECK(count(page, "<title>tiny_case \u00b7 base \u00b7 systole</title>") == 1);
    const auto facts = nlohmann::json::parse(document(page, "systole-facts"));
    CHECK(facts["arch"] == "tiny");
    CHECK(facts["capacity"] == nlohmann::json({16, 8, 1, 1, 1}));
    CHECK(facts["makespan"] == 183);
    CHECK(facts["bounds"]["busiest"] == "MTE2");
    CHECK(facts["trace"] == nlohmann::json({{"nodes", 6}, {"edges", 7}, {"buffers", 2}}));
    CHECK(facts["provenance"]["inputs"][0]["sha256"] == "ab12");
    // Per pipe, most cycles first; SPILL_OUT of a backed buffer takes none.
    CHECK(facts["ops"].size() == 4);
    CHECK(facts["ops"][0]["op"] == "SPILL_IN");
    CHECK(facts["ops"][0]["cycles"] == 158);
    CHECK(facts["ops"][2]["pipe"] == "MTE3");
    CHECK(facts["ops"][2]["cycles"] == 0);
}

TEST_CASE("a run above the cap is carried in bins") {
    const TinyTimedRun run;
    report::HtmlOptions options;
    options.max_timed_nodes = 4;
    std::string page = page_of(run.report(), "{}", options);
    CHECK(document(page, "systole-bins") == "null");
    CHECK(nlohmann::json::parse(document(page, "systole-nodes"))["node"]["count"] == 4);

    options.max_timed_nodes = 3;
    page = page_of(run.report(), "{}", options);
    CHECK(document(page, "systole-nodes") == "null");
    CHECK(nlohmann::json::parse(document(page, "systole-bins"))["count"] == 183);
}

TEST_CASE("the page of a 36,000-node trace stays below two megabytes") {
    const test::SampleRun run({16, 16, 18, true});
    const RunResult report = run.report();
    CHECK(report.program->nodes() > 36'000);
    CHECK(page_of(report).size() < 2'000'000);
}

TEST_CASE("two pages of one run are the same") {
    const TinyTimedRun run;
    CHECK(page_of(run.report()) == page_of(run.report()));
}

TEST_CASE("a place that cannot be written is named") {
    const TinyTimedRun run;
    try {
        test::write_output("/nonexistent/folder/report.html", [&](OutputFile& file) {
            report::write_html_report(run.report(), "{}", "[]", file);
        });
        FAIL("no error");
    } catch (const Error& error) {
        CHECK(error.rule() == "output.open");
        CHECK(error.where().file == "/nonexistent/folder/report.html");
    }
}
