#include "sim/model/array_bound.h"

#include "arch/cube/fold_timing.h"
#include "arch/cube/systolic_timing.h"
#include "sim/model/layer_math.h"

#include <algorithm>

namespace systole::model {
namespace {

using arch::ceil_div;

// Of one product.
Cycles least_of_product(const arch::Gemm& gemm, const arch::Array& array) {
    const arch::Folding f = arch::fold(gemm, ceil_div(gemm.k, array.depth), array);
    return std::max(f.folds * f.streamed * array.interval, f.on_rows * f.col_folds);
}

// `channels` products of m x 1 x k, as many in a fold as it holds.
Cycles least_of_depthwise(std::uint64_t m,
                          std::uint64_t channels,
                          std::uint64_t k,
                          const arch::Array& array) {
    const std::uint64_t together =
        std::min({channels, std::max<std::uint64_t>(1, array.rows * array.depth / k), array.cols});
    switch (array.dataflow) {
        case Dataflow::kWeightStationary: {
            const std::uint64_t row_folds = ceil_div(ceil_div(k, array.depth), array.rows);
            return ceil_div(channels, together) * row_folds * m * array.interval;
        }
        case Dataflow::kInputStationary:
            return channels * ceil_div(m, array.cols) * array.interval;
        default:
            return ceil_div(m, array.rows) * (channels * k / array.depth) * array.interval;
    }
}

}  // namespace

Cycles least_array_cycles(const ir::Layer& layer, const config::CubeConfig& cube) {
    const GemmView view = gemm_view(layer);
    const arch::Array array = arch::array_of(cube);
    if (view.repeats == 0) {
        return 0;
    }
    if (cube.dataflow == Dataflow::kRowStationary) {
        return std::max<Cycles>(
            1, macs(layer) / (array.rows * array.cols * array.depth) * array.interval);
    }
    if (is_depthwise(layer)) {
        return std::max<Cycles>(1, least_of_depthwise(view.m, layer.channels, view.k, array));
    }
    if (cube.dataflow == Dataflow::kBlock) {
        return view.repeats * ceil_div(view.m, array.rows) * ceil_div(view.n, array.cols) *
               ceil_div(view.k, array.depth) * array.interval;
    }
    return view.repeats * least_of_product({view.m, view.n, view.k}, array);
}

}  // namespace systole::model
