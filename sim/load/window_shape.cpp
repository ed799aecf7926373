#include "sim/load/window_shape.h"

#include "sim/core/nearest.h"
#include "sim/core/visible_text.h"
#include "sim/ir/window.h"
#include "sim/load/layer_check.h"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace systole::load {
namespace {

using ir::Layer;
using ir::LayerKind;

// One direction of a window that moves over a map, and what messages call it.
struct Side : ir::WindowAxis {
    std::string_view name;

    Side(std::string_view direction,
         std::uint64_t map_size,
         std::uint64_t filter_size,
         std::uint64_t step,
         std::uint64_t spread)
        : name(direction) {
        map = map_size;
        filter = filter_size;
        stride = step;
        dilation = spread;
    }

    // The number of windows, checked.
    std::uint64_t checked_outputs(const LayerFields& fields) const {
        const auto fail = [&](const std::string& what) {
            fields.fail("network.shape",
                        fields.place(fields.has("padding") ? "padding" : "filter"),
                        fmt::format("has {}, {} direction", what, name));
        };
        if (span() > kMaxLayerSize) {
            fail(fmt::format("a dilated window of {}; expected at most {}", span(), kMaxLayerSize));
        }
        if (fitting() == 0) {
            fail(
                fmt::format("a window of {} on a map of {} with padding {} and {}; expected a "
                            "window that fits",
                            span(),
                            map,
                            before,
                            after));
        }
        if (before >= span() || after >= span()) {
            fail(
                fmt::format("padding of {} and {} around a map under a window of {}; expected "
                            "less than the window",
                            before,
                            after,
                            span()));
        }
        return fitting();
    }
};

void read_channels(const LayerFields& fields, Layer& layer) {
    const std::vector<std::uint64_t> input = fields.sizes("input", 3, "[height, width, channels]");
    layer.in_h = input[0];
    layer.in_w = input[1];
    layer.channels = input[2];
    if (layer.kind != LayerKind::kConv) {
        layer.out_channels = layer.groups = layer.channels;
        return;
    }
    layer.out_channels = fields.size("filters");
    layer.groups = fields.size_or("groups", 1);
    for (const std::uint64_t divided : {layer.channels, layer.out_channels}) {
        if (divided % layer.groups != 0) {
            fields.fail("network.shape",
                        fields.place("groups"),
                        fmt::format("has {} groups; expected a divisor of its {} channels and of "
                                    "its {} filters",
                                    layer.groups,
                                    layer.channels,
                                    layer.out_channels));
        }
    }
}

// padding: one number, [height, width], [top, bottom, left, right], `same` or `valid`.
void read_padding(const LayerFields& fields, Side& rows, Side& columns) {
    if (!fields.has("padding")) {
        return;
    }
    const YAML::Node& node = fields.need("padding");
    if (node.IsSequence() && node.size() == 4) {
        const auto sides = fields.sizes("padding", 4, "[top, bottom, left, right]", 0);
        rows.before = sides[0];
        rows.after = sides[1];
        columns.before = sides[2];
        columns.after = sides[3];
    } else if (node.IsSequence()) {
        const auto sides = fields.sizes("padding",
                                        2,
                                        "a number, [height, width], [top, bottom, left, right], "
                                        "same or valid",
                                        0);
        rows.before = rows.after = sides[0];
        columns.before = columns.after = sides[1];
    } else if (node.IsScalar() && node.Scalar() == "same") {
        rows.pad_same();
        columns.pad_same();
    } else if (node.IsScalar() && node.Scalar() == "valid") {
        return;
    } else if (node.IsScalar() && !node.Scalar().empty() && node.Scalar().front() >= 'A') {
        fields.fail("network.type",
                    fields.place("padding"),
                    fmt::format("key padding is '{}'; expected a number, [height, width], [top, "
                                "bottom, left, right], same or valid{}",
                                excerpt(node.Scalar()),
                                did_you_mean(node.Scalar(), {"same", "valid"})));
    } else {
        rows.before = rows.after = columns.before = columns.after = fields.size("padding", 0);
    }
}

}  // namespace

void read_window_layer(const LayerFields& fields, Layer& layer) {
    read_channels(fields, layer);
    fields.need("filter");
    const auto filter = fields.pair_or("filter", 1);
    const auto stride = fields.pair_or("stride", 1);
    const auto dilation = fields.pair_or("dilation", 1);
    Side rows("height", layer.in_h, filter[0], stride[0], dilation[0]);
    Side columns("width", layer.in_w, filter[1], stride[1], dilation[1]);
    read_padding(fields, rows, columns);
    layer.filter_h = filter[0];
    layer.filter_w = filter[1];
    layer.stride_h = stride[0];
    layer.stride_w = stride[1];
    layer.dilation_h = dilation[0];
    layer.dilation_w = dilation[1];
    layer.out_h = rows.checked_outputs(fields);
    layer.out_w = columns.checked_outputs(fields);
    layer.pad_top = rows.before;
    layer.pad_bottom = rows.after;
    layer.pad_left = columns.before;
    layer.pad_right = columns.after;
}

}  // namespace systole::load
