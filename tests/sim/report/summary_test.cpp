#include "sim/report/summary.h"

#include "sim/core/error.h"
#include "tests/sim/report/tiny_run.h"
#include "tests/support/outputs.h"
#include "tests/support/paths.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <string>

using nlohmann::ordered_json;
using systole::Tier;
using systole::test::read_file;
using systole::test::TempDir;
using systole::test::TinyRun;

TEST_CASE("The JSON of a run holds every stable name with its value") {
    const TinyRun run;
    ordered_json got = systole::report::summary_json(run.report());
    CHECK(got["config_values"]["tiers.l1.capacity"] == 16);
    CHECK(got["config_values"]["contention.enabled"] == "auto");
    CHECK(got["config_values"]["name"] == "tiny");
    CHECK(got["gap"].get<double>() == Approx(6.32));  // 183 / 25 - 1
    CHECK(got["utilization"]["MTE2"].get<double>() == Approx(178.0 / 183.0));
    CHECK(got["utilization"]["CUBE"] == 0.0);
    got.erase("config_values");
    // 1,024 bytes between the chip and DDR, once by a spill, in 183 cycles; 128 bytes go in one.
    CHECK(got["ddr_bus"]["bytes_per_cycle"].get<double>() == Approx(1024.0 / 183));
    CHECK(got["ddr_bus"]["peak"] == 128);
    CHECK(got["ddr_bus"]["above"] == 1);
    got.erase("ddr_bus");
    got.erase("gap");
    got.erase("utilization");
    CHECK(got == ordered_json::parse(R"({
        "schema": "systole.report/1",
        "config": "tiny",
        "workload": "tiny_case",
        "schedule": "base",
        "spill_rule": "belady",
        "contention": false,
        "without_effect": {},
        "legal": true,
        "makespan": 183,
        "lower_bound": 25,
        "bounds": {"critical_path": 25, "busiest_pipe": {"pipe": "MTE2", "cycles": 20}, "ddr": 8,
                   "this_order": {"makespan": 25, "extra_ddr": 0, "spills": 0}},
        "spills": 1,
        "extra_ddr": 4,
        "ddr_bytes": {"read": 1024, "write": 0, "extra": 1024},
        "peak": {"L1": 4, "UB": 2, "L0A": 0, "L0B": 0, "L0C": 0},
        "peak_all": 6,
        "peak_l1_ub": 6,
        "resident_peak": {"L1": 4, "UB": 2, "L0A": 0, "L0B": 0, "L0C": 0},
        "busy": {"MTE1": 0, "MTE2": 178, "MTE3": 0, "CUBE": 0, "VECTOR": 5, "FIXP": 0},
        "pe_utilization": null,
        "array": null,
        "accounting": {
            "MTE1": {"busy": 0, "dependency": 0, "address": 0, "contention": 0, "drained": 183},
            "MTE2": {"busy": 178, "dependency": 0, "address": 0, "contention": 0, "drained": 5},
            "MTE3": {"busy": 0, "dependency": 20, "address": 0, "contention": 0, "drained": 163},
            "CUBE": {"busy": 0, "dependency": 0, "address": 0, "contention": 0, "drained": 183},
            "VECTOR": {"busy": 5, "dependency": 178, "address": 0, "contention": 0, "drained": 0},
            "FIXP": {"busy": 0, "dependency": 0, "address": 0, "contention": 0, "drained": 183}},
        "energy_pj": null,
        "energy_note": null,
        "wall_s": null,
        "segments": 1,
        "absent": {},
        "layers": [],
        "roofline": null,
        "counters": {"core0.mte2.bytes": {"value": 3072, "unit": "bytes", "description": "moved"}},
        "provenance": {
            "version": "0.1.0", "systemc": "2.3.4", "compiler": "c++",
            "command": "systole run 'a b'", "request": "cd34",
            "inputs": [{"role": "trace", "name": "t.json", "sha256": "ab12"}]}})"));
}

