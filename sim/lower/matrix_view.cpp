#include "sim/lower/matrix_view.h"

#include "sim/core/error.h"
#include "sim/model/layer_math.h"

#include <tuple>

namespace systole::lower {

bool operator==(const MatrixView& a, const MatrixView& b) {
    const auto key = [](const MatrixView& v) {
        return std::tie(v.row_major,
                        v.depthwise,
                        v.b_written,
                        v.problems,
                        v.images,
                        v.rows,
                        v.columns,
                        v.channels,
                        v.n);
    };
    return key(a) == key(b);
}

bool runs_on_array(const ir::Layer& layer) {
    return layer.kind == ir::LayerKind::kGemm || layer.kind == ir::LayerKind::kConv ||
           layer.kind == ir::LayerKind::kDepthwise;
}

namespace {

bool takes_positions_as_they_lie(const ir::Layer& l) {
    return l.filter_h == 1 && l.filter_w == 1 && l.stride_h == 1 && l.stride_w == 1 &&
           l.out_h == l.in_h && l.out_w == l.in_w && l.pad_top == 0 && l.pad_left == 0;
}

}  // namespace

MatrixView matrix_view(const ir::Layer& layer, Dataflow dataflow) {
    MatrixView view;
    if (layer.kind == ir::LayerKind::kGemm) {
        view.row_major = true;
        view.problems = layer.batch;
        view.rows.map = view.rows.outputs = layer.m;
        view.channels = layer.k;
        view.n = layer.n;
        view.b_written = layer.b_from_back > 0;
        return view;
    }
    SYSTOLE_INVARIANT(runs_on_array(layer), "this layer is no product of matrices");
    view.depthwise = model::is_depthwise(layer);
    view.problems = view.depthwise ? 1 : layer.groups;
    view.images = layer.batch;
    view.rows = ir::window_rows(layer);
    view.columns = ir::window_columns(layer);
    view.channels = view.depthwise ? 1 : layer.channels / layer.groups;
    view.n = layer.out_channels / view.problems;
    if (!view.depthwise && dataflow != Dataflow::kRowStationary &&
        takes_positions_as_they_lie(layer)) {
        view.row_major = view.problems == 1;
        view.rows = {};
        view.rows.map = view.rows.outputs = layer.batch * layer.out_h * layer.out_w;
        view.columns = {};
        view.images = 1;
    }
    return view;
}

}  // namespace systole::lower
