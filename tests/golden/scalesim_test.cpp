// Everything that SCALE-Sim 3.0.0 printed of 654 layers and that has a closed form, column by
// column (the recording's README says which columns do, and which counts are its accidents).

#include "arch/cube/scalesim_memory_timing.h"
#include "arch/cube/scalesim_timing.h"
#include "sim/load/topology_csv.h"
#include "sim/model/scalesim_layers.h"
#include "tests/support/paths.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <map>
#include <sstream>
#include <string>
#include <vector>

using namespace systole;

namespace {

using Record = std::map<std::string, std::string>;

std::vector<std::string> fields_of(const std::string& line) {
    std::vector<std::string> fields;
    std::istringstream in(line);
    for (std::string field; std::getline(in, field, ',');) {
        fields.push_back(field);
    }
    return fields;
}

std::vector<Record> records_of(const std::string& csv) {
    std::istringstream in(csv);
    std::string line;
    std::getline(in, line);
    const std::vector<std::string> columns = fields_of(line);
    std::vector<Record> records;
    while (std::getline(in, line)) {
        const std::vector<std::string> fields = fields_of(line);
        REQUIRE(fields.size() == columns.size());
        Record record;
        for (std::size_t i = 0; i < columns.size(); ++i) {
            record[columns[i]] = fields[i];
        }
        records.push_back(record);
    }
    return records;
}

std::uint64_t number(const Record& record, const std::string& column) {
    return std::stoull(record.at(column));
}

Dataflow dataflow_of(const Record& record) {
    const std::string& text = record.at("dataflow");
    for (std::size_t i = 0; i < kDataflowCount; ++i) {
        if (kDataflowNames[i] == text) {
            return static_cast<Dataflow>(i);
        }
    }
    FAIL("unknown dataflow " << text);
    return Dataflow::kBlock;
}

arch::ScalesimMemory memory_of(const Record& record) {
    const std::uint64_t reads = number(record, "read_bw_words_per_cycle");
    return {number(record, "ifmap_sram_kb") * 1024,
            number(record, "filter_sram_kb") * 1024,
            number(record, "ofmap_sram_kb") * 1024,
            reads,
            reads,
            number(record, "write_bw_words_per_cycle")};
}

// im2col by SCALE-Sim's rule: no padding, sizes rounded up.
std::uint64_t out_size(std::uint64_t in, std::uint64_t filter, std::uint64_t stride) {
    return (in - filter + stride + stride - 1) / stride;
}

arch::Gemm gemm_of(const Record& record) {
    if (record.count("M") != 0) {
        return {number(record, "M"), number(record, "N"), number(record, "K")};
    }
    const std::uint64_t stride = number(record, "stride");
    const std::uint64_t h = number(record, "filter_h");
    const std::uint64_t w = number(record, "filter_w");
    return {out_size(number(record, "ifmap_h"), h, stride) *
                out_size(number(record, "ifmap_w"), w, stride),
            number(record, "num_filters"),
            h * w * number(record, "channels")};
}

// Whether the last filter windows of a convolution end where its input does.
bool windows_fit(const Record& record) {
    if (record.count("M") != 0) {
        return true;
    }
    const std::uint64_t stride = number(record, "stride");
    return (number(record, "ifmap_h") - number(record, "filter_h")) % stride == 0 &&
           (number(record, "ifmap_w") - number(record, "filter_w")) % stride == 0;
}

void check_window(const Record& record, const std::string& stream, const arch::Window& window) {
    CHECK(window.start == number(record, stream + "_start"));
    CHECK(window.stop == number(record, stream + "_stop"));
}

void compare(const std::string& file, std::size_t rows) {
    const auto shared = test::shared_dir();
    if (!shared) {
        WARN("skipped: the recorded SCALE-Sim runs are not here");
        return;
    }
    const std::vector<Record> records = records_of(test::read_file(*shared / "golden" / file));
    CHECK(records.size() == rows);
    std::size_t line = 1;
    for (const Record& record : records) {
        ++line;
        CAPTURE(file, line);
        arch::Array array;
        array.rows = number(record, "array_rows");
        array.cols = number(record, "array_cols");
        array.dataflow = dataflow_of(record);
        const arch::Gemm gemm = gemm_of(record);
        arch::ScalesimCost cost = arch::scalesim_cost(gemm, array);
        if (record.count("read_bw_words_per_cycle") != 0) {
            arch::add_scalesim_stalls(
                cost, gemm, array, arch::ScalesimMap::of(gemm), memory_of(record));
        }
        CHECK(cost.compute_cycles == number(record, "compute_cycles"));
        CHECK(cost.stall_cycles == number(record, "stall_cycles"));
        CHECK(cost.ifmap_sram_reads == number(record, "ifmap_sram_reads"));
        CHECK(cost.filter_sram_reads == number(record, "filter_sram_reads"));
        CHECK(cost.ofmap_sram_writes == number(record, "ofmap_sram_writes"));
        // Six decimals are recorded.
        CHECK(cost.overall_util_pct ==
              Approx(std::stod(record.at("overall_util_pct"))).margin(6e-7).epsilon(0));
        CHECK(cost.mapping_efficiency_pct ==
              Approx(std::stod(record.at("mapping_efficiency_pct"))).margin(6e-7).epsilon(0));
        if (record.count("compute_util_pct") != 0) {
            check_window(record, "filter_sram", cost.filter_sram);
            check_window(record, "ofmap_sram", cost.ofmap_sram);
            if (windows_fit(record)) {
                check_window(record, "ifmap_sram", cost.ifmap_sram);
            } else {
                CHECK(cost.ifmap_sram.start == number(record, "ifmap_sram_start"));
                CHECK(cost.ifmap_sram.stop >= number(record, "ifmap_sram_stop"));
            }
            CHECK(cost.compute_util_pct ==
                  Approx(std::stod(record.at("compute_util_pct"))).margin(6e-7).epsilon(0));
        }
    }
}

}  // namespace

