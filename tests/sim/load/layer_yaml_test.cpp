#include "sim/load/layer_yaml.h"

#include "sim/load/network_file.h"
#include "tests/sim/load/found_error.h"
#include "tests/support/paths.h"

#include <catch2/catch.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

using namespace systole;
using ir::Layer;
using ir::LayerKind;
using test::Found;

namespace {

ir::Network read(const std::string& text) {
    return load::read_layer_yaml(text, "dir/net.yaml");
}

// The one layer whose keys are given, in line 2.
Layer layer(const std::string& keys) {
    return read("layers:\n  - {name: x, " + keys + "}\n").layers.at(0);
}

Error error_in(const std::string& text) {
    Error error = test::error_of([&] { read(text); });
    CHECK(error.kind() == ErrorKind::kBadInput);
    CHECK(error.where().file == "dir/net.yaml");
    return error;
}
Error layer_error(const std::string& keys) {
    return error_in("layers:\n  - {name: x, " + keys + "}\n");
}
Found found_in(const std::string& text) {
    return test::found(error_in(text));
}
Found found_in_layer(const std::string& keys) {
    return test::found(layer_error(keys));
}

// Output map and padding: top, bottom, left, right.
using Window = std::array<std::uint64_t, 6>;
Window window(const std::string& keys) {
    const Layer l = layer("kind: conv, filters: 8, " + keys);
    return {l.out_h, l.out_w, l.pad_top, l.pad_bottom, l.pad_left, l.pad_right};
}

}  // namespace

TEST_CASE("Every kind of layer, its keys and their defaults") {
    const ir::Network network = read(R"(# a comment
name: all kinds
layers:
  - {name: g, kind: gemm, m: 2, n: 3, k: 5, batch: 7}
  - name: c
    kind: conv
    batch: 2
    input: [10, 12, 6]
    filters: 9
    filter: [3, 5]
    stride: [2, 1]
    dilation: [1, 2]
    groups: 3
    padding: [1, 2, 3, 4]
  - {name: d, kind: depthwise, input: [8, 8, 16], filter: 3}
  - {name: p, kind: pool, input: [8, 8, 16], filter: 2, stride: 2}
  - {name: e, kind: elementwise, m: 4, k: 6, inputs: 2}
  - {name: s, kind: softmax, m: 4, k: 6, batch: 3}
  - {name: n, kind: layer_norm, m: 5, k: 7}
)");
    CHECK(network.name == "all kinds");
    CHECK(network.file == "dir/net.yaml");
    REQUIRE(network.layers.size() == 7);
    const std::vector<Layer>& l = network.layers;
    CHECK(l[0].kind == LayerKind::kGemm);
    CHECK(l[0].line == 4);
    CHECK(std::array{l[0].m, l[0].n, l[0].k, l[0].batch} ==
          std::array<std::uint64_t, 4>{2, 3, 5, 7});

    CHECK(l[1].kind == LayerKind::kConv);
    CHECK(l[1].name == "c");
    CHECK(l[1].line == 5);
    CHECK(std::array{l[1].in_h, l[1].in_w, l[1].channels, l[1].out_channels, l[1].groups} ==
          std::array<std::uint64_t, 5>{10, 12, 6, 9, 3});
    CHECK(std::array{l[1].filter_h, l[1].filter_w, l[1].stride_h, l[1].stride_w} ==
          std::array<std::uint64_t, 4>{3, 5, 2, 1});
    CHECK(std::array{l[1].dilation_h, l[1].dilation_w, l[1].batch} ==
          std::array<std::uint64_t, 3>{1, 2, 2});
    CHECK(std::array{l[1].pad_top, l[1].pad_bottom, l[1].pad_left, l[1].pad_right} ==
          std::array<std::uint64_t, 4>{1, 2, 3, 4});
    // Height: (10 + 3 - 3) / 2 + 1. Width: a window of 4 * 2 + 1, (12 + 7 - 9) + 1.
    CHECK(std::array{l[1].out_h, l[1].out_w} == std::array<std::uint64_t, 2>{6, 11});

    CHECK(l[2].kind == LayerKind::kDepthwise);
    CHECK(std::array{l[2].channels, l[2].out_channels, l[2].groups, l[2].out_h} ==
          std::array<std::uint64_t, 4>{16, 16, 16, 6});
    CHECK(l[3].kind == LayerKind::kPool);
    CHECK(std::array{l[3].out_channels, l[3].out_h, l[3].out_w} ==
          std::array<std::uint64_t, 3>{16, 4, 4});
    CHECK(l[4].kind == LayerKind::kElementwise);
    CHECK(std::array{l[4].m, l[4].k, l[4].inputs} == std::array<std::uint64_t, 3>{4, 6, 2});
    CHECK(l[5].kind == LayerKind::kSoftmax);
    CHECK(std::array{l[5].batch, l[5].m, l[5].k, l[5].inputs} ==
          std::array<std::uint64_t, 4>{3, 4, 6, 1});
    CHECK(l[6].kind == LayerKind::kLayerNorm);
}

