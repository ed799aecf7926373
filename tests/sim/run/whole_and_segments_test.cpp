// A network that fits one program, run as one and cut between its layers. A cut costs the loads
// that would have begun under the layer before it, and nothing else: every field of the report is
// the same, or follows from that.

#include "sim/report/summary.h"
#include "sim/run/run.h"
#include "tests/support/paths.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <cstdint>
#include <regex>
#include <string>
#include <vector>

using namespace systole;

namespace {

using Json = nlohmann::ordered_json;

struct Case {
    const char* config;
    std::vector<std::string> overrides;
    const char* network;
    std::uint64_t steps;  // of a segment
    bool contention;
};

Json report_of(const Case& c, std::uint64_t steps) {
    RunRequest request;
    request.config.path = (test::source_dir() / "configs" / c.config).string();
    request.config.overrides = c.overrides;
    Simulation simulation;
    simulation.workload = (test::source_dir() / "traces/networks" / c.network).string();
    simulation.segment_steps = steps;
    simulation.contention = c.contention;
    request.what = simulation;
    return report::summary_json(run(request));
}

// The paths below `path` at which the two differ.
void differences(const Json& a,
                 const Json& b,
                 const std::string& path,
                 std::vector<std::string>& found) {
    if (a.is_object() && b.is_object()) {
        for (const auto& [key, value] : a.items()) {
            differences(value, b.value(key, Json()), path.empty() ? key : path + "." + key, found);
        }
    } else if (a.is_array() && b.is_array() && a.size() == b.size()) {
        for (std::size_t i = 0; i < a.size(); ++i) {
            differences(a[i], b[i], path + "[]", found);
        }
    } else if (a != b) {
        found.push_back(path);
    }
}

// What may differ: times and what is divided by them, who waited, what DRAM did meanwhile, the
// longest chain, which no part has alone, and the nodes of no cycles that join two layers. With
// contention on also what of a transfer's time is its own: its bursts meet the bus and the clock
// at other fractions of a cycle.
bool follows_from_the_cut(const std::string& path, bool contention) {
    static const std::regex shared(
        R"((layers\[\]\.|)busy\.(MTE2|MTE3)|accounting\.(MTE2|MTE3)\.busy)");
    if (contention && std::regex_match(path, shared)) {
        return true;
    }
    static const std::regex follows(
        "makespan|gap|segments|ddr_bus\\.bytes_per_cycle|ddr_bus\\.above|bounds\\.critical_path|"
        "utilization\\..*|pe_utilization"
        "|accounting\\..*\\.(dependency|address|contention|drained)"
        "|energy_pj\\.(average_mw|energy_delay_js)|provenance\\.request"
        "|counters\\.core0\\.(mte3|fixp)\\.nodes\\.value"
        "|counters\\.ddr\\.(cycles|row_.*|refreshes|precharges|activates|bus_.*|.*latency.*)\\."
        "value"
        "|layers\\[\\]\\.(start|end|cycles|macs_per_cycle|pe_utilization|contention.*)"
        "|roofline\\.layers\\[\\]\\.achieved");
    return std::regex_match(path, follows);
}

void check_times(const Json& report) {
    const auto makespan = report["makespan"].get<double>();
    for (const auto& [pipe, share] : report["utilization"].items()) {
        CAPTURE(pipe);
        CHECK(share.get<double>() == report["busy"][pipe].get<double>() / makespan);
        std::uint64_t cycles = 0;
        for (const auto& [what, part] : report["accounting"][pipe].items()) {
            cycles += part.get<std::uint64_t>();
        }
        CHECK(cycles == report["makespan"].get<std::uint64_t>());
    }
    CHECK(report["lower_bound"].get<double>() <= makespan);
}

}  // namespace

TEST_CASE("is a network in segments the same as in one program, in every field?") {
    const auto c =
        GENERATE(Case{"davinci.yaml", {}, "alexnet.yaml", 2000, false},
                 Case{"davinci.yaml", {}, "alexnet.yaml", 2000, true},
                 Case{"davinci.yaml", {"ddr.model=detailed"}, "alexnet.yaml", 2000, true},
                 Case{"gemmini-16.yaml", {}, "bert-base-128.yaml", 5'000, false},
                 Case{"ethos-u55-256.yaml", {}, "mobilenet-v1.yaml", 6000, true});
    CAPTURE(c.config, c.network, c.contention);
    const Json whole = report_of(c, 1u << 30);
    const Json cut = report_of(c, c.steps);
    REQUIRE(whole["segments"] == 1);
    REQUIRE(cut["segments"] > 1);
    std::vector<std::string> found;
    differences(whole, cut, "", found);
    for (const std::string& path : found) {
        INFO(path);
        CHECK(follows_from_the_cut(path, c.contention));
    }
    for (const char* pipe : {"MTE2", "MTE3"}) {
        CHECK(cut["busy"][pipe].get<double>() ==
              Approx(whole["busy"][pipe].get<double>()).epsilon(0.03));
    }
    check_times(whole);
    check_times(cut);
    for (const char* ratio : {"ddr.bus_utilization", "ddr.average_latency"}) {
        if (whole["counters"].contains(ratio)) {
            CHECK(cut["counters"][ratio]["value"].get<double>() ==
                  Approx(whole["counters"][ratio]["value"].get<double>()).epsilon(0.02).margin(1));
        }
    }
    const auto in_one = whole["makespan"].get<double>();
    CHECK(cut["makespan"].get<double>() == Approx(in_one).epsilon(0.02));
    CHECK(cut["bounds"]["critical_path"] <= whole["bounds"]["critical_path"]);
}
