#include "sim/generate/conv_shape.h"

#include "sim/core/error.h"
#include "sim/generate/parameter_kinds.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace systole::generate {
namespace {

constexpr std::uint32_t kMostLayers = 1u << 20;
constexpr std::uint32_t kMostRate = 1u << 20;

constexpr Parameter rate(std::string_view name,
                         std::uint32_t default_value,
                         std::string_view help) {
    return {name, "cycles/16-units", default_value, 0, kMostRate, help};
}

// The nearest to Conv_Case0; README.md says how near that is.
constexpr std::array kParameters = {
    Parameter{"levels", "levels", 2, 0, 8, "resolution levels below the first, each a quarter"},
    Parameter{"encoder-layers", "layers", 4, 1, kMostLayers, "layers of a level on the way down"},
    Parameter{"decoder-layers", "layers", 5, 1, kMostLayers, "layers of a level on the way up"},
    Parameter{"encoder-tiles", "tiles", 2, 1, 4096, "channel tiles on the way down"},
    Parameter{"decoder-tiles", "tiles", 4, 1, 4096, "channel tiles on the way up"},
    Parameter{"bands", "bands", 1, 1, 1u << 24, "row bands an image is cut into"},
    Parameter{"halo", "bands", 1, 0, 1u << 24, "neighbouring bands a layer reads on each side"},
    Parameter{"residual-period",
              "layers",
              2,
              0,
              kMostLayers,
              "layers from one residual addition to the next; 0: none, never 1"},
    tile_size("band-units", 384, "one channel tile of a band at the first level"),
    tile_size("weight-units", 72, "weights of one output and one input tile, in L0B"),
    tile_size("projection-weight-units", 8, "the same of the pointwise projection of the input"),
    tile_size("upsampling-weight-units", 32, "the same of a quarter of an upsampling"),
    Parameter{"weight-copy", "times", 2, 1, 4, "size of weights in L1, in sizes of them in L0B"},
    cycle_cost("conv-fixed", 40, "a CONV, beside what its sizes cost"),
    Parameter{"conv-rate",
              "units^2/cycle",
              16,
              1,
              1u << 30,
              "input units times weight units that a CONV does in a cycle"},
    rate("add-rate", 4, "more cycles of a CONV_ADD, by size of the residual"),
    cycle_cost("copy-in-fixed", 69, "a COPY_IN, DDR to L1, beside its size"),
    rate("copy-in-rate", 32, "a COPY_IN by size"),
    cycle_cost("move-fixed", 26, "a MOVE, L1 to L0B, beside its size"),
    rate("move-rate", 8, "a MOVE by size"),
    cycle_cost("d2s-fixed", 50, "a D2S, L1 to L1, beside its size"),
    rate("d2s-rate", 24, "a D2S by size of its result"),
    cycle_cost("copy-out-fixed", 170, "a COPY_OUT, L1 to DDR, beside its size"),
    rate("copy-out-rate", 33, "a COPY_OUT by size"),
};

std::uint32_t checked_cycles(Count cycles) {
    if (cycles.value() > ir::kMaxNodeValue) {
        throw_bad_input("generate.cycles",
                        {},
                        fmt::format("conv: an operation would take {} cycles, but can take at most "
                                    "{}; choose smaller tiles or rates",
                                    cycles.value(),
                                    ir::kMaxNodeValue));
    }
    return static_cast<std::uint32_t>(cycles.value());
}

constexpr std::uint64_t divide_up(std::uint64_t a, std::uint64_t b) {
    return a / b + (a % b != 0 ? 1 : 0);
}

}  // namespace

Span<Parameter> conv_parameters() {
    return {kParameters.data(), kParameters.size()};
}

