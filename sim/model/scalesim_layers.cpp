#include "sim/model/scalesim_layers.h"

#include "sim/core/error.h"
#include "sim/model/layer_math.h"

#include <fmt/format.h>

#include <cstddef>
#include <utility>

namespace systole::model {

namespace {

constexpr std::size_t kMaxLayers = 1'000'000;

arch::ScalesimMap map_of(const ir::Layer& layer, const arch::Gemm& gemm) {
    if (layer.kind == ir::LayerKind::kGemm) {
        return arch::ScalesimMap::of(gemm);
    }
    return {layer.in_h,
            layer.in_w,
            layer.channels / layer.groups,
            layer.filter_h,
            layer.filter_w,
            layer.stride_h,
            layer.stride_w,
            layer.out_w};
}

void refuse_memory_of(const ir::Layer& layer) {
    const bool plain = layer.batch == 1 && layer.dilation_h == 1 && layer.dilation_w == 1 &&
                       layer.pad_top + layer.pad_bottom + layer.pad_left + layer.pad_right == 0;
    if (layer.kind != ir::LayerKind::kGemm && !plain) {
        throw_bad_input("array.layer",
                        {},
                        fmt::format("layer '{}' has a batch, padding or dilation, for which "
                                    "SCALE-Sim has no addresses; set InterfaceBandwidth to CALC",
                                    layer.name));
    }
}

ScalesimLayer product(const ir::Layer& layer,
                      const GemmView& view,
                      const arch::Array& array,
                      const std::optional<arch::ScalesimMemory>& memory) {
    ScalesimLayer result;
    result.name = layer.name;
    result.gemm = {view.m, view.n, view.k};
    result.cost = arch::scalesim_cost(result.gemm, array);
    if (memory) {
        refuse_memory_of(layer);
        arch::add_scalesim_stalls(
            result.cost, result.gemm, array, map_of(layer, result.gemm), *memory);
    } else if (layer.kind != ir::LayerKind::kGemm) {
        // A filter larger than its map hangs over, too.
        const auto fits = [](std::uint64_t in, std::uint64_t filter, std::uint64_t stride) {
            return in >= filter && (in - filter) % stride == 0;
        };
        result.windows_fit = fits(layer.in_h, layer.filter_h, layer.stride_h) &&
                             fits(layer.in_w, layer.filter_w, layer.stride_w);
    }
    return result;
}

void append(std::vector<ScalesimLayer>& layers,
            const ir::Layer& layer,
            const arch::Array& array,
            const std::optional<arch::ScalesimMemory>& memory) {
    const GemmView view = gemm_view(layer);
    const bool by_channel =
        layer.kind != ir::LayerKind::kGemm && view.repeats == layer.channels && view.repeats > 1;
    if (view.repeats != 1 && !by_channel) {
        throw_bad_input("array.layer",
                        {},
                        fmt::format("layer '{}' is {} matrix products; the scalesim convention has "
                                    "layers of one product: ungrouped and depthwise convolutions "
                                    "and unbatched GEMMs",
                                    layer.name,
                                    view.repeats));
    }
    if (view.repeats > kMaxLayers - layers.size()) {
        throw_bad_input("array.layer",
                        {},
                        fmt::format("layer '{}' makes more than {} layers of a channel each; cut "
                                    "the network",
                                    layer.name,
                                    kMaxLayers));
    }
    ScalesimLayer one = product(layer, view, array, memory);
    for (std::uint64_t channel = 0; by_channel && channel < view.repeats; ++channel) {
        one.name = fmt::format("{}Channel_{}", layer.name, channel);
        layers.push_back(one);
    }
    if (!by_channel) {
        layers.push_back(std::move(one));
    }
}

}  // namespace

std::vector<ScalesimLayer> scalesim_layers(const ir::Network& network,
                                           const arch::Array& array,
                                           const std::optional<arch::ScalesimMemory>& memory) {
    std::vector<ScalesimLayer> layers;
    layers.reserve(network.layers.size());
    for (const ir::Layer& layer : network.layers) {
        try {
            append(layers, layer, array, memory);
        } catch (const Error& error) {
            throw Error(
                error.kind(), error.rule(), {network.file, layer.line, {}}, error.message());
        }
    }
    return layers;
}

}  // namespace systole::model