TEST_CASE("Every name of the run's JSON is documented") {
    const TinyRun run;
    const std::string schema = read_file(systole::test::source_dir() / "sim/report/SCHEMA.md");
    const ordered_json document = systole::report::summary_json(run.report());
    for (const auto& [name, value] : document.items()) {
        CAPTURE(name);
        CHECK(schema.find("`" + name + "`") != std::string::npos);
    }
}

TEST_CASE("report.json is the same when it is written again") {
    const TinyRun run;
    const TempDir dir;
    const systole::RunResult report = run.report();
    systole::test::write_output(dir / "a.json", [&](systole::OutputFile& file) {
        systole::report::write_report_json(report, file);
    });
    systole::test::write_output(dir / "b.json", [&](systole::OutputFile& file) {
        systole::report::write_report_json(report, file);
    });
    CHECK(read_file(dir / "a.json") == read_file(dir / "b.json"));
    CHECK(ordered_json::parse(read_file(dir / "a.json"))["makespan"] == 183);
}

TEST_CASE("The summary table says what took how long, and why") {
    TinyRun run;
    run.config.tiers[Tier::kL1].capacity = 4096;
    run.metrics.makespan = 1'830'000;
    for (auto& account : run.metrics.accounting) {
        account = {account.busy * 10000, account.dependency * 10000, 0, 0, account.drained * 10000};
    }
    run.metrics.busy[systole::Pipe::kMTE2] = 1'780'000;
    run.metrics.busy[systole::Pipe::kVector] = 50'000;
    systole::RunResult report = run.report();
    CHECK(systole::report::summary_table(report, false) ==
          R"(tiny_case on tiny
schedule base, spill rule belady, contention off: transfers do not share

Where each pipe's time goes, in parts of the makespan
pipe    busy [cycles]  utilization [%]  dependency [%]  address [%]  contention [%]  drained [%]
MTE1                0              0.0             0.0          0.0             0.0        100.0
MTE2        1,780,000             97.3             0.0          0.0             0.0          2.7
MTE3                0              0.0            10.9          0.0             0.0         89.1
CUBE                0              0.0             0.0          0.0             0.0        100.0
VECTOR         50,000              2.7            97.3          0.0             0.0          0.0
FIXP                0              0.0             0.0          0.0             0.0        100.0

Scratchpads: resident = what the plan keeps on chip, live = from ALLOC to FREE
tier       capacity [units]  resident peak [units]  of capacity [%]  live peak [units]
L1                    4,096                      4              0.1                  4
UB                        8                      2             25.0                  2
L0A                       1                      0              0.0                  0
L0B                       1                      0              0.0                  0
L0C                       1                      0              0.0                  0
L1+UB                                                                                6
all tiers                                                                            6

result                 value  unit
makespan           1,830,000  cycles   1.830 ms at 1000 MHz
lower bound               25  cycles   critical path; busiest pipe MTE2 20
  of this order           25  cycles   with the 0 spills it cannot do without
gap to bound       7319900.0  %
spills                     1  pairs    SPILL_OUT and SPILL_IN
extra DDR traffic          4  units    1.000 KiB, by spills; this order costs at least 0 units
DDR traffic            2,048  bytes    2.000 KiB = 1.000 KiB read + 0 B written + 1.000 KiB extra
DDR bus                  0.0  B/cycle  of 128.0
)");
}

TEST_CASE("The results can be had alone, and come last") {
    const TinyRun run;
    using systole::report::Detail;
    const std::string all = systole::report::summary_table(run.report(), false);
    const std::string alone = systole::report::summary_table(run.report(), false, Detail::kResults);
    CHECK(alone.find("Scratchpads") == std::string::npos);
    const std::string results = alone.substr(alone.find("result "));
    CHECK(all.substr(all.size() - results.size()) == results);
}

TEST_CASE("The summary table of a run on no cycles divides nothing by zero") {
    TinyRun run;
    run.metrics = {};
    const std::string text = systole::report::summary_table(run.report(), false);
    CHECK(text.find("nan") == std::string::npos);
    CHECK(text.find("inf") == std::string::npos);
    CHECK(text.find('\x1b') == std::string::npos);
}
