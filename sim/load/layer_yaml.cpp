#include "sim/load/layer_yaml.h"

#include "sim/core/error.h"
#include "sim/core/nearest.h"
#include "sim/core/visible_text.h"
#include "sim/core/yaml_document.h"
#include "sim/load/layer_check.h"
#include "sim/load/layer_fields.h"
#include "sim/load/network_name.h"
#include "sim/load/text_source.h"
#include "sim/load/window_shape.h"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <array>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace systole::load {
namespace {

using ir::Layer;
using ir::LayerKind;

constexpr std::size_t kMaxLayers = 1'000'000;
constexpr int kMaxDepth = 8;

// The keys of a kind besides name, kind and batch.
const std::vector<std::string_view>& keys_of(LayerKind kind) {
    static const std::array<std::vector<std::string_view>, ir::kLayerKindNames.size()> kKeys = {{
        {"m", "n", "k", "a", "b", "b_from", "mapping"},
        {"input", "filters", "filter", "stride", "padding", "dilation", "groups", "mapping"},
        {"input", "filter", "stride", "padding", "dilation", "mapping"},
        {"input", "filter", "stride", "padding"},
        {"m", "k", "inputs"},
        {"m", "k"},
        {"m", "k"},
    }};
    return kKeys[static_cast<std::size_t>(kind)];
}

class YamlNetwork {
 public:
    explicit YamlNetwork(const std::string& file) {
        network_.file = file;
        network_.name = network_name(file);
    }

    ir::Network read(std::string_view text) {
        const YAML::Node root =
            parse_yaml_document(text, network_.file, {"network", "'layers:' with a list"});
        const LayerFields fields(root, network_.file, "the network");
        fields.allow("it has", {"name", "layers"});
        if (fields.has("name")) {
            network_.name = fields.text("name");
        }
        read_list(fields, "", 0);
        check_network(network_);
        return std::move(network_);
    }

 private:
    void read_list(const LayerFields& owner, const std::string& prefix, int depth) {
        const YAML::Node& list = owner.need("layers");
        if (!list.IsSequence() || list.size() == 0) {
            owner.fail("network.type",
                       owner.place("layers"),
                       fmt::format("key layers is {}; expected a list of layers", describe(list)));
        }
        for (const auto& item : list) {
            LayerFields fields(item, network_.file, next_owner());
            if (fields.has("repeat")) {
                read_repeat(fields, prefix, depth);
            } else {
                read_layer(fields, prefix);
            }
        }
    }

    std::string next_owner() const { return fmt::format("layer {}", network_.layers.size() + 1); }

    // A block of layers several times. Its name and the number of the turn stand before the names
    // of its layers: "block3.conv1".
    void read_repeat(const LayerFields& fields, const std::string& prefix, int depth) {
        fields.allow("a repeated block has", {"repeat", "name", "layers"});
        if (depth == kMaxDepth) {  // an alias may even lead back to a list that holds it
            fields.fail(
                "network.too-many",
                fields.place(),
                fmt::format(
                    "is a block inside {} blocks; expected at most {}", kMaxDepth, kMaxDepth));
        }
        const std::uint64_t turns = fields.size("repeat");
        for (std::uint64_t turn = 1; turn <= turns; ++turn) {
            read_list(fields,
                      fields.has("name") ? fmt::format("{}{}{}.", prefix, fields.text("name"), turn)
                                         : prefix,
                      depth + 1);
        }
    }

    void read_layer(LayerFields& fields, const std::string& prefix) {
        if (network_.layers.size() == kMaxLayers) {
            throw_bad_input(
                "network.too-many",
                fields.place(),
                fmt::format("more than {} layers; repeat a block less often", kMaxLayers));
        }
        Layer layer;
        layer.name = prefix + fields.text("name");
        layer.line = line_number(fields.place().line);
        fields.set_owner(fmt::format("layer '{}'", excerpt(layer.name)));
        layer.kind = kind_of(fields);
        std::vector<std::string_view> keys = {"name", "kind", "batch"};
        const std::vector<std::string_view>& own = keys_of(layer.kind);
        keys.insert(keys.end(), own.begin(), own.end());
        fields.allow(fmt::format("a {} has", ir::name(layer.kind)), keys);
        layer.batch = fields.size_or("batch", 1);
        switch (layer.kind) {
            case LayerKind::kGemm:
                read_gemm(fields, layer);
                if (fields.has("b_from")) {
                    layer.b_from_back = layers_back_to(fields, prefix);
                }
                break;
            case LayerKind::kConv:
            case LayerKind::kDepthwise:
            case LayerKind::kPool:
                read_window_layer(fields, layer);
                break;
            case LayerKind::kElementwise:
                layer.inputs = fields.size_or("inputs", 1);
                [[fallthrough]];
            case LayerKind::kSoftmax:
            case LayerKind::kLayerNorm:
                layer.m = fields.size("m");
                layer.k = fields.size("k");
                break;
        }
        if (fields.has("mapping")) {
            read_mapping(fields, layer);
        }
        check_layer_size(layer, network_.file);
        network_.layers.push_back(std::move(layer));
    }