TEST_CASE("Padding: a number, per direction, per side, same or valid") {
    CHECK(window("input: [7, 9, 1], filter: 3") == Window{5, 7, 0, 0, 0, 0});
    CHECK(window("input: [7, 9, 1], filter: 3, padding: valid") == Window{5, 7, 0, 0, 0, 0});
    CHECK(window("input: [7, 9, 1], filter: 3, padding: 0") == Window{5, 7, 0, 0, 0, 0});
    CHECK(window("input: [7, 9, 1], filter: 3, padding: 1") == Window{7, 9, 1, 1, 1, 1});
    CHECK(window("input: [7, 9, 1], filter: 3, padding: [1, 0]") == Window{7, 7, 1, 1, 0, 0});
    CHECK(window("input: [7, 9, 1], filter: 3, padding: [0, 1, 2, 0]") == Window{6, 9, 0, 1, 2, 0});
    // ceil(map / stride) outputs; what is odd goes behind the map.
    CHECK(window("input: [7, 9, 1], filter: 3, padding: same") == Window{7, 9, 1, 1, 1, 1});
    CHECK(window("input: [7, 8, 1], filter: 3, stride: 2, padding: same") ==
          Window{4, 4, 1, 1, 0, 1});
    CHECK(window("input: [7, 8, 1], filter: 2, padding: same") == Window{7, 8, 0, 1, 0, 1});
    CHECK(window("input: [7, 8, 1], filter: 3, dilation: 2, padding: same") ==
          Window{7, 8, 2, 2, 2, 2});
    CHECK(window("input: [7, 8, 1], filter: 1, stride: 3, padding: same") ==
          Window{3, 3, 0, 0, 0, 0});
}

TEST_CASE("A block repeats its layers, under its name and the number of the turn") {
    const ir::Network network = read(R"(layers:
  - repeat: 2
    name: block
    layers:
      - {name: a, kind: softmax, m: 1, k: 1}
      - repeat: 2
        layers: [{name: b, kind: softmax, m: 1, k: 1}]
      - repeat: 1
        name: in
        layers: [{name: c, kind: softmax, m: 1, k: 1}]
)");
    std::vector<std::string> names;
    for (const Layer& l : network.layers) {
        names.push_back(l.name);
    }
    CHECK(names == std::vector<std::string>{"block1.a",
                                            "block1.b",
                                            "block1.b",
                                            "block1.in1.c",
                                            "block2.a",
                                            "block2.b",
                                            "block2.b",
                                            "block2.in1.c"});
    CHECK(network.layers[5].line == 7);
    CHECK(network.name == "net");
}

TEST_CASE("A GEMM may give the shapes of its matrices, which have to agree about K") {
    const Layer l = layer("kind: gemm, a: [2, 5], b: [5, 3], n: 3");
    CHECK(std::array{l.m, l.n, l.k} == std::array<std::uint64_t, 3>{2, 3, 5});
    CHECK(std::string(layer_error("kind: gemm, a: [128, 64], b: [32, 128]").what()) ==
          "dir/net.yaml:2: layer 'x' multiplies a: [128, 64] by b: [32, 128]; K is 64 in a and 32 "
          "in b, expected the same [network.mismatch]");
    CHECK(found_in_layer("kind: gemm, a: [2, 5], b: [5, 3], k: 4") == Found{"network.mismatch", 2});
    CHECK(found_in_layer("kind: gemm, a: [2, 5]") == Found{"network.missing-field", 2});
    CHECK(found_in_layer("kind: gemm, a: [2, 5], b: 5") == Found{"network.type", 2});
    CHECK(found_in_layer("kind: gemm, a: [2, 5], b: [5, 3, 1]") == Found{"network.type", 2});
    CHECK(found_in_layer("kind: gemm, m: 2, k: 5") == Found{"network.missing-field", 2});
}

