#include "sim/report/scalesim_csv.h"

#include "sim/core/error.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <string>

using namespace systole;

namespace {

// A 7 x 7 x 7 product on 2 x 2, ws: SCALE-Sim prints 175 cycles, 49 %, 76.5625 %, 44.661458 % and
// 196, 49 and 196 accesses. Then a convolution of 5 x 5 in steps of 2 over 8 x 8, whose last
// windows hang over.
model::ScalesimLayer product() {
    ir::Network network;
    network.layers.resize(1);
    network.layers[0].name = "g";
    network.layers[0].m = network.layers[0].n = network.layers[0].k = 7;
    arch::Array array;
    array.rows = array.cols = 2;
    return model::scalesim_layers(network, array).front();
}

std::string second_line(const std::string& text) {
    const std::size_t start = text.find('\n') + 1;
    return text.substr(start, text.find('\n', start) - start);
}

}  // namespace

TEST_CASE("the reports have SCALE-Sim's columns, and what it prints where that is known") {
    const report::ScalesimLayers layers{product()};
    const std::string compute = report::scalesim_compute_csv(layers);
    CHECK(compute.substr(0, compute.find('\n')) ==
          "LayerID, Total Cycles (incl. prefetch), Total Cycles, Stall Cycles, Overall Util %, "
          "Mapping Efficiency %, Compute Util %,");
    CHECK(second_line(compute).find("0, , 175, 0, 49.0, 76.5625, 44.66145833333333") == 0);

    const std::string bandwidth = report::scalesim_bandwidth_csv(layers);
    CHECK(bandwidth.substr(0, bandwidth.find('\n')) ==
          "LayerID, Avg IFMAP SRAM BW, Avg FILTER SRAM BW, Avg OFMAP SRAM BW, Avg IFMAP DRAM BW, "
          "Avg FILTER DRAM BW, Avg OFMAP DRAM BW,");
    CHECK(second_line(bandwidth) == "0, 1.12, 0.28, 1.12, , , ,");

    const std::string access = report::scalesim_access_csv(layers);
    CHECK(access.substr(0, access.find('\n')) ==
          "LayerID, SRAM IFMAP Start Cycle, SRAM IFMAP Stop Cycle, SRAM IFMAP Reads, SRAM Filter "
          "Start Cycle, SRAM Filter Stop Cycle, SRAM Filter Reads, SRAM OFMAP Start Cycle, SRAM "
          "OFMAP Stop Cycle, SRAM OFMAP Writes, DRAM IFMAP Start Cycle, DRAM IFMAP Stop Cycle, "
          "DRAM IFMAP Reads, DRAM Filter Start Cycle, DRAM Filter Stop Cycle, DRAM Filter Reads, "
          "DRAM OFMAP Start Cycle, DRAM OFMAP Stop Cycle, DRAM OFMAP Writes,");
    CHECK(second_line(access) == "0, 3, 174, 196, 1, 167, 49, 3, 174, 196, , , , , , , , , ,");
}

TEST_CASE("the last read of an input that a window hangs over stays open") {
    ir::Network network;
    network.layers.resize(1);
    ir::Layer& layer = network.layers[0];
    layer.kind = ir::LayerKind::kConv;
    layer.in_h = layer.in_w = 8;
    layer.filter_h = layer.filter_w = 5;
    layer.stride_h = layer.stride_w = 2;
    layer.out_h = layer.out_w = 3;
    arch::Array array;
    const report::ScalesimLayers layers = model::scalesim_layers(network, array);
    CHECK_FALSE(layers[0].windows_fit);
    CHECK(second_line(report::scalesim_access_csv(layers)).find("0, 2, , 225, ") == 0);
    layer.in_h = layer.in_w = 9;
    CHECK(model::scalesim_layers(network, array)[0].windows_fit);
}

TEST_CASE("a layer that is no product is refused with its line") {
    ir::Network network;
    network.file = "net.csv";
    network.layers.resize(1);
    network.layers[0].kind = ir::LayerKind::kPool;
    network.layers[0].line = 9;
    try {
        model::scalesim_layers(network, {});
        FAIL("no error");
    } catch (const Error& error) {
        CHECK(error.rule() == "array.layer");
        CHECK(error.where().file == "net.csv");
        CHECK(error.where().line == 9);
    }
}

TEST_CASE("the table sums the cycles, the JSON has them by layer") {
    const report::ScalesimLayers layers{product(), product()};
    CHECK(report::scalesim_table(layers, false).find("350") != std::string::npos);
    const auto json = report::scalesim_json(layers, "mine");
    CHECK(json["schema"] == "systole.scalesim/1");
    CHECK(json["run_name"] == "mine");
    CHECK(json["layers"][1]["cycles"] == 175);
}
