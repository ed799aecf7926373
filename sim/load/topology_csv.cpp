#include "sim/load/topology_csv.h"

#include "sim/core/error.h"
#include "sim/core/number_text.h"
#include "sim/core/visible_text.h"
#include "sim/load/csv_rows.h"
#include "sim/load/layer_check.h"
#include "sim/load/network_name.h"
#include "sim/load/topology_format.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace systole::load {
namespace {

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
        ExtraColumn role = ExtraColumn::kUnnamed;
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
        return i < rows_.size() ? trimmed_cell(rows_.cell(i)) : std::string_view();
    }

    void read_header() {
        if (!next_row()) {
            throw_bad_input(
                "network.empty",
                {network_.file, 0, {}},
                fmt::format("the file is empty; expected the header '{}' or '{}', then layers",
                            topology_formats()[0].header,
                            topology_formats()[1].header));
        }
        header_line_ = rows_.line();
        std::vector<std::string_view> header;
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            header.push_back(cell(i));
        }
        format_ = topology_format(header);
        if (format_ == nullptr) {
            fail_header();
        }
        const std::size_t first = format_->columns.size() + 1;
        for (std::size_t i = first; i < header.size(); ++i) {
            extra(i).name = header[i];
            extra(i).role = extra_column(*format_, i - first, header[i]);
        }
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
            fmt::format("{} '{}'{}; expected '{}' (GEMMs) or '{}' (convolutions), the "
                        "columns in this order",
                        data ? "the first line must be a header, found the data" : "the header is",
                        excerpt(found, 120),
                        rows_.size() == 1 && rows_.cell(0).find('\t') != std::string::npos
                            ? ", its columns apart by tabs, not commas"
                            : "",
                        topology_formats()[0].header,
                        topology_formats()[1].header));
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
        if (is_heading()) {
            return;
        }
        for (std::size_t i = 0; i < format_->columns.size(); ++i) {
            layer.*format_->columns[i].field = size(layer, i + 1, format_->columns[i].name);
        }
        layer.stride_w = layer.stride_h;
        for (std::size_t i = format_->columns.size() + 1; i < rows_.size(); ++i) {
            read_extra(layer, i);
        }
        if (layer.kind == ir::LayerKind::kConv) {
            layer.out_h = outputs(layer, "Height", layer.in_h, layer.filter_h, layer.stride_h);
            layer.out_w = outputs(layer, "Width", layer.in_w, layer.filter_w, layer.stride_w);
            if (layer.name.find("DP") != std::string::npos) {
                make_depthwise(layer);
            }
        }
        check_layer_size(layer, network_.file);
        network_.layers.push_back(std::move(layer));
    }

    // A row with a name and nothing behind it heads the layers below; SCALE-Sim's files have them.
    bool is_heading() {
        for (std::size_t i = 1; i < rows_.size(); ++i) {
            if (!cell(i).empty()) {
                return false;
            }
        }
        if (headings_++ == 0) {
            first_heading_ = cell(0);
            heading_line_ = rows_.line();
        }
        return true;
    }

    // SCALE-Sim takes "DP" in the name of a convolution for depthwise: Num Filter filters for every
    // channel, each channel a layer of its own.
    void make_depthwise(ir::Layer& layer) {
        if (layer.out_channels > kMaxLayerSize / layer.channels) {
            throw_bad_input("network.range",
                            rows_.here(),
                            fmt::format("layer '{}' is depthwise, with {} filters for each of {} "
                                        "channels; expected at most {} in all",
                                        excerpt(layer.name),
                                        layer.out_channels,
                                        layer.channels,
                                        kMaxLayerSize));
        }
        layer.kind = layer.out_channels == 1 ? ir::LayerKind::kDepthwise : ir::LayerKind::kConv;
        layer.groups = layer.channels;
        layer.out_channels *= layer.channels;
        if (depthwise_++ == 0) {
            first_depthwise_ = layer.name;
            depthwise_line_ = rows_.line();
        }
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
        const bool negative = text.size() > 1 && text.front() == '-';
        const std::string_view digits = text.substr(negative ? 1 : 0);
        const std::optional<std::uint64_t> value = parse_whole_number(digits);
        if (!value && (!all_digits(digits) || digits.front() == '0')) {
            fail("network.number", found + number_hint(digits));
        }
        if (negative || !value || *value < 1 || *value > kMaxLayerSize) {
            fail("network.range", found);
        }
        return *value;
    }

    // ceil((map - filter + stride) / stride), SCALE-Sim's output size (scalesim/topology_utils.py).
    std::uint64_t outputs(const ir::Layer& layer,
                          std::string_view side,
                          std::uint64_t map,
                          std::uint64_t filter,
                          std::uint64_t stride) const {
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
        return (map - filter + 2 * stride - 1) / stride;
    }

    void read_extra(ir::Layer& layer, std::size_t i) {
        const std::string_view text = cell(i);
        if (text.empty()) {
            return;
        }
        Extra& column = extra(i);
        const bool first = i == format_->columns.size() + 1;
        const bool whole = text.find_first_not_of("0123456789") == std::string_view::npos;
        // SCALE-Sim's own files name the column; a ratio in the first column after the format's is
        // one all the same. So is the stride along the width, the ninth of its convolutions.
        const bool ratio = column.role == ExtraColumn::kSparsity ||
                           (first && text.find(':') != std::string_view::npos);
        const bool unnamed = column.role == ExtraColumn::kUnnamed;
        if (column.role == ExtraColumn::kBatch) {
            layer.batch = size(layer, i, column.name);
            return;
        }
        if (column.role == ExtraColumn::kStrideWidth ||
            (unnamed && first && whole && format_->kind == ir::LayerKind::kConv)) {
            layer.stride_w = size(layer, i, "Stride Width");
            return;
        }
        if (ratio) {
            check_ratio(layer, text);
            ++column.ratios;
        } else if ((unnamed && whole) ||
                   (column.role == ExtraColumn::kShaping && text != neutral_value(column.name))) {
            refuse_column(layer, i, text);
        }
        if (!column.used()) {
            column.line = rows_.line();
            column.first = text;
        }
    }

    [[noreturn]] void refuse_column(const ir::Layer& layer, std::size_t i, std::string_view text) {
        throw_bad_input("network.column",
                        rows_.here(),
                        fmt::format("layer '{}': column {} ('{}') is '{}', which may change the "
                                    "layer, but the format has no such column; take it out, or "
                                    "write the layers in YAML",
                                    excerpt(layer.name),
                                    i + 1,
                                    excerpt(extra(i).name),
                                    excerpt(text)));
    }

    void check_ratio(const ir::Layer& layer, std::string_view text) const {
        const auto number = [](std::string_view part) {
            return parse_whole_number(trimmed_cell(part)).value_or(0);
        };
        const std::size_t colon = text.find(':');
        const std::uint64_t kept = number(text.substr(0, colon));
        const std::uint64_t of =
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
            } else if (column.used()) {
                ignored += fmt::format("{}'{}'",
                                       ignored.empty() ? "" : ", ",
                                       excerpt(column.name.empty() ? column.first : column.name));
            }
        }
        note_conventions();
        if (!ignored.empty()) {
            network_.notes.push_back(fmt::format("{}:{}: the format has no column {}: put aside",
                                                 network_.file,
                                                 header_line_,
                                                 ignored));
        }
    }

    void note_conventions() {
        if (depthwise_ > 0) {
            network_.notes.push_back(
                fmt::format("{}:{}: layers with DP in their names ({}, the first '{}') are "
                            "depthwise, as SCALE-Sim takes them",
                            network_.file,
                            depthwise_line_,
                            depthwise_,
                            excerpt(first_depthwise_)));
        }
        if (headings_ > 0) {
            network_.notes.push_back(
                fmt::format("{}:{}: rows of a name without numbers ({}, the first '{}') are "
                            "skipped",
                            network_.file,
                            heading_line_,
                            headings_,
                            excerpt(first_heading_)));
        }
    }

    CsvRows rows_;
    ir::Network network_;
    const TopologyFormat* format_ = nullptr;
    std::vector<Extra> extras_;
    std::size_t header_line_ = 0;
    std::size_t depthwise_ = 0, depthwise_line_ = 0;
    std::size_t headings_ = 0, heading_line_ = 0;
    std::string first_depthwise_, first_heading_;
};

}  // namespace

ir::Network read_topology(TextSource source) {
    return TopologyReader(std::move(source)).read();
}

ir::Network read_topology(const std::string& path) {
    return read_topology(TextSource::open(path, "network"));
}

}  // namespace systole::load