TEST_CASE("A layer may ask for a mapping") {
    const Layer l =
        layer("kind: gemm, m: 1, n: 1, k: 1, mapping: {rows: K, cols: N, loops: [N, K, M]}");
    CHECK(l.unroll == "K,N");
    CHECK(l.loops == "N,K,M");
    CHECK(l.mapping_line == 2);
    CHECK(layer("kind: gemm, m: 1, n: 1, k: 1, mapping: {loops: [M, N, K]}").unroll.empty());
    CHECK(layer("kind: gemm, m: 1, n: 1, k: 1").loops.empty());
    const std::string gemm = "kind: gemm, m: 1, n: 1, k: 1, ";
    CHECK(std::string(layer_error(gemm + "mapping: {row: K}").what()) ==
          "dir/net.yaml:2: layer 'x' mapping: unknown key 'row'; a mapping has rows, cols, depth, "
          "loops; did you mean 'rows'? [network.key-unknown]");
    CHECK(found_in_layer(gemm + "mapping: {loops: K}") == Found{"network.type", 2});
    CHECK(found_in_layer(gemm + "mapping: {loops: [[K]]}") == Found{"network.type", 2});
    CHECK(found_in_layer(gemm + "mapping: {loops: []}") == Found{"network.type", 2});
    CHECK(found_in_layer(gemm + "mapping: 3") == Found{"network.type", 2});
    CHECK(found_in_layer("kind: softmax, m: 1, k: 1, mapping: {rows: K}") ==
          Found{"network.key-unknown", 2});
}

TEST_CASE("Unknown keys and kinds are refused with the nearest one") {
    CHECK(
        std::string(
            layer_error("kind: conv, input: [4, 4, 1], filters: 1, filter: 1, strid: 2").what()) ==
        "dir/net.yaml:2: layer 'x': unknown key 'strid'; a conv has name, kind, batch, input, "
        "filters, filter, stride, padding, dilation, groups, mapping; did you mean 'stride'? "
        "[network.key-unknown]");
    CHECK(std::string(layer_error("kind: depthwize").what()) ==
          "dir/net.yaml:2: layer 'x' is of the kind 'depthwize'; known are gemm, conv, depthwise, "
          "pool, elementwise, softmax, layer_norm; did you mean 'depthwise'? [network.kind]");
    CHECK(found_in_layer("kind: depthwise, input: [4, 4, 1], filter: 1, filters: 2") ==
          Found{"network.key-unknown", 2});
    CHECK(found_in("layers: []\nlayer: 1\n") == Found{"network.key-unknown", 2});
    CHECK(found_in("layers:\n  - repeat: 2\n    nmae: b\n    layers: []\n") ==
          Found{"network.key-unknown", 3});
    CHECK(found_in_layer("kind: softmax, m: 1, m: 1, k: 1") == Found{"network.key-duplicate", 2});
}

TEST_CASE("Bad values are refused with line, layer, key, what was found and what was expected") {
    CHECK(std::string(
              error_in("layers:\n  - name: x\n    kind: softmax\n    m: 0\n    k: 1\n").what()) ==
          "dir/net.yaml:4: layer 'x' key m is '0'; expected a whole number from 1 to 2147483648 "
          "[network.range]");
    CHECK(found_in_layer("kind: softmax, m: -1, k: 1") == Found{"network.range", 2});
    CHECK(found_in_layer("kind: softmax, m: 2147483649, k: 1") == Found{"network.range", 2});
    CHECK(found_in_layer("kind: softmax, m: 99999999999999999999, k: 1") ==
          Found{"network.range", 2});
    CHECK(found_in_layer("kind: softmax, m: 1.5, k: 1") == Found{"network.number", 2});
    CHECK(found_in_layer("kind: softmax, m: x, k: 1") == Found{"network.number", 2});
    CHECK(found_in_layer("kind: softmax, m: [1], k: 1") == Found{"network.type", 2});
    CHECK(found_in_layer("kind: softmax, m: , k: 1") == Found{"network.type", 2});
    CHECK(found_in_layer("kind: softmax, m: 1") == Found{"network.missing-field", 2});
    CHECK(found_in_layer("m: 1, k: 1") == Found{"network.missing-field", 2});
    CHECK(found_in("layers:\n  - {kind: softmax, m: 1, k: 1}\n") ==
          Found{"network.missing-field", 2});
    CHECK(found_in("layers:\n  - {name: [], kind: softmax, m: 1, k: 1}\n") ==
          Found{"network.type", 2});
    CHECK(found_in_layer("kind: softmax, m: 2147483648, k: 2147483648") ==
          Found{"network.too-large", 2});
    const std::string conv = "kind: conv, filters: 4, ";
    CHECK(found_in_layer(conv + "input: [4, 4], filter: 1") == Found{"network.type", 2});
    CHECK(found_in_layer(conv + "input: [4, 4, 0], filter: 1") == Found{"network.range", 2});
    CHECK(found_in_layer(conv + "input: [4, 4, 1]") == Found{"network.missing-field", 2});
    CHECK(found_in_layer(conv + "input: [4, 4, 1], filter: [1, 2, 3]") == Found{"network.type", 2});
    CHECK(found_in_layer(conv + "input: [4, 4, 1], filter: 1, stride: 0") ==
          Found{"network.range", 2});
    CHECK(std::string(layer_error(conv + "input: [4, 4, 1], filter: 3, padding: sam").what()) ==
          "dir/net.yaml:2: layer 'x' key padding is 'sam'; expected a number, [height, width], "
          "[top, bottom, left, right], same or valid; did you mean 'same'? [network.type]");
    CHECK(found_in_layer(conv + "input: [4, 4, 1], filter: 3, padding: [1, 2, 3]") ==
          Found{"network.type", 2});
    CHECK(found_in_layer(conv + "input: [4, 4, 1], filter: 3, padding: -1") ==
          Found{"network.range", 2});
}

