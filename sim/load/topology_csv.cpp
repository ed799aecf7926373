#include "sim/load/topology_csv.h"

#include "sim/core/error.h"
#include "sim/load/csv_rows.h"
#include "sim/load/layer_check.h"
#include "sim/load/network_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace systole::load {
namespace {

struct Column {
    std::string_view name;
    std::string_view start;  // what a header cell of this column starts with, folded
    std::uint64_t ir::Layer::*field;
};

struct Format {
    ir::LayerKind kind;
    std::string_view header;
    std::vector<Column> columns;  // after the layer's name
};

// The files spell their headers in several ways ("Strides", "IFMAP Width" twice): the start of a
// cell tells enough.
const std::vector<Format>& formats() {
    static const std::vector<Format> kFormats = {
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

// The cell without the space around it; no-break spaces (U+00A0) are in the files too.
std::string_view trimmed(std::string_view text) {
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
        } else if (text.size() >= kNoBreak.size() &&
                   text.substr(text.size() - kNoBreak.size()) == kNoBreak) {
            text.remove_suffix(kNoBreak.size());
        } else {
            return text;
        }
    }
}

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

class TopologyReader {
 public:
    explicit TopologyReader(TextSource source) : rows_(std::move(source)) {
        network_.file = rows_.here().file;
        network_.name = network_name(network_.file);
    }

    ir::Network read() {
        read_header();
        while (next_row()) {
            read_layer();
        }
        check_network(network_);
        note_extras();
        return std::move(network_);
    }

 private:
    // A column past those of the format.
    struct Extra {
        std::string name;
        bool batch = false;
        bool sparsity = false;
        std::size_t ratios = 0;  // layers that give one
        std::size_t line = 0;    // the first that gives anything
        std::string first;       // what it gives
        bool used() const { return !first.empty(); }
    };

    // Goes to the next row that has something in it.
    bool next_row() {
        while (rows_.next()) {
            for (std::size_t i = 0; i < rows_.size(); ++i) {
                if (!cell(i).empty()) {
                    return true;
                }
            }
        }
        return false;
    }

    std::string_view cell(std::size_t i) const {
        return i < rows_.size() ? trimmed(rows_.cell(i)) : std::string_view();
    }

    void read_header() {
        if (!next_row()) {
            throw_bad_input(
                "network.empty",
                {network_.file, 0, {}},
                fmt::format("the file is empty; expected the header '{}' or '{}', then layers",
                            formats()[0].header,
                            formats()[1].header));
        }
        header_line_ = rows_.line();
        const auto found = std::find_if(
            formats().begin(), formats().end(), [&](const Format& f) { return header_matches(f); });
        if (found == formats().end()) {
            fail_header();
        }
        format_ = &*found;
        for (std::size_t i = format_->columns.size() + 1; i < rows_.size(); ++i) {
            extra(i).name = cell(i);
            const std::string letters = folded(cell(i));
            extra(i).batch = letters == "batch" || letters == "batchsize";
            extra(i).sparsity = letters == "sparsity";
        }
    }

    bool header_matches(const Format& format) const {
        for (std::size_t i = 0; i < format.columns.size(); ++i) {
            const std::string letters = folded(cell(i + 1));
            const std::string_view start = format.columns[i].start;
            if (start.size() == 1 ? letters != start : !starts_with(letters, start)) {
                return false;
            }
        }
        // Positions count, so a header that swaps two columns would have its sizes misread.
        const auto swapped = [&](std::size_t i) {
            return ends_with(folded(cell(i)), "width") && ends_with(folded(cell(i + 1)), "height");
        };
        return format.kind == ir::LayerKind::kGemm || (!swapped(1) && !swapped(3));
    }

    [[noreturn]] void fail_header() const {
        std::string found;
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            found += (i == 0 ? "" : ", ") + std::string(cell(i));
        }
        const std::string_view second = cell(1);
        const bool data = !second.empty() && second.front() >= '0' && second.front() <= '9';
        throw_bad_input(
            "network.format",
            rows_.here(),
            fmt::format("{} '{}'; expected '{}' (GEMMs) or '{}' (convolutions), the "
                        "columns in this order",
                        data ? "the first line must be a header, found the data" : "the header is",
                        excerpt(found, 120),
                        formats()[0].header,
                        formats()[1].header));
    }

    Extra& extra(std::size_t i) {
        const std::size_t at = i - format_->columns.size() - 1;
        if (at >= extras_.size()) {
            extras_.resize(at + 1);
        }
        return extras_[at];
    }

    void read_layer() {
        ir::Layer layer;
        layer.kind = format_->kind;
        layer.name = cell(0);
        layer.line = line_number(rows_.line());
        if (layer.name.empty()) {
            throw_bad_input("network.missing-field",
                            rows_.here(),
                            "this row has no layer name in its first column");
        }
        for (std::size_t i = 0; i < format_->columns.size(); ++i) {
            layer.*format_->columns[i].field = size(layer, i + 1, format_->columns[i].name);
        }
        for (std::size_t i = format_->columns.size() + 1; i < rows_.size(); ++i) {
            read_extra(layer, i);
        }
        if (layer.kind == ir::LayerKind::kConv) {
            layer.stride_w = layer.stride_h;
            layer.out_h = outputs(layer, "Height", layer.in_h, layer.filter_h);
            layer.out_w = outputs(layer, "Width", layer.in_w, layer.filter_w);
        }
        check_layer_size(layer, network_.file);
        network_.layers.push_back(std::move(layer));
    }

