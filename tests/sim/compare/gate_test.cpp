#include "sim/compare/gate.h"

#include "sim/compare/print.h"
#include "tests/sim/store/store_fixture.h"
#include "tests/support/paths.h"
#include "tests/support/tiny_traces.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using namespace systole;
using compare::Comparison;
using compare::Failure;
using compare::Side;

namespace {

// One point of `net` with this makespan; all of the change lies in conv1 and is CUBE's work.
Side side(Cycles makespan, const std::string& workload = "net") {
    store::Point point = test::point(8, static_cast<std::int64_t>(makespan), 10, workload);
    point.layers[0].cycles = makespan - 500;
    point.layers[1].cycles = 500;
    PerPipe<model::PipeAccount> accounting{};
    for (const Pipe pipe : kPipes) {
        accounting[pipe].busy = 100;
        accounting[pipe].drained = makespan - 100;
    }
    accounting[Pipe::kCube].busy = makespan - 200;
    accounting[Pipe::kCube].drained = 200;
    point.accounting = accounting;
    return {"a.json", {{"", point}}};
}

std::vector<Failure> failures_of(const Side& a, const Side& b, const std::string& gate = "") {
    std::vector<compare::Gate> gates;
    if (!gate.empty()) {
        gates.push_back(compare::parse_gate(gate));
    }
    return compare::failures(compare::compare(a, b), gates);
}

}  // namespace

TEST_CASE("does a gate break at its limit and not before?") {
    const Side a = side(1000);
    CHECK(failures_of(a, side(1030), "makespan > +3%").empty());
    CHECK(failures_of(a, side(1031), "makespan > +3%").size() == 1);
    CHECK(failures_of(a, side(1030), "makespan >= +3%").size() == 1);
    CHECK(failures_of(a, side(1030), "makespan > +30").empty());
    CHECK(failures_of(a, side(1031), "makespan > +30").size() == 1);
    CHECK(failures_of(a, side(1031), "makespan > 1031").empty());
    CHECK(failures_of(a, side(1031), "makespan > 1030").size() == 1);
    CHECK(failures_of(a, side(1001), "makespan").size() == 1);
    CHECK(failures_of(a, side(1000), "makespan").empty());
    CHECK(failures_of(a, side(900), "makespan").empty());
    CHECK(failures_of(a, side(900), "makespan < -5%").size() == 1);
    CHECK(failures_of(a, side(1031), "layer.conv1.cycles > +5%").size() == 1);
    CHECK(failures_of(a, side(1031), "layer.conv2.cycles > +0%").empty());
    CHECK(failures_of(a, side(1031), "layer.conv*.cycles > +0%").size() == 1);
    CHECK(failures_of(a, side(1031), "n?t: makespan > +0%").size() == 1);
}

TEST_CASE("does a failure name the layer and what became of the pipe's time?") {
    const auto failed = failures_of(side(1000), side(1030), "makespan > +1%");
    REQUIRE(failed.size() == 1);
    CHECK(failed[0].reason ==
          "1000 to 1030 cycles (+3.00%): most in layer conv1 (+30 cycles); CUBE: busy +30 cycles");
}

TEST_CASE("is an equal side all zero?") {
    const Comparison same = compare::compare(side(1000), side(1000));
    CHECK(same.equal());
    CHECK(same.changes.size() > 30);
    for (const compare::Change& change : same.changes) {
        CHECK(change.absolute() == 0);
        CHECK(change.relative() == 0);
    }
}

TEST_CASE("does what one side alone has fail?") {
    const Side a = side(1000);
    const auto renamed_workload = failures_of(a, side(1000, "other"));
    REQUIRE(renamed_workload.size() == 2);
    CHECK(renamed_workload[0].gate == "missing");
    CHECK(renamed_workload[0].metric == "workload");
    Side layer = side(1000);
    layer.points[0].result.layers[0].name = "conv1_renamed";
    const auto renamed_layer = failures_of(a, layer, "layer.conv1.cycles > +3%");
    REQUIRE(renamed_layer.size() == 3);
    CHECK(renamed_layer[0].metric == "layer.conv1");
    CHECK(renamed_layer[1].metric == "layer.conv1_renamed");
    CHECK(renamed_layer[2].reason.find("guards nothing") != std::string::npos);
    Side metric = side(1000);
    metric.points[0].result.metrics[store::metric_index("energy_pj")] = store::Value();
    const auto no_energy = failures_of(a, metric);
    REQUIRE(no_energy.size() == 1);
    CHECK(no_energy[0].metric == "energy_pj");
    Side refused = side(1000);
    refused.points[0].result.status = store::Status::kRefused;
    refused.points[0].result.rule = "place.capacity";
    const auto no_result = failures_of(a, refused);
    REQUIRE(no_result.size() == 1);
    CHECK(no_result[0].metric == "result: place.capacity");
}