TEST_CASE("Shapes that no window fits and groups that do not divide are refused") {
    const std::string conv = "kind: conv, filters: 4, ";
    CHECK(
        std::string(layer_error(conv + "input: [4, 9, 1], filter: 3, dilation: 3").what()) ==
        "dir/net.yaml:2: layer 'x' has a window of 7 on a map of 4 with padding 0 and 0; expected "
        "a window that fits, height direction [network.shape]");
    CHECK(found_in_layer(conv + "input: [9, 4, 1], filter: [1, 5]") == Found{"network.shape", 2});
    CHECK(found_in_layer(conv + "input: [9, 9, 1], filter: 3, padding: 3") ==
          Found{"network.shape", 2});
    CHECK(found_in_layer(conv + "input: [9, 9, 1], filter: 2147483648, dilation: 2, "
                                "padding: same") == Found{"network.shape", 2});
    CHECK(std::string(layer_error(conv + "input: [4, 4, 9], filter: 1, groups: 3").what()) ==
          "dir/net.yaml:2: layer 'x' has 3 groups; expected a divisor of its 9 channels and of its "
          "4 filters [network.shape]");
    CHECK(found_in_layer(conv + "input: [4, 4, 3], filter: 1, groups: 2") ==
          Found{"network.shape", 2});
}

TEST_CASE("Files that are no layer list") {
    CHECK(found_in("") == Found{"network.empty"});
    CHECK(found_in("layers: [}\n").rule == "network.syntax");
    CHECK(found_in("layers: a\xFF\n") == Found{"network.encoding", 1});
    CHECK(found_in("name: x\n") == Found{"network.missing-field", 1});
    CHECK(found_in("layers: []\n") == Found{"network.type", 1});
    CHECK(found_in("layers: 5\n") == Found{"network.type", 1});
    CHECK(found_in("- a\n") == Found{"network.type", 1});
    CHECK(found_in("layers: [5]\n") == Found{"network.type", 1});
}

TEST_CASE("Blocks that never end are refused") {
    CHECK(found_in("layers: &a\n  - {repeat: 1, layers: *a}\n").rule == "network.too-many");
    CHECK(found_in("layers:\n  - repeat: 2147483648\n    layers: [{name: s, kind: softmax, m: 1, "
                   "k: 1}]\n") == Found{"network.too-many", 3});
}

TEST_CASE("A file is read by its name, and by what it holds where the name tells nothing") {
    const test::TempDir folder;
    const std::string yaml = "layers:\n  - {name: s, kind: softmax, m: 1, k: 1}\n";
    const std::string csv = "Layer,M,N,K\na,1,2,3\n";
    const auto kind_in = [&](const char* name, const std::string& text) {
        test::write_file(folder / name, text);
        return load::load_network((folder / name).string()).layers.at(0).kind;
    };
    CHECK(kind_in("a.yaml", yaml) == LayerKind::kSoftmax);
    CHECK(kind_in("a.yml", yaml) == LayerKind::kSoftmax);
    CHECK(kind_in("a.csv", csv) == LayerKind::kGemm);
    CHECK(kind_in("a", csv) == LayerKind::kGemm);
    CHECK(kind_in("b", yaml) == LayerKind::kSoftmax);
    CHECK(kind_in("c.txt", "# Layer, M\n" + yaml) == LayerKind::kSoftmax);
    CHECK(test::error_of([&] { load::load_network((folder / "no.yaml").string()); }).rule() ==
          "network.open");
    test::write_file(folder / "empty", "");
    CHECK(test::error_of([&] { load::load_network((folder / "empty").string()); }).rule() ==
          "network.empty");

    CHECK(load::is_network_path("dir/resnet.csv"));
    CHECK(load::is_network_path("x.yaml"));
    CHECK_FALSE(load::is_network_path("x_Nodes.csv"));
    CHECK_FALSE(load::is_network_path("x_Edges.csv"));
    CHECK_FALSE(load::is_network_path("x.json"));
}

TEST_CASE("layer_norm and layernorm are one kind") {
    const ir::Network network = read(
        "layers:\n  - {name: a, kind: layer_norm, m: 5, k: 7}\n"
        "  - {name: b, kind: layernorm, m: 5, k: 7}\n");
    CHECK(network.layers[0].kind == ir::LayerKind::kLayerNorm);
    CHECK(network.layers[1].kind == ir::LayerKind::kLayerNorm);
}
