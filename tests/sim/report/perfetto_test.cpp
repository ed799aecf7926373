#include "sim/report/perfetto.h"

#include "tests/sim/report/tiny_run.h"
#include "tests/sim/report/track_viewer.h"
#include "tests/support/outputs.h"
#include "tests/support/paths.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <cmath>
#include <string>
#include <vector>

using nlohmann::json;
using systole::test::TempDir;
using systole::test::TinyRun;

namespace {

json timeline_of(const TinyRun& run) {
    const TempDir dir;
    systole::test::write_output(dir / "timeline.json", [&](systole::OutputFile& file) {
        systole::report::write_perfetto(run.report(), file);
    });
    return json::parse(systole::test::read_file(dir / "timeline.json"));
}

std::vector<json> events_of(const json& timeline, const std::string& phase) {
    std::vector<json> out;
    for (const json& e : timeline["traceEvents"]) {
        if (e["ph"] == phase) {
            out.push_back(e);
        }
    }
    return out;
}

}  // namespace

TEST_CASE("timeline.json names one track per pipe, in table order") {
    const json timeline = timeline_of(TinyRun());
    CHECK(timeline["displayTimeUnit"] == "ns");
    CHECK(timeline["otherData"]["makespan_cycles"] == 183);
    std::vector<std::string> names;
    for (const json& e : events_of(timeline, "M")) {
        if (e["name"] == "thread_name") {
            names.push_back(e["args"]["name"]);
            CHECK(e["tid"] == names.size());
        } else if (e["name"] == "thread_sort_index") {
            CHECK(e["args"]["sort_index"] == e["tid"]);
        }
    }
    CHECK(names == std::vector<std::string>{"MTE1", "MTE2", "MTE3", "CUBE", "VECTOR", "FIXP"});
}

TEST_CASE("timeline.json holds a slice per node on a pipe, in microseconds") {
    TinyRun run;
    run.config.clock_mhz = 500;  // 2 ns a cycle
    const std::vector<json> slices = events_of(timeline_of(run), "X");
    REQUIRE(slices.size() == 4);
    CHECK(slices[0] == json::parse(R"json({"ph":"X","name":"COPY_IN","cat":"op","pid":1,"tid":2,
        "ts":0.000,"dur":0.040,"args":{"id":1,"position":1,"start":0,"cycles":20,
        "wait_dependency":0,"wait_address":0,"contention":0,"buffers":"10 L1[0,4)"
}
})json"));
    CHECK(slices[1]["name"] == "SPILL_IN");
    CHECK(slices[1]["ts"] == 0.040);
    CHECK(slices[1]["dur"] == 0.316);
    CHECK(slices[2]["name"] == "SPILL_OUT");
    CHECK(slices[2]["dur"] == 0.0);
    CHECK(slices[3] == json::parse(R"json({"ph":"X","name":"a,b","cat":"op","pid":1,"tid":5,
        "ts":0.356,"dur":0.010,"args":{"id":3,"position":5,"start":178,"cycles":5,
        "wait_dependency":178,"wait_address":0,"contention":0,
        "buffers":"10 L1[8,12), 30 UB[0,2)"
    }
    })json"));
}

TEST_CASE("timeline.json counts the units in use of each tier that is used") {
    std::vector<std::string> counts;
    for (const json& e : events_of(timeline_of(TinyRun()), "C")) {
        counts.push_back(e["name"].get<std::string>() + " " + e["ts"].dump() + " " +
                         e["args"]["units"].dump());
    }
    CHECK(counts == std::vector<std::string>{"L1 0.0 4", "UB 0.0 2", "L1 0.183 0", "UB 0.183 0"});
}

TEST_CASE("timeline.json draws a spill from the SPILL_OUT's slice to the SPILL_IN's") {
    systole::test::TrackViewer viewer;
    double now = 0;
    std::vector<std::pair<std::string, std::int64_t>> bound;
    const json timeline = timeline_of(TinyRun());
    for (const json& e : timeline["traceEvents"]) {
        if (e["ph"] == "M") {
            continue;
        }
        CHECK(e["ts"].get<double>() >= now);
        now = e["ts"];
        const auto ns = [](const json& us) {
            return static_cast<std::uint64_t>(std::llround(us.get<double>() * 1000.0));
        };
        if (e["ph"] == "X") {
            CHECK(viewer.slice(e["tid"], ns(e["ts"]), ns(e["dur"]), e["args"]["id"]));
        } else if (e["ph"] != "C") {
            CHECK(e["id"] == 0);
            CHECK(e["cat"] == "spill");
            bound.emplace_back(e["ph"], viewer.arrow(e["tid"]));
            CHECK(e.value("bp", "") == (e["ph"] == "f" ? "e" : ""));
        }
    }
    CHECK(bound == std::vector<std::pair<std::string, std::int64_t>>{{"s", 6}, {"f", 7}});
}

TEST_CASE("timeline.json is valid JSON whatever bytes the names hold") {
    TinyRun run;
    run.program.op_names.back() = "\"\\\n\xff";
    CHECK(events_of(timeline_of(run), "X").size() == 4);
}
