#include "sim/report/stats_report.h"

#include "sim/load/trace_file.h"
#include "tests/sim/report/tiny_run.h"
#include "tests/support/paths.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <string>

using nlohmann::ordered_json;
using systole::model::SizeStep;
using systole::model::trace_stats;
using systole::model::TraceStats;
using systole::test::TinyRun;

TEST_CASE("The JSON of trace stats holds every name with its value") {
    const ordered_json got =
        systole::report::stats_json(trace_stats(TinyRun().program), "tiny_case");
    CHECK(got == ordered_json::parse(R"({
        "schema": "systole.trace-stats/1",
        "workload": "tiny_case",
        "nodes": 6,
        "edges": 7,
        "buffers": 2,
        "volume": {"L1": 4, "UB": 2, "L0A": 0, "L0B": 0, "L0C": 0},
        "volume_all": 6,
        "tier_buffers": {"L1": 1, "UB": 1, "L0A": 0, "L0B": 0, "L0C": 0},
        "cycles": {"MTE1": 0, "MTE2": 20, "MTE3": 0, "CUBE": 0, "VECTOR": 5, "FIXP": 0},
        "critical_path": 25,
        "busiest_pipe": {"pipe": "MTE2", "cycles": 20},
        "lower_bound": 25,
        "ops": {"MTE1": {}, "MTE2": {"COPY_IN": 1}, "MTE3": {}, "CUBE": {},
                "VECTOR": {"a,b": 1}, "FIXP": {}},
        "op_cycles": {"MTE1": {}, "MTE2": {"COPY_IN": 20}, "MTE3": {}, "CUBE": {},
                      "VECTOR": {"a,b": 5}, "FIXP": {}},
        "depth": 4,
        "roots": 2,
        "leaves": 2,
        "max_in_degree": {"edges": 2, "node": 3},
        "max_out_degree": {"edges": 2, "node": 0},
        "ids_topological": true,
        "allocation_sizes": {"all": [[2, 1], [4, 2]], "L1": [[4, 1]], "UB": [[2, 1]],
                             "L0A": [], "L0B": [], "L0C": []},
        "lifetimes": {
            "all": {"count": 2, "min": 3, "median": 3, "p90": 4, "max": 4, "mean": 3.5,
                    "log2_histogram": [0, 1, 1]},
            "L1": {"count": 1, "min": 4, "median": 4, "p90": 4, "max": 4, "mean": 4.0,
                   "log2_histogram": [0, 0, 1]},
            "UB": {"count": 1, "min": 3, "median": 3, "p90": 3, "max": 3, "mean": 3.0,
                   "log2_histogram": [0, 1]},
            "L0A": null, "L0B": null, "L0C": null}})"));
}

TEST_CASE("Every name of the trace stats' JSON is documented") {
    const std::string schema =
        systole::test::read_file(systole::test::source_dir() / "sim/report/SCHEMA.md");
    const ordered_json document = systole::report::stats_json(trace_stats(TinyRun().program), "t");
    for (const auto& [name, value] : document.items()) {
        CAPTURE(name);
        CHECK(schema.find("`" + name + "`") != std::string::npos);
    }
}

TEST_CASE("The table of trace stats says the same to people") {
    CHECK(systole::report::stats_table(trace_stats(TinyRun().program), "tiny_case", false) ==
          R"(tiny_case

fact                  value  unit
nodes                     6
edges                     7
buffers                   2
allocation volume         6  units
critical path            25  cycles
busiest pipe             20  cycles  MTE2
lower bound              25  cycles
depth                     4  nodes
roots                     2  nodes
leaves                    2  nodes
most predecessors         2  edges   at node 3
most successors           2  edges   at node 0
ids follow the edges    yes

Buffers; a life is counted from ALLOC to FREE in the order of the ids
tier  buffers  volume [units]  smallest [units]  largest [units]  distinct sizes  median life [nodes]  p90 life [nodes]  longest life [nodes]
L1          1               4                 4                4               1                    4                 4                     4
UB          1               2                 2                2               1                    3                 3                     3
L0A         0               0
L0B         0               0
L0C         0               0
all         2               6                 2                4               2                    3                 4                     4

Operations of each pipe, most cycles first
pipe    op       count  cycles  of pipe [%]
MTE1    all          0       0
MTE2    all          1      20
        COPY_IN      1      20        100.0
MTE3    all          0       0
CUBE    all          0       0
VECTOR  all          1       5
        a,b          1       5        100.0
FIXP    all          0       0

Allocation sizes, cumulative over all tiers
size up to [units]  buffers  of all [%]
                 2        1        50.0
                 4        2       100.0

Lifetimes of buffers
life from [nodes]  to [nodes]  buffers  of all [%]
                0           1        0         0.0
                2           3        1        50.0
                4           7        1        50.0
)");
}

TEST_CASE("A long size distribution is thinned to a dozen lines and keeps its end") {
    TraceStats stats;
    stats.buffers = 1000;
    for (std::uint64_t size = 1; size <= 1000; ++size) {
        stats.sizes.push_back(SizeStep{size, size});
    }
    const std::string table = systole::report::stats_table(stats, "many", false);
    const std::string sizes = table.substr(
        table.find("Allocation sizes"), table.find("Lifetimes") - table.find("Allocation sizes"));
    CHECK(std::count(sizes.begin(), sizes.end(), '\n') == 12 + 3);
    CHECK(sizes.find("84       84         8.4\n") != std::string::npos);  // the first twelfth
    CHECK(sizes.find("1,000    1,000       100.0\n") != std::string::npos);
}

TEST_CASE("The table of an empty trace has no distributions") {
    const std::string table = systole::report::stats_table(TraceStats(), "none", true);
    CHECK(table.find("Lifetimes") == std::string::npos);
    CHECK(table.find("nan") == std::string::npos);
}

TEST_CASE("The JSON of the public traces holds the published facts") {
    const auto shared = systole::test::shared_dir();
    if (!shared) {
        WARN("the public traces are not here");
        return;
    }
    struct Facts {
        const char* name;
        std::uint64_t nodes, edges, buffers, volume, critical_path;
        const char* busiest;
        std::uint64_t lower_bound;
    };
    // spec/execution_model.md, "Facts about the public traces".
    const Facts published[] = {
        {"Conv_Case0", 2580, 3869, 831, 150807, 92168, "CUBE", 348677},
        {"FlashAttention_Case0", 1716, 2712, 572, 64264, 2536, "VECTOR", 25600},
        {"FlashAttention_Case1", 6952, 11184, 2328, 248976, 2836, "VECTOR", 104960},
        {"Matmul_Case0", 4160, 7104, 1216, 163840, 1643, "CUBE", 65536},
        {"Matmul_Case1", 30976, 55040, 8960, 1179648, 2667, "CUBE", 524288},
    };
    for (const Facts& f : published) {
        CAPTURE(f.name);
        const auto path = *shared / "traces/davinci" / (std::string(f.name) + ".json");
        const ordered_json got =
            systole::report::stats_json(trace_stats(systole::load::load_trace(path)), f.name);
        CHECK(got["workload"] == f.name);
        CHECK(got["nodes"] == f.nodes);
        CHECK(got["edges"] == f.edges);
        CHECK(got["buffers"] == f.buffers);
        CHECK(got["volume_all"] == f.volume);
        CHECK(got["critical_path"] == f.critical_path);
        CHECK(got["cycles"][f.busiest] == f.lower_bound);
        CHECK(got["busiest_pipe"]["pipe"] == f.busiest);
        CHECK(got["lower_bound"] == f.lower_bound);
    }
}