TEST_CASE("402 products") {
    compare("scalesim_gemm.csv", 402);
    compare("scalesim_gemm_ext.csv", 402);
}

TEST_CASE("252 convolutions") {
    compare("scalesim_conv.csv", 252);
    compare("scalesim_conv_ext.csv", 252);
}

TEST_CASE("the 252 convolutions out of the networks they come from, as read") {
    const auto shared = test::shared_dir();
    if (!shared) {
        WARN("skipped: the recorded SCALE-Sim runs are not here");
        return;
    }
    std::map<std::string, ir::Network> networks;
    const auto records = records_of(test::read_file(*shared / "golden/scalesim_conv.csv"));
    CHECK(records.size() == 252);
    for (const Record& record : records) {
        const std::string& network_name = record.at("network");
        const std::string& layer_name = record.at("layer");
        CAPTURE(network_name, layer_name);
        if (networks.count(network_name) == 0) {
            const auto path = *shared / "topologies/conv" / (network_name + ".csv");
            networks[network_name] = load::read_topology(path.string());
        }
        ir::Network one = networks[network_name];
        const auto other = [&](const ir::Layer& layer) { return layer.name != layer_name; };
        one.layers.erase(std::remove_if(one.layers.begin(), one.layers.end(), other),
                         one.layers.end());
        REQUIRE(one.layers.size() == 1);
        arch::Array array;
        array.rows = number(record, "array_rows");
        array.cols = number(record, "array_cols");
        array.dataflow = dataflow_of(record);
        const model::ScalesimLayer layer = model::scalesim_layers(one, array).front();
        CHECK(layer.cost.compute_cycles == number(record, "compute_cycles"));
        CHECK(layer.cost.ifmap_sram_reads == number(record, "ifmap_sram_reads"));
        CHECK(layer.windows_fit == windows_fit(record));
    }
}

TEST_CASE("108 products with a bandwidth given by the user: its stalls to the cycle") {
    compare("scalesim_gemm_userbw.csv", 108);
}