    // How many layers back the layer is that b_from names: in this turn of a repeated block, else
    // the nearest of that whole name.
    std::uint64_t layers_back_to(const LayerFields& fields, const std::string& prefix) const {
        const std::string given = fields.text("b_from");
        std::vector<std::string_view> known;
        for (const std::string& wanted : {prefix + given, given}) {
            for (std::size_t i = network_.layers.size(); i-- > 0;) {
                if (network_.layers[i].name == wanted) {
                    return network_.layers.size() - i;
                }
                known.emplace_back(network_.layers[i].name);
            }
        }
        fields.fail("network.producer",
                    fields.place("b_from"),
                    fmt::format("takes B from '{}'; expected the name of a layer before it{}",
                                excerpt(given),
                                did_you_mean(given, known)));
    }

    // Whether the array can run it depends on the array: lowering checks it.
    void read_mapping(const LayerFields& fields, Layer& layer) const {
        const LayerFields mapping(
            fields.need("mapping"), network_.file, fields.owner() + " mapping");
        mapping.allow("a mapping has", {"rows", "cols", "depth", "loops"});
        layer.mapping_line = line_number(mapping.place().line);
        for (const char* key : {"rows", "cols", "depth"}) {
            if (mapping.has(key)) {
                layer.unroll += (layer.unroll.empty() ? "" : ",") + mapping.text(key);
            }
        }
        if (mapping.has("loops")) {
            for (const std::string& dimension : mapping.words("loops", "[N, K, M]")) {
                layer.loops += (layer.loops.empty() ? "" : ",") + dimension;
            }
        }
    }

    static LayerKind kind_of(const LayerFields& fields) {
        const std::string given = fields.text("kind");
        if (const std::optional<LayerKind> kind = ir::layer_kind_from(given)) {
            return *kind;
        }
        const std::vector<std::string_view> known(ir::kLayerKindNames.begin(),
                                                  ir::kLayerKindNames.end());
        fields.fail("network.kind",
                    fields.place("kind"),
                    fmt::format("is of the kind '{}'; known are {}{}",
                                excerpt(given),
                                fmt::join(known, ", "),
                                did_you_mean(given, known)));
    }

    // m, n, k; or the shapes of both matrices, a: [M, K] and b: [K, N], and all that is given has
    // to agree.
    static void read_gemm(const LayerFields& fields, Layer& layer) {
        if (!fields.has("a") && !fields.has("b")) {
            layer.m = fields.size("m");
            layer.n = fields.size("n");
            layer.k = fields.size("k");
            return;
        }
        const std::vector<std::uint64_t> a = fields.sizes("a", 2, "[M, K]");
        const std::vector<std::uint64_t> b = fields.sizes("b", 2, "[K, N]");
        if (a[1] != b[0]) {
            fields.fail("network.mismatch",
                        fields.place("b"),
                        fmt::format("multiplies a: [{}, {}] by b: [{}, {}]; K is {} in a and {} in "
                                    "b, expected the same",
                                    a[0],
                                    a[1],
                                    b[0],
                                    b[1],
                                    a[1],
                                    b[0]));
        }
        layer.m = a[0];
        layer.k = a[1];
        layer.n = b[1];
        const std::array<std::pair<std::string_view, std::uint64_t>, 3> given = {
            {{"m", layer.m}, {"n", layer.n}, {"k", layer.k}}};
        for (const auto& [key, expected] : given) {
            if (fields.size_or(key, expected) != expected) {
                fields.fail("network.mismatch",
                            fields.place(key),
                            fmt::format("key {} is {}, but a and b say {}; leave it out",
                                        key,
                                        fields.size(key),
                                        expected));
            }
        }
    }

    ir::Network network_;
};

}  // namespace

ir::Network read_layer_yaml(std::string_view text, const std::string& file) {
    return YamlNetwork(file).read(text);
}

}  // namespace systole::load
