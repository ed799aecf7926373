#pragma once

#include "sim/ir/layer.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace systole::load {

// A column of one of SCALE-Sim's topologies.
struct TopologyColumn {
    std::string_view name;
    std::string_view start;  // what a header cell of this column starts with, folded
    std::uint64_t ir::Layer::*field;
};

struct TopologyFormat {
    ir::LayerKind kind;
    std::string_view header;
    std::vector<TopologyColumn> columns;  // after the layer's name
};

// GEMMs, then convolutions.
const std::vector<TopologyFormat>& topology_formats();

// The format whose columns a header has, in their order; nullptr for neither.
const TopologyFormat* topology_format(const std::vector<std::string_view>& header);

// What a column past those of the format is.
enum class ExtraColumn : std::uint8_t {
    kUnnamed,
    kBatch,
    kStrideWidth,
    kSparsity,
    kShaping,  // padding, dilation, groups ...: another layer than the format can say
    kForeign   // a name that nothing is known of
};
// `position` counts from 0 behind the format's columns.
ExtraColumn extra_column(const TopologyFormat& format, std::size_t position, std::string_view name);

// The value of a kShaping column that changes nothing: 0 for padding, 1 for the others.
std::string_view neutral_value(std::string_view name);

// A cell without the space around it; no-break spaces (U+00A0) are in the files too.
std::string_view trimmed_cell(std::string_view text);

}  // namespace systole::load
