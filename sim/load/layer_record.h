#pragma once

#include "sim/core/error.h"
#include "sim/ir/work.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace systole::load {

// The columns of a layer in a trace file (ir::LayerWork), texts first.
enum class LayerField : std::uint8_t {
    kName,
    kKind,
    kMacs,
    kActivationBytes,
    kWeightBytes,
    kOutputBytes,
    kFilterH,
    kFilterW,
    kStrideH,
    kOutW
};
inline constexpr std::size_t kLayerFieldCount = 10;
inline constexpr std::array<std::string_view, kLayerFieldCount> kLayerFieldNames = {
    "Name",
    "Kind",
    "Macs",
    "ActivationBytes",
    "WeightBytes",
    "OutputBytes",
    "FilterH",
    "FilterW",
    "StrideH",
    "OutW"};
constexpr std::string_view name(LayerField f) {
    return kLayerFieldNames[static_cast<std::size_t>(f)];
}
constexpr bool is_text(LayerField f) {
    return f == LayerField::kName || f == LayerField::kKind;
}
std::optional<LayerField> layer_field_from(std::string_view text);

// A layer as a reader found it.
struct LayerRecord {
    std::string layer_name;
    std::string kind;
    std::array<std::uint64_t, kLayerFieldCount> numbers{};
    std::uint32_t present = 0;  // one bit per LayerField

    void set(LayerField f, std::uint64_t value);
    void set(LayerField f, const std::string& value);
};

// The layer, or bad input: "trace.missing-field" names the field, "trace.layer" an unknown Kind or
// a number out of its range.
ir::LayerWork layer_from(const LayerRecord& record, const SourceRef& where);

// The value of a numeric field.
std::uint64_t layer_number(const ir::LayerWork& layer, LayerField f);

// The type that `text` names, or bad input "trace.element".
ElementType element_from(const std::string& text, const SourceRef& where);

}  // namespace systole::load
