#include "sim/ir/window.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace systole::ir {

void WindowAxis::pad_same() {
    const std::uint64_t windows = (map + stride - 1) / stride;
    const std::uint64_t needed = span_of(windows);
    const std::uint64_t padding = needed > map ? needed - map : 0;
    before = padding / 2;
    after = padding - before;
}

WindowAxis WindowAxis::part(std::uint64_t at, std::uint64_t count) const {
    // In positions of the padded map.
    const std::uint64_t from = at * stride;
    const std::uint64_t length = span_of(count);
    const std::uint64_t to = from + length;
    const std::uint64_t map_end = before + map;
    WindowAxis part = *this;
    part.before = from < before ? std::min(before - from, length) : 0;
    part.after = to > map_end ? std::min(to - map_end, length) : 0;
    const std::uint64_t padding = part.before + part.after;
    part.map = std::max<std::uint64_t>(length > padding ? length - padding : 0, 1);
    part.outputs = count;
    return part;
}

Range WindowAxis::reach(std::uint64_t at, std::uint64_t count) const {
    const std::uint64_t from = at * stride;
    const std::uint64_t to = from + span_of(count);
    Range range;
    range.first = std::min(from > before ? from - before : 0, map - 1);
    range.end = std::min(to > before ? to - before : 0, map);
    range.end = std::max(range.end, range.first + 1);
    return range;
}

namespace {

// Windows o of [first, outputs) whose tap, `tap` behind their start, lies in [lo, hi). All
// positions count from the first tap of window 0.
std::uint64_t windows_in(const WindowAxis& axis,
                         std::uint64_t first,
                         std::uint64_t tap,
                         std::uint64_t lo,
                         std::uint64_t hi) {
    const auto windows_before = [&](std::uint64_t end) {
        return end <= tap ? 0 : (end - tap - 1) / axis.stride + 1;
    };
    const std::uint64_t from = std::max(first, windows_before(lo));
    const std::uint64_t to = std::min(axis.outputs, windows_before(hi));
    return to > from ? to - from : 0;
}

}  // namespace

// Tap t of window o lies at o * stride + t * dilation. With g = gcd(stride, dilation) the same
// position is tap t + stride / g of window o - dilation / g, so the pairs that have no such partner
// are the distinct positions.
std::uint64_t WindowAxis::read(const Range& range) const {
    const Range all = reach(0, outputs);
    const std::uint64_t lo = std::max(range.first, all.first);
    const std::uint64_t hi = std::min(range.end, all.end);
    if (lo >= hi) {
        return 0;
    }
    if (dilation == 1 && stride <= filter) {
        return hi - lo;
    }
    const std::uint64_t divisor = std::gcd(stride, dilation);
    const std::uint64_t taps_on = stride / divisor;
    const std::uint64_t windows_back = dilation / divisor;
    std::uint64_t sum = 0;
    for (std::uint64_t t = 0; t < filter; ++t) {
        sum += windows_in(*this, 0, t * dilation, lo + before, hi + before);
        if (t + taps_on < filter) {
            sum -= windows_in(*this, windows_back, t * dilation, lo + before, hi + before);
        }
    }
    return sum;
}

Range WindowAxis::compact(std::uint64_t at, std::uint64_t count) const {
    const Range hull = reach(at, count);
    if (dilation == 1 && stride <= filter) {
        const std::uint64_t skipped = reach(0, 1).first;
        const std::uint64_t first = std::max(hull.first, skipped) - skipped;
        return {first, std::max(hull.end - skipped, first + 1)};
    }
    const std::uint64_t all = std::max<std::uint64_t>(read(), 1);
    Range range{std::min(read({0, hull.first}), all - 1), read({0, hull.end})};
    range.end = std::max(range.end, range.first + 1);
    return range;
}

std::uint64_t WindowAxis::compact_span(std::uint64_t count) const {
    const std::uint64_t positions = stride >= span() ? count * filter : span_of(count);
    return std::min(positions, std::max<std::uint64_t>(read(), 1));
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
