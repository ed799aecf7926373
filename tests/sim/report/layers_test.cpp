// What the reports say about a trace with layers: the numbers are those that
// tests/sim/model/layer_stats_test.cpp and energy_test.cpp work out by hand.
#include "sim/model/exec_graph_builder.h"
#include "sim/model/recurrence.h"
#include "sim/report/layers_csv.h"
#include "sim/report/layers_table.h"
#include "sim/report/summary.h"
#include "tests/support/lowered_traces.h"
#include "tests/support/outputs.h"
#include "tests/support/paths.h"
#include "tests/support/tiny_traces.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <memory>
#include <sstream>
#include <string>
#include <vector>

using namespace systole;
using nlohmann::ordered_json;

namespace {

struct LoweredRun {
    LoweredRun()
        : config(test::core_with_l1(4)),
          program(test::two_layers()),
          plan{test::id_order(program), {0, 1, 0, 0, 0, 0, 1}, {}},
          graph(model::build_exec_graph(program, plan, config)),
          timeline(model::recurrence(graph)),
          waits(graph.nodes()),
          layers(model::layer_stats(program, graph, timeline, config)) {
        config.clock_mhz = 500;
        config.cube.rows = 2;
        config.cube.cols = 3;
        config.cube.depth = 4;
        metrics.makespan = timeline.makespan;
        program.layers[0].name = "fc, first";
    }
    void price() {
        config::EnergyTable table;
        table.mac[0] = 300'000;
        table.vector[0] = 200'000;
        table.pe = 10'000;
        for (const Tier t : kTiers) {
            table.tiers[t] = config::AccessEnergy{1'000'000, 1'000'000};
        }
        table.ddr = {60'000'000, 70'000'000};
        energy.table = "by hand";
        energy.energy = model::energy_of(program, graph, timeline, layers, config, table);
    }
    RunResult report() const {
        RunResult result;
        result.workload = "two_layers";
        result.method = "base";
        result.spill = "belady";
        result.config = config;
        result.program = std::make_shared<ir::Program>(program);
        result.plan = plan;
        result.graph = graph;
        result.timeline = timeline;
        result.metrics = metrics;
        result.waits = waits;
        result.layers = layers;
        result.energy = energy;
        return result;
    }

    config::ArchConfig config;
    ir::Program program;
    ir::Plan plan;
    ir::ExecGraph graph;
    ir::Timeline timeline;
    std::vector<model::NodeWait> waits;
    model::Metrics metrics;
    model::LayerTable layers;
    model::EnergyResult energy;
};

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) {
        lines.push_back(line);
    }
    return lines;
}

}  // namespace

TEST_CASE("what does the JSON say about layers and energy?") {
    LoweredRun run;
    run.price();
    const ordered_json json = report::summary_json(run.report());
    CHECK(json["pe_utilization"].get<double>() == Approx(1.0 / 90.0));  // 24 MACs, 24 PEs
    const ordered_json& fc = json["layers"][0];
    CHECK(fc["name"] == "fc, first");
    CHECK(fc["nodes"] == 7);
    CHECK(fc["start"] == 0);
    CHECK(fc["end"] == 79);
    CHECK(fc["cycles"] == 79);
    CHECK(fc["busy"]["CUBE"] == 30);
    CHECK(fc["macs"] == 24);
    CHECK(fc["macs_per_cycle"].get<double>() == Approx(24.0 / 79.0));
    CHECK(fc["pe_utilization"].get<double>() == Approx(1.0 / 79.0));
    CHECK(fc["ddr_bytes"] == ordered_json::parse(R"({"read": 20, "write": 6, "activations": 8,
                                                    "weights": 12, "outputs": 6, "spills": 0})"));
    CHECK(fc["tier_bytes"]["L1"] == ordered_json::parse(R"({"read": 20, "write": 20})"));
    CHECK(json["layers"][1]["cycles"] == 11);
    CHECK(json["layers"][1]["vector_ops"] == 8);

    // fc: 7.44 pJ of MACs; 40 bytes of L1, 12 of UB, 16 of L0A, 24 of L0B, 48 of L0C at 1 pJ;
    // 1,620 pJ of DDR. relu: 1.6 pJ, 40 bytes of UB, 1,040 pJ.
    CHECK(fc["energy_pj"]["total"] == 1767.44);
    CHECK(fc["energy_pj"]["by_unit"]["L1"] == 40.0);
    CHECK(fc["energy_pj"]["by_unit"]["CUBE"] == 7.44);
    CHECK(fc["energy_pj"]["by_operand"]["compute"] == 7.44);
    CHECK(json["layers"][1]["energy_pj"]["total"] == 1081.6);
    const ordered_json& all = json["energy_pj"];
    CHECK(all["total"] == 2849.04);
    CHECK(all["compulsory"] == 2667.2);
    CHECK(all["by_unit"]["DDR"] == 2660.0);
    CHECK(all["outside_layers"] == 0.0);
    CHECK(all["average_mw"].get<double>() == Approx(2849.04 / 180));
    CHECK(all["energy_delay_js"].get<double>() == Approx(2849.04e-12 * 180e-9));
    CHECK(all["table"] == "by hand");
    CHECK(json["energy_note"].is_null());
}

TEST_CASE("is energy null with the reason when it is not known?") {
    LoweredRun run;
    run.energy.why_not = "no table";
    const ordered_json json = report::summary_json(run.report());
    CHECK(json["energy_pj"].is_null());
    CHECK(json["energy_note"] == "no table");
    CHECK(json["layers"][0]["energy_pj"].is_null());
    const std::string text = report::summary_table(run.report(), false);
    CHECK(text.find("no table") != std::string::npos);
    CHECK(text.find("Where the energy goes") == std::string::npos);
}

