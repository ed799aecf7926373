#include "sim/model/scalesim_layers.h"

#include "sim/core/error.h"
#include "sim/model/layer_math.h"

#include <fmt/format.h>

namespace systole::model {

namespace {

ScalesimLayer scalesim_layer(const ir::Layer& layer, const arch::Array& array) {
    const GemmView view = gemm_view(layer);
    if (view.repeats != 1) {
        throw_bad_input("array.layer",
                        {},
                        fmt::format("layer '{}' is {} matrix products; the scalesim convention has "
                                    "layers of one product: ungrouped convolutions and unbatched "
                                    "GEMMs",
                                    layer.name,
                                    view.repeats));
    }
    ScalesimLayer result;
    result.name = layer.name;
    result.gemm = {view.m, view.n, view.k};
    result.cost = arch::scalesim_cost(result.gemm, array);
    if (layer.kind == ir::LayerKind::kConv) {
        // A filter larger than its map hangs over, too.
        const auto fits = [](std::uint64_t in, std::uint64_t filter, std::uint64_t stride) {
            return in >= filter && (in - filter) % stride == 0;
        };
        result.windows_fit = fits(layer.in_h, layer.filter_h, layer.stride_h) &&
                             fits(layer.in_w, layer.filter_w, layer.stride_w);
    }
    return result;
}

}  // namespace

std::vector<ScalesimLayer> scalesim_layers(const ir::Network& network, const arch::Array& array) {
    std::vector<ScalesimLayer> layers;
    layers.reserve(network.layers.size());
    for (const ir::Layer& layer : network.layers) {
        try {
            layers.push_back(scalesim_layer(layer, array));
        } catch (const Error& error) {
            throw Error(
                error.kind(), error.rule(), {network.file, layer.line, {}}, error.message());
        }
    }
    return layers;
}

}  // namespace systole::model
