#include "sim/load/layer_check.h"

#include "sim/core/error.h"
#include "sim/core/name_text.h"
#include "sim/model/layer_math.h"

#include <fmt/format.h>

#include <initializer_list>
#include <optional>
#include <string_view>

namespace systole::load {
namespace {

// The product of sizes, or nothing when it passes `limit`.
std::optional<std::uint64_t> product(std::initializer_list<std::uint64_t> sizes) {
    std::uint64_t all = 1;
    for (std::uint64_t size : sizes) {
        if (__builtin_mul_overflow(all, size, &all) || all > kMaxLayerElements) {
            return std::nullopt;
        }
    }
    return all;
}

void check_product(const ir::Layer& layer,
                   const std::string& file,
                   std::string_view what,
                   std::initializer_list<std::uint64_t> sizes) {
    if (!product(sizes)) {
        throw_bad_input("network.too-large",
                        {file, layer.line, {}},
                        fmt::format("layer '{}': {} {} are more than 2^60; cut the layer into "
                                    "smaller ones",
                                    layer.name,
                                    what,
                                    fmt::join(sizes, " x ")));
    }
}

bool is_windowed(ir::LayerKind kind) {
    return kind == ir::LayerKind::kConv || kind == ir::LayerKind::kDepthwise ||
           kind == ir::LayerKind::kPool;
}

}  // namespace

void check_layer_size(const ir::Layer& l, const std::string& file) {
    if (const std::string fault = name_fault(l.name); !fault.empty()) {
        throw_bad_input(
            "network.name", {file, l.line, {}}, fmt::format("the name of this layer {}", fault));
    }
    if (is_windowed(l.kind)) {
        const std::uint64_t reduced = l.channels / l.groups;
        check_product(l, file, "inputs of", {l.batch, l.in_h, l.in_w, l.channels});
        check_product(l, file, "weights of", {l.filter_h, l.filter_w, reduced, l.out_channels});
        check_product(l, file, "outputs of", {l.batch, l.out_h, l.out_w, l.out_channels});
        check_product(l,
                      file,
                      "im2col elements of",
                      {l.batch, l.out_h, l.out_w, l.filter_h, l.filter_w, l.channels});
        check_product(l,
                      file,
                      "multiply-accumulates of",
                      {l.batch, l.out_h, l.out_w, l.out_channels, l.filter_h, l.filter_w, reduced});
    } else {
        check_product(l, file, "inputs of", {l.batch, l.m, l.k, l.inputs});
        check_product(l, file, "weights of", {l.batch, l.k, l.n});
        check_product(l, file, "outputs of", {l.batch, l.m, l.n});
        check_product(l, file, "multiply-accumulates of", {l.batch, l.m, l.n, l.k});
    }
}

void check_network(const ir::Network& network) {
    if (network.layers.empty()) {
        throw_bad_input("network.empty", {network.file, 0, {}}, "the file has no layer");
    }
    std::uint64_t sum = 0;  // below 2^63 before each layer adds at most 2^60: never wraps
    for (const ir::Layer& l : network.layers) {
        sum += model::macs(l);
        if (sum >> 63 != 0) {
            throw_bad_input("network.too-large",
                            {network.file, l.line, {}},
                            fmt::format("layer '{}': the multiply-accumulates up to here are more "
                                        "than 2^63; simulate the layers one by one",
                                        l.name));
        }
    }
}

}  // namespace systole::load
