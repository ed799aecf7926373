#include "sim/load/topology_csv.h"

#include "tests/sim/load/found_error.h"
#include "tests/support/paths.h"

#include <catch2/catch.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

using namespace systole;
using test::Found;

namespace {

const std::string kConv =
    "Layer name, IFMAP Height, IFMAP Width, Filter Height, Filter Width, Channels, Num Filter, "
    "Strides,\n";
const std::string kGemm = "Layer, M, N, K,\n";

ir::Network read(const std::string& text) {
    return load::read_topology(load::TextSource::memory(text, "dir/net.csv", "network"));
}

Error error_in(const std::string& text) {
    return test::error_of([&] { read(text); });
}
Found found_in(const std::string& text) {
    return test::found(error_in(text));
}

using Conv = std::array<std::uint64_t, 10>;
Conv conv(const ir::Layer& l) {
    return {l.in_h,
            l.in_w,
            l.filter_h,
            l.filter_w,
            l.channels,
            l.out_channels,
            l.stride_h,
            l.stride_w,
            l.out_h,
            l.out_w};
}

using Gemm = std::array<std::uint64_t, 3>;
Gemm gemm(const ir::Layer& l) {
    return {l.m, l.n, l.k};
}

std::uint64_t macs(const ir::Network& network) {
    std::uint64_t sum = 0;
    for (const ir::Layer& l : network.layers) {
        sum += l.kind == ir::LayerKind::kGemm
                   ? l.m * l.n * l.k
                   : l.out_h * l.out_w * l.out_channels * l.filter_h * l.filter_w * l.channels;
    }
    return sum;
}

// The same layers with the usual floor((H - FH) / S) + 1 outputs.
ir::Network rounded_down(ir::Network network) {
    for (ir::Layer& l : network.layers) {
        l.out_h = (l.in_h - l.filter_h) / l.stride_h + 1;
        l.out_w = (l.in_w - l.filter_w) / l.stride_w + 1;
    }
    return network;
}

}  // namespace

TEST_CASE("A convolution topology: the output size is rounded up, as SCALE-Sim does") {
    // alexnet.csv: (224 - 11 + 4) / 4 = 54.25. 7 x 7 by 3 x 3, stride 2: 3 exactly.
    const ir::Network network = read(kConv +
                                     "Conv1     ,224  ,224 ,11 ,11 ,3 ,96 ,4 ,\n"
                                     "b, 7, 8, 3, 2, 5, 6, 2,\n"
                                     "same, 4, 5, 4, 5, 1, 1, 3,\n");
    CHECK(network.file == "dir/net.csv");
    CHECK(network.name == "net");
    CHECK(network.notes.empty());
    REQUIRE(network.layers.size() == 3);
    CHECK(network.layers[0].name == "Conv1");
    CHECK(network.layers[0].kind == ir::LayerKind::kConv);
    CHECK(network.layers[0].line == 2);
    CHECK(conv(network.layers[0]) == Conv{224, 224, 11, 11, 3, 96, 4, 4, 55, 55});
    CHECK(conv(network.layers[1]) == Conv{7, 8, 3, 2, 5, 6, 2, 2, 3, 4});
    CHECK(conv(network.layers[2]) == Conv{4, 5, 4, 5, 1, 1, 3, 3, 1, 1});
    CHECK(network.layers[1].batch == 1);
    CHECK(network.layers[1].groups == 1);
}

TEST_CASE("A GEMM topology; names may be numbers and repeat") {
    const ir::Network network = read(kGemm + "1, 2048,4096,32,\n1,1,2,3");
    REQUIRE(network.layers.size() == 2);
    CHECK(network.layers[0].kind == ir::LayerKind::kGemm);
    CHECK(network.layers[0].name == "1");
    CHECK(network.layers[1].name == "1");
    CHECK(gemm(network.layers[0]) == Gemm{2048, 4096, 32});
    CHECK(gemm(network.layers[1]) == Gemm{1, 2, 3});
    CHECK(network.layers[1].line == 3);
}