ConvShape::ConvShape(const Values& values)
    : levels_(values["levels"]),
      encoder_layers_(values["encoder-layers"]),
      decoder_layers_(values["decoder-layers"]),
      encoder_tiles_(values["encoder-tiles"]),
      decoder_tiles_(values["decoder-tiles"]),
      bands_(values["bands"]),
      halo_(values["halo"]),
      residual_period_(values["residual-period"]),
      band_units_(values["band-units"]),
      weight_units_(values["weight-units"]),
      projection_units_(values["projection-weight-units"]),
      upsampling_units_(values["upsampling-weight-units"]),
      weight_copy_(values["weight-copy"]),
      conv_fixed_(values["conv-fixed"]),
      conv_rate_(values["conv-rate"]),
      add_{0, values["add-rate"]},
      copy_in_{values["copy-in-fixed"], values["copy-in-rate"]},
      move_{values["move-fixed"], values["move-rate"]},
      d2s_{values["d2s-fixed"], values["d2s-rate"]},
      copy_out_{values["copy-out-fixed"], values["copy-out-rate"]} {
    if (residual_period_ == 1) {
        throw_bad_input("generate.range",
                        {},
                        "conv: --residual-period is 1, but a layer cannot add its own input; it "
                        "must be 0 (no residuals) or at least 2");
    }
}

std::uint32_t ConvShape::Cost::operator()(std::uint64_t units) const {
    return checked_cycles(fixed + Count(divide_up(units * per_16, 16)));
}

std::uint32_t ConvShape::units(std::uint32_t level) const {
    return std::max(1u, band_units_ >> (2 * level));
}

std::uint32_t ConvShape::conv_cycles(std::uint64_t input_units, std::uint32_t weight_units) const {
    return checked_cycles(conv_fixed_ + Count(divide_up(input_units * weight_units, conv_rate_)));
}

ConvLayer ConvShape::stem() const {
    return layer(0, encoder_tiles_, 1);
}

ConvLayer ConvShape::projection() const {
    ConvLayer projection = layer(0, encoder_tiles_, 1);
    projection.reach = 0;
    projection.weight_units = projection_units_;
    projection.output_units = 2 * units(0);
    projection.conv_cycles = conv_cycles(projection.output_units, projection_units_);
    return projection;
}

ConvLayer ConvShape::encoder(std::uint32_t level, std::uint32_t index) const {
    ConvLayer encoder = layer(level, encoder_tiles_, encoder_tiles_);
    if (level == 0 && index == 0 && has_residuals()) {
        add_residual(encoder, 2 * units(0));
    } else if (ends_residual(index)) {
        add_residual(encoder, units(level));
        encoder.adds_what_previous_reads = residual_period_ == 2;
    }
    return encoder;
}

ConvLayer ConvShape::decoder(std::uint32_t level, std::uint32_t index) const {
    ConvLayer decoder = layer(level, decoder_tiles_, index == 0 ? encoder_tiles_ : decoder_tiles_);
    if (index == 0 && level != levels_) {
        add_residual(decoder, 2 * units(level));
    } else if (ends_residual(index)) {
        add_residual(decoder, units(level));
        decoder.adds_what_previous_reads = residual_period_ == 2;
    }
    if (index + 1 == decoder_layers_) {
        decoder.output_units *= 2;
    }
    return decoder;
}

ConvUpsampling ConvShape::upsampling(std::uint32_t from_level) const {
    ConvUpsampling up;
    up.weight_units = upsampling_units_;
    up.quarter_units = 2 * units(from_level);
    up.result_units = 2 * units(from_level - 1);
    up.conv_cycles = conv_cycles(up.quarter_units, upsampling_units_);
    up.d2s_cycles = d2s_(up.result_units);
    return up;
}

ConvLayer ConvShape::layer(std::uint32_t level, std::uint32_t outputs, std::uint32_t inputs) const {
    ConvLayer layer;
    layer.outputs = outputs;
    layer.inputs = inputs;
    layer.reach = std::min(halo_, bands_ - 1);
    layer.weight_units = weight_units_;
    layer.output_units = units(level);
    layer.partial_units = 4 * units(level);
    layer.conv_cycles = conv_cycles(units(level), weight_units_);
    return layer;
}

void ConvShape::add_residual(ConvLayer& layer, std::uint32_t residual_units) const {
    layer.adds = true;
    layer.add_cycles = add_(residual_units);
    checked_cycles(Count(layer.conv_cycles) + layer.add_cycles);
}

}  // namespace systole::generate