    std::uint64_t size(const ir::Layer& layer, std::size_t i, std::string_view column) const {
        const auto fail = [&](const char* rule, const std::string& found) {
            throw_bad_input(rule,
                            rows_.here(),
                            fmt::format("layer '{}': column {} {}; expected a whole number from 1 "
                                        "to {}",
                                        excerpt(layer.name),
                                        column,
                                        found,
                                        kMaxLayerSize));
        };
        const std::string_view text = cell(i);
        if (i >= rows_.size()) {
            fail("network.missing-field", "is missing");
        }
        if (text.empty()) {
            fail("network.missing-field", "is empty");
        }
        const std::string found = fmt::format("is '{}'", excerpt(text));
        std::int64_t value = 0;
        const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (end != text.data() + text.size() || status == std::errc::invalid_argument) {
            fail("network.number", found);
        }
        if (status != std::errc() || value < 1 ||
            static_cast<std::uint64_t>(value) > kMaxLayerSize) {
            fail("network.range", found);
        }
        return static_cast<std::uint64_t>(value);
    }

    // ceil((map - filter + stride) / stride), SCALE-Sim's output size (scalesim/topology_utils.py).
    std::uint64_t outputs(const ir::Layer& layer,
                          std::string_view side,
                          std::uint64_t map,
                          std::uint64_t filter) const {
        if (filter > map) {
            throw_bad_input("network.shape",
                            rows_.here(),
                            fmt::format("layer '{}': Filter {} is {}, larger than its IFMAP {} of "
                                        "{}; the format has no padding, so give the size of the "
                                        "padded map",
                                        excerpt(layer.name),
                                        side,
                                        filter,
                                        side,
                                        map));
        }
        return (map - filter + 2 * layer.stride_h - 1) / layer.stride_h;
    }

    void read_extra(ir::Layer& layer, std::size_t i) {
        const std::string_view text = cell(i);
        if (text.empty()) {
            return;
        }
        Extra& column = extra(i);
        if (column.batch) {
            layer.batch = size(layer, i, column.name);
            return;
        }
        // SCALE-Sim's own files name the column; a ratio in the first column after the format's is
        // one all the same.
        const bool first = i == format_->columns.size() + 1;
        const bool ratio = column.sparsity || (first && text.find(':') != std::string_view::npos);
        if (ratio) {
            check_ratio(layer, text);
            ++column.ratios;
        }
        if (!column.used()) {
            column.line = rows_.line();
            column.first = text;
        }
    }

    void check_ratio(const ir::Layer& layer, std::string_view text) const {
        const auto number = [](std::string_view part) {
            std::uint32_t value = 0;
            part = trimmed(part);
            const auto [end, status] =
                std::from_chars(part.data(), part.data() + part.size(), value);
            return status == std::errc() && end == part.data() + part.size() ? value : 0;
        };
        const std::size_t colon = text.find(':');
        const std::uint32_t kept = number(text.substr(0, colon));
        const std::uint32_t of =
            colon == std::string_view::npos ? 0 : number(text.substr(colon + 1));
        if (kept < 1 || kept > of) {
            throw_bad_input("network.sparsity",
                            rows_.here(),
                            fmt::format("layer '{}': column Sparsity is '{}'; expected N:M, N of "
                                        "every M weights kept, 1 <= N <= M",
                                        excerpt(layer.name),
                                        excerpt(text)));
        }
    }

    // What was read and has no effect on the layers is said, once for each column.
    void note_extras() {
        std::string ignored;
        for (const Extra& column : extras_) {
            if (column.ratios > 0) {
                network_.notes.push_back(
                    fmt::format("{}:{}: sparsity ratios such as {} ({} of {} layers) are put "
                                "aside: every layer is computed dense",
                                network_.file,
                                column.line,
                                column.first,
                                column.ratios,
                                network_.layers.size()));
            } else if (column.used() && !column.batch) {
                ignored += fmt::format("{}'{}'",
                                       ignored.empty() ? "" : ", ",
                                       excerpt(column.name.empty() ? column.first : column.name));
            }
        }
        if (!ignored.empty()) {
            network_.notes.push_back(fmt::format("{}:{}: the format has no column {}: put aside",
                                                 network_.file,
                                                 header_line_,
                                                 ignored));
        }
    }

    CsvRows rows_;
    ir::Network network_;
    const Format* format_ = nullptr;
    std::vector<Extra> extras_;
    std::size_t header_line_ = 0;
};

}  // namespace

ir::Network read_topology(TextSource source) {
    return TopologyReader(std::move(source)).read();
}

ir::Network read_topology(const std::string& path) {
    return read_topology(TextSource::open(path, "network"));
}

}  // namespace systole::load