TEST_CASE("Mark, CR LF, blank lines, rows of commas, no-break spaces, no newline at the end") {
    const ir::Network network = read(
        "\xEF\xBB\xBFLayer name,\xC2\xA0 IFMAP Width,\xC2\xA0 IFMAP Width,Filter height,FILTER "
        "WIDTH,Channels,Num Filters,Stride\r\n"
        "\r\n"
        ",,,,,,,,,,,,\r\n"
        "Linear1\xC2\xA0,\xC2\xA0 10, 16\xC2\xA0,1,16 \t,1,48,1,\r\n"
        "  \r\n"
        " , ,\r\n"
        "b,1,1,1,1,1,1,1");
    REQUIRE(network.layers.size() == 2);
    CHECK(network.layers[0].name == "Linear1");
    CHECK(conv(network.layers[0]) == Conv{10, 16, 1, 16, 1, 48, 1, 1, 10, 1});
    CHECK(network.layers[0].line == 4);
    CHECK(network.layers[1].line == 7);
    CHECK(network.notes.empty());
}

TEST_CASE("The batch column is obeyed; sparsity and other columns are put aside, which is said") {
    const std::string conv = kConv.substr(0, kConv.size() - 1);
    const ir::Network batch = read(conv + " Batch Size\na,2,2,1,1,3,4,1,5\nb,2,2,1,1,3,4,1,\n");
    CHECK(batch.layers[0].batch == 5);
    CHECK(batch.layers[1].batch == 1);
    CHECK(batch.notes.empty());

    const ir::Network sparse =
        read("Layer Name, M, N, K, Sparsity,\na, 3, 5, 16, 3:4,\nb,1,1,1,\nc, 1, 5, 16, 1:4,");
    CHECK(sparse.notes ==
          std::vector<std::string>{"dir/net.csv:2: sparsity ratios such as 3:4 (2 of 3 layers) are "
                                   "put aside: every layer is computed dense"});
    // Without a name for the column.
    CHECK(read(kGemm + "a, 3, 5, 16, 2:4").notes ==
          std::vector<std::string>{"dir/net.csv:2: sparsity ratios such as 2:4 (1 of 1 layers) are "
                                   "put aside: every layer is computed dense"});
    // resnet50.csv has its author's own sums behind the stride.
    CHECK(
        read(conv + ",,Eh,Ew\n,,,,\na,2,2,1,1,3,4,1,,,110,110\n").notes ==
        std::vector<std::string>{"dir/net.csv:1: the format has no column 'Eh', 'Ew': put aside"});
}

TEST_CASE("Tabs between the columns are named") {
    CHECK_THAT(error_in("Layer\tM\tN\tK\na\t1\t2\t3\n").what(),
               Catch::Contains("its columns apart by tabs, not commas; expected"));
}

TEST_CASE("DP in the name of a convolution makes it depthwise, as SCALE-Sim takes it") {
    const ir::Network network = read(kConv +
                                     "Conv2_DP, 14, 14, 3, 3, 32, 1, 1,\n"
                                     "DPmult, 14, 14, 3, 3, 8, 2, 1,\n"
                                     "dp, 14, 14, 3, 3, 8, 2, 1,\n");
    REQUIRE(network.layers.size() == 3);
    CHECK(network.layers[0].kind == ir::LayerKind::kDepthwise);
    CHECK(network.layers[0].groups == 32);
    CHECK(network.layers[0].out_channels == 32);
    CHECK(network.layers[1].kind == ir::LayerKind::kConv);
    CHECK(network.layers[1].groups == 8);
    CHECK(network.layers[1].out_channels == 16);
    CHECK(network.layers[2].groups == 1);
    CHECK(network.notes ==
          std::vector<std::string>{"dir/net.csv:2: layers with DP in their names (2, the first "
                                   "'Conv2_DP') are depthwise, as SCALE-Sim takes them"});
    CHECK(found_in(kConv + "aDP, 1, 1, 1, 1, 2147483648, 2, 1,\n") == Found{"network.range", 2});
    // A product has no channels.
    CHECK(read(kGemm + "DP,1,2,3\n").notes.empty());
}

TEST_CASE("The ninth column of a convolution is the stride along the width") {
    const std::string header = kConv.substr(0, kConv.size() - 2);
    for (const char* name : {", Stride width,\n", ", Strides W\n", ",\n", "\n"}) {
        CAPTURE(name);
        const ir::Network network = read(header + name + "a, 9, 9, 3, 3, 1, 1, 2, 1,\n");
        CHECK(network.notes.empty());
        CHECK(conv(network.layers[0]) == Conv{9, 9, 3, 3, 1, 1, 2, 1, 4, 7});
    }
    CHECK(found_in(header + ", Stride width\na, 9, 9, 3, 3, 1, 1, 2, 0,\n") ==
          Found{"network.range", 2});
}