TEST_CASE("is every name of a layer and of the energy documented?") {
    LoweredRun run;
    run.price();
    const std::string schema = test::read_file(test::source_dir() / "sim/report/SCHEMA.md");
    const ordered_json json = report::summary_json(run.report());
    for (const ordered_json* object : {&json["layers"][0],
                                       &json["layers"][0]["ddr_bytes"],
                                       &json["energy_pj"],
                                       &json["energy_pj"]["by_unit"],
                                       &json["energy_pj"]["by_operand"]}) {
        for (const auto& [name, value] : object->items()) {
            CAPTURE(name);
            CHECK(schema.find("`" + name + "`") != std::string::npos);
        }
    }
}

TEST_CASE("does layers.csv have a line per layer, as wide as its header?") {
    LoweredRun run;
    run.price();
    const test::TempDir dir;
    systole::test::write_output((dir / "layers.csv").string(), [&](systole::OutputFile& file) {
        report::write_layers_csv(run.report(), file);
    });
    const std::vector<std::string> lines = lines_of(test::read_file(dir / "layers.csv"));
    REQUIRE(lines.size() == 3);
    CHECK(lines[0] ==
          "layer,name,nodes,start,end,cycles,busy_MTE1,busy_MTE2,busy_MTE3,busy_CUBE,busy_VECTOR,"
          "busy_FIXP,macs,macs_per_cycle,pe_utilization,array_working,array_idle,"
          "array_fill_drain,array_port_waits,vector_ops,ddr_read,ddr_write,"
          "ddr_activations,ddr_weights,ddr_outputs,ddr_spills,L1_read,L1_write,UB_read,UB_write,"
          "L0A_read,L0A_write,L0B_read,L0B_write,L0C_read,L0C_write,energy_pj,energy_pj_CUBE,"
          "energy_pj_VECTOR,energy_pj_L1,energy_pj_UB,energy_pj_L0A,energy_pj_L0B,energy_pj_L0C,"
          "energy_pj_DMA,energy_pj_DDR,energy_pj_static");
    CHECK(
        lines[1] ==
        "0,\"fc, "
        "first\",7,0,79,79,9,30,8,30,0,6,24,0.303797,0.0126582,1,0,29,0,0,20,6,8,12,6,0,20,20,6,6,"
        "8,8,12,12,24,24,1767.440,7.440,0.000,40.000,12.000,16.000,24.000,48.000,0.000,1620.000,"
        "0.000");
    CHECK(lines[2] ==
          "1,relu,3,30,90,11,0,7,11,0,9,0,0,0,0,0,0,0,0,8,8,8,8,0,8,0,0,0,24,16,0,0,0,0,0,0,1081."
          "600,0.000,"
          "1.600,0.000,40.000,0.000,0.000,0.000,0.000,1040.000,0.000");

    run.energy = {};
    systole::test::write_output((dir / "dear.csv").string(), [&](systole::OutputFile& file) {
        report::write_layers_csv(run.report(), file);
    });
    const std::string last = lines_of(test::read_file(dir / "dear.csv"))[2];
    CHECK(last.substr(last.size() - 12) == "0,,,,,,,,,,,");
}

TEST_CASE("what do the terminal's tables say about layers and energy?") {
    LoweredRun run;
    run.price();
    CHECK(report::energy_table(run.report(), false) ==
          "unit      energy  of total [%]  activations [%]  weights [%]  outputs [%]  compute [%]  "
          "static [%]\n"
          "CUBE    7.440 pJ           0.3                                                     0.3\n"
          "VECTOR  1.600 pJ           0.1                                                     0.1\n"
          "L1      40.00 pJ           1.4              0.6          0.8\n"
          "UB      52.00 pJ           1.8              0.8                       1.0\n"
          "L0A     16.00 pJ           0.6              0.6\n"
          "L0B     24.00 pJ           0.8                           0.8\n"
          "L0C     48.00 pJ           1.7                                        1.7\n"
          "DDR     2.660 nJ          93.4             33.7         25.3         34.4\n"
          "all     2.849 nJ         100.0             35.7         27.0         37.1          0.3"
          "         0.0\n");
    CHECK(report::layers_table(run.report(), false) ==
          "layer      cycles  of run [%]  MACs  MACs/cycle  PE util. [%]  DDR read  DDR written  "
          "  energy  of total [%]\n"
          "fc, first      79        87.8    24         0.3           1.3      20 B          6 B  "
          "1.767 nJ          62.0\n"
          "relu           11        12.2     0         0.0           0.0       8 B          8 B  "
          "1.082 nJ          38.0\n");
    const std::string text = report::summary_table(run.report(), false);
    CHECK(text.find("compulsory 2.667 nJ; prices: by hand") != std::string::npos);
    CHECK(text.find("PE utilization") != std::string::npos);
}

TEST_CASE("are the layers shown when they are asked for, all of them?") {
    LoweredRun run;
    run.layers.layers.resize(75);
    run.program.layers.resize(75);
    CHECK(lines_of(report::layers_table(run.report(), false)).size() == 76);
    const std::string some = report::summary_table(run.report(), false);
    CHECK(some.find("fc, first") == std::string::npos);
    CHECK(some.find("--layers: each") != std::string::npos);
}

TEST_CASE("does an energy take the unit that suits its size?") {
    CHECK(report::energy_text(0) == "0 J");
    CHECK(report::energy_text(999) == "999.0 fJ");
    CHECK(report::energy_text(1'500) == "1.500 pJ");
    CHECK(report::energy_text(2'667'200) == "2.667 nJ");
    CHECK(report::energy_text(12'345'000'000'000) == "12.35 mJ");
    CHECK(report::energy_text(3'000'000'000'000'000'000) == "3.000 kJ");
}
