#include "sim/load/layer_record.h"

#include "sim/core/name_text.h"
#include "sim/core/nearest.h"
#include "sim/core/visible_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

namespace systole::load {
namespace {

std::size_t index(LayerField f) {
    return static_cast<std::size_t>(f);
}

template <std::size_t N>
[[noreturn]] void fail_name(const std::array<std::string_view, N>& names,
                            const std::string& text,
                            std::string_view what,
                            const char* rule,
                            const SourceRef& where) {
    const std::vector<std::string_view> known(names.begin(), names.end());
    throw_bad_input(rule,
                    where,
                    fmt::format("{} '{}' is none of {}{}",
                                what,
                                excerpt(text),
                                fmt::join(known, ", "),
                                did_you_mean(excerpt(text), known)));
}

}  // namespace

std::optional<LayerField> layer_field_from(std::string_view text) {
    for (std::size_t i = 0; i < kLayerFieldCount; ++i) {
        if (kLayerFieldNames[i] == text) {
            return static_cast<LayerField>(i);
        }
    }
    return std::nullopt;
}

void LayerRecord::set(LayerField f, std::uint64_t value) {
    numbers[index(f)] = value;
    present |= 1u << index(f);
}

void LayerRecord::set(LayerField f, const std::string& value) {
    (f == LayerField::kName ? layer_name : kind) = value;
    present |= 1u << index(f);
}

ir::LayerWork layer_from(const LayerRecord& record, const SourceRef& where) {
    for (std::size_t i = 0; i < kLayerFieldCount; ++i) {
        if ((record.present >> i & 1u) == 0) {
            throw_bad_input("trace.missing-field",
                            where,
                            fmt::format("a layer has no {}", kLayerFieldNames[i]));
        }
    }
    const auto size = [&](LayerField f) {
        const std::uint64_t value = record.numbers[index(f)];
        if (value < 1 || value > 0xFFFFFFFFu) {
            throw_bad_input("trace.layer",
                            where,
                            fmt::format("{} of layer {} is {}, expected 1 to 4294967295",
                                        name(f),
                                        excerpt(record.layer_name),
                                        value));
        }
        return static_cast<std::uint32_t>(value);
    };
    ir::LayerWork layer;
    layer.name = record.layer_name;
    if (const std::string fault = name_fault(layer.name); !fault.empty()) {
        throw_bad_input("trace.layer", where, fmt::format("the Name of a layer {}", fault));
    }
    const std::optional<ir::LayerKind> kind = ir::layer_kind_from(record.kind);
    if (!kind) {
        fail_name(ir::kLayerKindNames, record.kind, "the Kind of a layer,", "trace.layer", where);
    }
    layer.kind = *kind;
    layer.macs = record.numbers[index(LayerField::kMacs)];
    layer.bytes[Operand::kActivations] = record.numbers[index(LayerField::kActivationBytes)];
    layer.bytes[Operand::kWeights] = record.numbers[index(LayerField::kWeightBytes)];
    layer.bytes[Operand::kOutputs] = record.numbers[index(LayerField::kOutputBytes)];
    layer.filter_h = size(LayerField::kFilterH);
    layer.filter_w = size(LayerField::kFilterW);
    layer.stride_h = size(LayerField::kStrideH);
    layer.out_w = size(LayerField::kOutW);
    return layer;
}

std::uint64_t layer_number(const ir::LayerWork& layer, LayerField f) {
    switch (f) {
        case LayerField::kMacs:
            return layer.macs;
        case LayerField::kActivationBytes:
            return layer.bytes[Operand::kActivations];
        case LayerField::kWeightBytes:
            return layer.bytes[Operand::kWeights];
        case LayerField::kOutputBytes:
            return layer.bytes[Operand::kOutputs];
        case LayerField::kFilterH:
            return layer.filter_h;
        case LayerField::kFilterW:
            return layer.filter_w;
        case LayerField::kStrideH:
            return layer.stride_h;
        case LayerField::kOutW:
            return layer.out_w;
        default:
            break;
    }
    SYSTOLE_INVARIANT(false, "this field of a layer is no number");
}

ElementType element_from(const std::string& text, const SourceRef& where) {
    for (std::size_t i = 0; i < kElementTypeCount; ++i) {
        if (kElementTypeNames[i] == text) {
            return static_cast<ElementType>(i);
        }
    }
    fail_name(kElementTypeNames, text, "Element", "trace.element", where);
}

}  // namespace systole::load