TEST_CASE("A column that would change a layer is refused, whatever its name") {
    const std::string header = kConv.substr(0, kConv.size() - 2);
    const std::string row = "a, 9, 9, 3, 3, 1, 1, 2, ";
    CHECK(found_in(header + ", Padding\n" + row + "1\n") == Found{"network.column", 2});
    CHECK(read(header + ", Padding\n" + row + "0\n").notes.size() == 1);
    CHECK(found_in(header + ", Groups\n" + row + "4\n") == Found{"network.column", 2});
    CHECK(read(header + ", Groups\n" + row + "1\n").notes.size() == 1);
    CHECK(found_in(header + ", Stride height\n" + row + "4\n") == Found{"network.column", 2});
    CHECK(found_in(header + ",,\n" + row + ", 5\n") == Found{"network.column", 2});
    CHECK(found_in(kGemm + "a,1,2,3,4\n") == Found{"network.column", 2});
}

TEST_CASE("A row of a name alone heads what follows and is skipped, which is said") {
    const ir::Network network = read(kConv + "AlphaGoZero,\na,3,3,1,1,1,1,1,\nmore,,,\n");
    REQUIRE(network.layers.size() == 1);
    CHECK(network.layers[0].line == 3);
    CHECK(network.notes ==
          std::vector<std::string>{"dir/net.csv:2: rows of a name without numbers (2, the first "
                                   "'AlphaGoZero') are skipped"});
    CHECK(found_in(kGemm + "a\n") == Found{"network.empty"});
}

TEST_CASE("A header of neither format is refused, and so are columns in another order") {
    CHECK(found_in("") == Found{"network.empty"});
    CHECK(found_in("\n,,,\n") == Found{"network.empty"});
    CHECK(found_in(kGemm) == Found{"network.empty"});
    CHECK(found_in("\nLayer,M,K,N\na,1,2,3\n") == Found{"network.format", 2});
    CHECK(found_in("Layer,M,N\na,1,2\n") == Found{"network.format", 1});
    CHECK(found_in("Id,Op,BufId,Size,Type,Pipe,Cycles,Bufs\n") == Found{"network.format", 1});
    CHECK(found_in("L,IFMAP Width,IFMAP Height,Filter Height,Filter Width,Channels,Num "
                   "Filter,Strides\n") == Found{"network.format", 1});
    CHECK(found_in("L,IFMAP Height,IFMAP Width,Filter Width,Filter Height,Channels,Num "
                   "Filter,Strides\n") == Found{"network.format", 1});
    CHECK(std::string(error_in("a, 1, 2, 3\n").what()) ==
          "dir/net.csv:1: the first line must be a header, found the data 'a, 1, 2, 3'; expected "
          "'Layer, M, N, K' (GEMMs) or 'Layer name, IFMAP Height, IFMAP Width, Filter Height, "
          "Filter Width, Channels, Num Filter, Strides' (convolutions), the columns in this order "
          "[network.format]");
    CHECK_THAT(error_in("Layer,M,K,N\n").what(),
               Catch::StartsWith("dir/net.csv:1: the header is 'Layer, M, K, N'; expected"));
}

TEST_CASE("Bad sizes are refused with layer, column, what was found and what was expected") {
    CHECK(std::string(error_in(kGemm + "ok,1,1,1\nl1,4,0,4\n").what()) ==
          "dir/net.csv:3: layer 'l1': column N is '0'; expected a whole number from 1 to "
          "2147483648 [network.range]");
    CHECK(found_in(kGemm + "a,-1,1,1\n") == Found{"network.range", 2});
    CHECK(found_in(kGemm + "a,1,1,2147483649\n") == Found{"network.range", 2});
    CHECK(found_in(kGemm + "a,1,1,99999999999999999999\n") == Found{"network.range", 2});
    CHECK(read(kGemm + "a,1,1,2147483648\n").layers[0].k == 2147483648u);
    for (const char* bad : {"x", "1.5", "1e3", "+1", "0x10", "1 2", "-"}) {
        CHECK(found_in(kGemm + "a,1," + bad + ",1\n") == Found{"network.number", 2});
    }
    CHECK(std::string(error_in(kGemm + "a,1,2\n").what()) ==
          "dir/net.csv:2: layer 'a': column K is missing; expected a whole number from 1 to "
          "2147483648 [network.missing-field]");
    CHECK(found_in(kGemm + "a,1,,2\n") == Found{"network.missing-field", 2});
    CHECK(found_in(kGemm + ",1,1,2\n") == Found{"network.missing-field", 2});
    CHECK(found_in(kGemm + "a,1\n") == Found{"network.missing-field", 2});
    CHECK(found_in("Layer,M,N,K,Batch\na,1,1,1,0\n") == Found{"network.range", 2});
    CHECK(std::string(error_in(kConv + "c,2,3,3,3,1,1,1\n").what()) ==
          "dir/net.csv:2: layer 'c': Filter Height is 3, larger than its IFMAP Height of 2; the "
          "format has no padding, so give the size of the padded map [network.shape]");
    CHECK(found_in(kConv + "c,3,2,3,3,1,1,1\n") == Found{"network.shape", 2});
    for (const char* bad : {"4:2", "0:4", "2", "a:b", ":", "1:4:8"}) {
        CHECK(found_in("L,M,N,K,Sparsity\na,1,1,1," + std::string(bad) + "\n") ==
              Found{"network.sparsity", 2});
    }
    CHECK(found_in(kGemm + "a,1,\"1,1\n") == Found{"network.truncated", 2});
    CHECK(found_in(kGemm + "a,1,1\"\"x,1\n") == Found{"network.syntax", 2});
}

