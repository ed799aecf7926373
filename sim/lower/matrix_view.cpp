#include "sim/lower/matrix_view.h"

#include "sim/core/error.h"

#include <algorithm>

namespace systole::lower {
namespace {

MatrixView::Range input_range(std::uint64_t at,
                              std::uint64_t count,
                              std::uint64_t stride,
                              std::uint64_t filter,
                              std::uint64_t dilation,
                              std::uint64_t padding,
                              std::uint64_t size) {
    const std::uint64_t first = at * stride;
    const std::uint64_t end = (at + count - 1) * stride + (filter - 1) * dilation + 1;
    MatrixView::Range range;
    range.first = std::min(first > padding ? first - padding : 0, size - 1);
    range.end = std::min(end > padding ? end - padding : 0, size);
    range.end = std::max(range.end, range.first + 1);
    return range;
}

}  // namespace

MatrixView::Range MatrixView::input_rows(std::uint64_t at, std::uint64_t count) const {
    return input_range(at, count, stride_h, filter_h, dilation_h, pad_top, in_h);
}

MatrixView::Range MatrixView::input_columns(std::uint64_t at, std::uint64_t count) const {
    return input_range(at, count, stride_w, filter_w, dilation_w, pad_left, in_w);
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
        view.out_h = layer.m;
        view.in_h = layer.m;
        view.channels = layer.k;
        view.n = layer.n;
        return view;
    }
    SYSTOLE_INVARIANT(runs_on_array(layer), "this layer is no product of matrices");
    view.depthwise = layer.kind == ir::LayerKind::kDepthwise;
    view.problems = view.depthwise ? 1 : layer.groups;
    view.images = layer.batch;
    view.out_h = layer.out_h;
    view.out_w = layer.out_w;
    view.in_h = layer.in_h;
    view.in_w = layer.in_w;
    view.filter_h = layer.filter_h;
    view.filter_w = layer.filter_w;
    view.stride_h = layer.stride_h;
    view.stride_w = layer.stride_w;
    view.dilation_h = layer.dilation_h;
    view.dilation_w = layer.dilation_w;
    view.pad_top = layer.pad_top;
    view.pad_left = layer.pad_left;
    view.channels = view.depthwise ? 1 : layer.channels / layer.groups;
    view.n = layer.out_channels / view.problems;
    return view;
}

}  // namespace systole::lower