TEST_CASE("are points of one workload joined by their keys?") {
    Side a = side(1000);
    a.points[0].point = "cube.rows=8";
    a.points.push_back(a.points[0]);
    a.points[1].point = "cube.rows=16";
    Side b = a;
    std::swap(b.points[0], b.points[1]);
    CHECK(compare::compare(a, b).equal());
    b.points.pop_back();
    b.points.push_back(b.points[0]);
    b.points[1].point = "cube.rows=32";
    const auto failed = failures_of(a, b);
    CHECK(failed.size() == 2);
}

TEST_CASE("is a gate that cannot be meant refused?") {
    const auto what = [](const char* text) {
        const auto refusal = test::refusal_of([&] { compare::parse_gate(text); });
        CHECK(refusal.rule == "compare.gate");
        return refusal.what;
    };
    CHECK(what("makespam > +1%").find("did you mean 'makespan'?") != std::string::npos);
    CHECK(what("makespan > much").find("'much' is no limit") != std::string::npos);
    CHECK(what("makespan >").find("is no limit") != std::string::npos);
    CHECK(what("layer.conv1.time > 1").find("a layer has cycles") != std::string::npos);
    CHECK(what("> 1").find("names no metric") != std::string::npos);
    what("");
}

TEST_CASE("is a budget file read with its lines?") {
    const test::TempDir dir;
    const std::string path = dir / "budgets.yaml";
    test::write_file(path,
                     "- {workload: 'net*', metric: makespan, limit: +1%}\n"
                     "- {metric: pe_utilization, limit: +2%}\n"
                     "- metric: spills\n  limit: 0\n");
    const auto gates = compare::read_budgets(path);
    REQUIRE(gates.size() == 3);
    CHECK(gates[0].workload == "net*");
    CHECK(gates[0].text == "net*: makespan > +1%");
    CHECK(gates[1].text == "pe_utilization < -2%");
    CHECK(gates[2].text == "spills > 0");
    test::write_file(path, "- {metric: makespan, limit: +1%}\n- {metrik: x, limit: 1}\n");
    const auto refusal = test::refusal_of([&] { compare::read_budgets(path); });
    CHECK(refusal.rule == "compare.key-unknown");
    CHECK(refusal.what.find(":2: ") != std::string::npos);
    CHECK(refusal.what.find("did you mean 'metric'?") != std::string::npos);
}

TEST_CASE("do JSON, Markdown and benchmark files say what failed?") {
    const Side a = side(1000);
    const Side b = side(1030);
    const Comparison comparison = compare::compare(a, b);
    const std::vector<compare::Gate> gates = {compare::parse_gate("makespan > +1%"),
                                              compare::parse_gate("spills > +0")};
    const auto failed = compare::failures(comparison, {gates[0]});
    const auto json = nlohmann::json::parse(compare::json(comparison, failed, false));
    CHECK(json["rows"][0]["metric"] == "layer.conv1.cycles");
    CHECK(json["rows"][0]["change"] == 30);
    CHECK(json["failed"][0]["gate"] == "makespan > +1%");
    CHECK(json["failed"][0]["b"] == 1030);
    CHECK(json["equal"] == false);
    const std::string markdown = compare::markdown(comparison, failed);
    CHECK(markdown.rfind("<!-- systole compare -->\n", 0) == 0);
    CHECK(markdown.find("| makespan > +1% | net | makespan | 1000 to 1030 cycles (+3.00%)") !=
          std::string::npos);
    const auto benchmark = nlohmann::json::parse(compare::benchmark_json(comparison));
    bool found = false;
    for (const auto& row : benchmark) {
        CHECK(row["name"].is_string());
        CHECK(row["unit"].is_string());
        CHECK(row["value"].is_number());
        found = found || (row["name"] == "net makespan" && row["value"] == 1030);
    }
    CHECK(found);
}

TEST_CASE("is JUnit a case for every gate, with what XML cannot hold left out?") {
    const Side a = side(1000, "net<&\"");
    const Side b = side(1030, "net<&\"");
    const Comparison comparison = compare::compare(a, b);
    const std::vector<compare::Gate> gates = {compare::parse_gate("makespan > +1%"),
                                              compare::parse_gate("makespan > +10%")};
    const std::string xml = compare::junit(comparison, gates, compare::failures(comparison, gates));
    CHECK(xml.find("name=\"net&lt;&amp;&quot;\" tests=\"3\" failures=\"1\"") != std::string::npos);
    CHECK(xml.find("name=\"makespan &gt; +10%\" time=\"0\"/>") != std::string::npos);
    CHECK(xml.find("<failure type=\"gate\" message=\"makespan: 1000 to 1030 cycles") !=
          std::string::npos);
}