TEST_CASE("Layers whose products pass 2^60, and networks whose sum passes 2^63, are refused") {
    CHECK(macs(read(kGemm + "a,1048576,1048576,1048576\n")) == std::uint64_t{1} << 60);
    CHECK(std::string(error_in(kGemm + "a,2147483648,1048576,1024\n").what()) ==
          "dir/net.csv:2: layer 'a': multiply-accumulates of 1 x 2147483648 x 1048576 x 1024 are "
          "more than 2^60; cut the layer into smaller ones [network.too-large]");
    CHECK(found_in(kConv + "c,2147483648,2147483648,1,1,1,1,2147483648\n") ==
          Found{"network.too-large", 2});
    std::string many = kGemm;
    for (int i = 0; i < 8; ++i) {
        many += "a,1048576,1048576,1048576\n";
    }
    CHECK(found_in(many) == Found{"network.too-large", 9});
}

TEST_CASE("Every public topology file is read: layers and multiply-accumulates") {
    const auto shared = test::shared_dir();
    if (!shared) {
        WARN("no shared folder: the public topologies are not tested");
        return;
    }
    // Layer counts from the README of the files.
    const std::vector<std::pair<std::string, std::size_t>> layers = {
        {"conv/alexnet", 5},
        {"conv/alphagozero", 8},
        {"conv/deepspeech2", 6},
        {"conv/faster_rcnn", 46},
        {"conv/googlenet", 58},
        {"conv/gpt2_as_conv", 6},
        {"conv/llama3b_as_conv", 51},
        {"conv/mobilenet", 27},
        {"conv/resnet18", 21},
        {"conv/resnet50", 54},
        {"conv/sparse_example", 1},
        {"conv/unet_2d", 19},
        {"conv/yolo", 22},
        {"conv/yolo_tiny", 9},
        {"gemm/gnmt", 17},
        {"gemm/gpt2", 6},
        {"gemm/ncf", 12},
        {"gemm/sparse_example", 2},
        {"gemm/transformer_partial", 6},
        {"gemm/vit_b", 5},
        {"gemm/vit_bg", 4},
        {"gemm/vit_h", 5},
        {"gemm/vit_l", 5},
        {"gemm/vit_s", 5}};
    for (const auto& [name, count] : layers) {
        INFO(name);
        const ir::Network network =
            load::read_topology((*shared / "topologies" / (name + ".csv")).string());
        CHECK(network.layers.size() == count);
        const bool extra = name == "conv/resnet50" || name == "conv/sparse_example" ||
                           name == "gemm/sparse_example";
        CHECK(network.notes.size() == (extra ? 1 : 0));
    }
    // The sums of spec/hardware_facts.md, section 6, are of outputs rounded down; SCALE-Sim rounds
    // up (the golden rows of mobilenet Conv1 have 112 x 112 outputs of 224 x 224, 3 x 3, stride 2).
    const auto check_macs = [&](const char* name, std::uint64_t down, std::uint64_t up) {
        INFO(name);
        const ir::Network network =
            load::read_topology((*shared / "topologies" / "conv" / name).string());
        CHECK(macs(rounded_down(network)) == down);
        CHECK(macs(network) == up);
    };
    check_macs("resnet50.csv", 3409810112u, 3479536384u);
    check_macs("mobilenet.csv", 565077408u, 565519488u);
    check_macs("alexnet.csv", 801320064u, 805118496u);
}
