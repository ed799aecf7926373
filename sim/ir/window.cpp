#include "sim/ir/window.h"

#include <algorithm>
#include <tuple>

namespace systole::ir {

Range WindowAxis::reach(std::uint64_t at, std::uint64_t count) const {
    const std::uint64_t from = at * stride;
    const std::uint64_t to = from + span_of(count);
    Range range;
    range.first = std::min(from > before ? from - before : 0, map - 1);
    range.end = std::min(to > before ? to - before : 0, map);
    range.end = std::max(range.end, range.first + 1);
    return range;
}

bool operator==(const WindowAxis& a, const WindowAxis& b) {
    const auto key = [](const WindowAxis& x) {
        return std::tie(x.map, x.filter, x.stride, x.dilation, x.before, x.after, x.outputs);
    };
    return key(a) == key(b);
}

WindowAxis window_rows(const Layer& l) {
    return {l.in_h, l.filter_h, l.stride_h, l.dilation_h, l.pad_top, l.pad_bottom, l.out_h};
}

WindowAxis window_columns(const Layer& l) {
    return {l.in_w, l.filter_w, l.stride_w, l.dilation_w, l.pad_left, l.pad_right, l.out_w};
}

}  // namespace systole::ir
