#include "sim/load/topology_format.h"

#include <algorithm>
#include <array>

namespace systole::load {
namespace {

// ASCII letters and digits of a header cell, in lower case.
std::string folded(std::string_view text) {
    std::string letters;
    for (char c : text) {
        if (c >= 'A' && c <= 'Z') {
            letters += static_cast<char>(c - 'A' + 'a');
        } else if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) {
            letters += c;
        }
    }
    return letters;
}

bool starts_with(std::string_view text, std::string_view start) {
    return text.substr(0, start.size()) == start;
}

bool ends_with(std::string_view text, std::string_view end) {
    return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

bool matches(const TopologyFormat& format, const std::vector<std::string_view>& header) {
    const auto cell = [&](std::size_t i) {
        return i < header.size() ? folded(header[i]) : std::string();
    };
    for (std::size_t i = 0; i < format.columns.size(); ++i) {
        const std::string letters = cell(i + 1);
        const std::string_view start = format.columns[i].start;
        if (start.size() == 1 ? letters != start : !starts_with(letters, start)) {
            return false;
        }
    }
    // Positions count, so a header that swaps two columns would have its sizes misread.
    const auto swapped = [&](std::size_t i) {
        return ends_with(cell(i), "width") && ends_with(cell(i + 1), "height");
    };
    return format.kind == ir::LayerKind::kGemm || (!swapped(1) && !swapped(3));
}

}  // namespace

// The files spell their headers in several ways ("Strides", "IFMAP Width" twice): the start of a
// cell tells enough.
const std::vector<TopologyFormat>& topology_formats() {
    static const std::vector<TopologyFormat> kFormats = {
        {ir::LayerKind::kGemm,
         "Layer, M, N, K",
         {{"M", "m", &ir::Layer::m}, {"N", "n", &ir::Layer::n}, {"K", "k", &ir::Layer::k}}},
        {ir::LayerKind::kConv,
         "Layer name, IFMAP Height, IFMAP Width, Filter Height, Filter Width, Channels, Num "
         "Filter, Strides",
         {{"IFMAP Height", "ifmap", &ir::Layer::in_h},
          {"IFMAP Width", "ifmap", &ir::Layer::in_w},
          {"Filter Height", "filter", &ir::Layer::filter_h},
          {"Filter Width", "filter", &ir::Layer::filter_w},
          {"Channels", "channel", &ir::Layer::channels},
          {"Num Filter", "numfilter", &ir::Layer::out_channels},
          {"Strides", "stride", &ir::Layer::stride_h}}}};
    return kFormats;
}

const TopologyFormat* topology_format(const std::vector<std::string_view>& header) {
    const std::vector<TopologyFormat>& formats = topology_formats();
    const auto found = std::find_if(
        formats.begin(), formats.end(), [&](const auto& f) { return matches(f, header); });
    return found == formats.end() ? nullptr : &*found;
}

ExtraColumn extra_column(const TopologyFormat& format,
                         std::size_t position,
                         std::string_view name) {
    const std::string letters = folded(name);
    if (letters.empty()) {
        return ExtraColumn::kUnnamed;
    }
    if (letters == "batch" || letters == "batchsize") {
        return ExtraColumn::kBatch;
    }
    if (letters == "sparsity") {
        return ExtraColumn::kSparsity;
    }
    if (format.kind == ir::LayerKind::kConv && position == 0 && starts_with(letters, "stride") &&
        !ends_with(letters, "height")) {
        return ExtraColumn::kStrideWidth;
    }
    constexpr std::array<std::string_view, 8> kShaping = {
        "pad", "dilat", "group", "stride", "depthwise", "multiplier", "repeat", "count"};
    const bool shapes = std::any_of(kShaping.begin(), kShaping.end(), [&](std::string_view word) {
        return letters.find(word) != std::string::npos;
    });
    return shapes ? ExtraColumn::kShaping : ExtraColumn::kForeign;
}

std::string_view neutral_value(std::string_view name) {
    return folded(name).find("pad") != std::string::npos ? "0" : "1";
}

std::string_view trimmed_cell(std::string_view text) {
    constexpr std::string_view kNoBreak = "\xC2\xA0";
    const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; };
    for (;;) {
        if (!text.empty() && blank(text.front())) {
            text.remove_prefix(1);
        } else if (text.substr(0, kNoBreak.size()) == kNoBreak) {
            text.remove_prefix(kNoBreak.size());
        } else {
            break;
        }
    }
    for (;;) {
        if (!text.empty() && blank(text.back())) {
            text.remove_suffix(1);
        } else if (ends_with(text, kNoBreak)) {
            text.remove_suffix(kNoBreak.size());
        } else {
            return text;
        }
    }
}

}  // namespace systole::load
