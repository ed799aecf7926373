#include "sim/lower/matrix_view.h"

#include "sim/core/error.h"

#include <tuple>

namespace systole::lower {

bool operator==(const MatrixView& a, const MatrixView& b) {
    const auto key = [](const MatrixView& v) {
        return std::tie(
            v.row_major, v.depthwise, v.problems, v.images, v.rows, v.columns, v.channels, v.n);
    };
    return key(a) == key(b);
}

bool runs_on_array(const ir::Layer& layer) {
    return layer.kind == ir::LayerKind::kGemm || layer.kind == ir::LayerKind::kConv ||
           layer.kind == ir::LayerKind::kDepthwise;
}

MatrixView matrix_view(const ir::Layer& layer) {
    MatrixView view;
    if (layer.kind == ir::LayerKind::kGemm) {
        view.row_major = true;
        view.problems = layer.batch;
        view.rows.map = view.rows.outputs = layer.m;
        view.channels = layer.k;
        view.n = layer.n;
        return view;
    }
    SYSTOLE_INVARIANT(runs_on_array(layer), "this layer is no product of matrices");
    view.depthwise = layer.kind == ir::LayerKind::kDepthwise;
    view.problems = view.depthwise ? 1 : layer.groups;
    view.images = layer.batch;
    view.rows = ir::window_rows(layer);
    view.columns = ir::window_columns(layer);
    view.channels = view.depthwise ? 1 : layer.channels / layer.groups;
    view.n = layer.out_channels / view.problems;
    return view;
}

}  // namespace systole::lower
