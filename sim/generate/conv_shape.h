#pragma once

#include "sim/generate/kernel.h"

#include <cstdint>

namespace systole::generate {

// One convolution layer. Every output tile of every band takes one CONV for each input tile.
struct ConvLayer {
    std::uint32_t outputs = 1;       // channel tiles
    std::uint32_t inputs = 1;        // channel tiles
    std::uint32_t reach = 0;         // input bands it reads on each side of a band
    std::uint32_t weight_units = 1;  // of one output and one input tile, in L0B
    std::uint32_t output_units = 1;  // a tile of one band
    std::uint32_t partial_units = 1;
    std::uint32_t conv_cycles = 1;
    bool adds = false;             // its last CONVs are CONV_ADDs, of a residual
    std::uint32_t add_cycles = 0;  // what that takes in addition
    bool adds_what_previous_reads = false;
};

// Pixel shuffle: four pointwise convolutions of every tile, which D2S interleaves to one tile of
// the next finer level.
struct ConvUpsampling {
    std::uint32_t weight_units = 1;   // of one of the four, in L0B
    std::uint32_t quarter_units = 1;  // result of one of the four
    std::uint32_t result_units = 1;
    std::uint32_t conv_cycles = 1;
    std::uint32_t d2s_cycles = 1;
};

// What the values of the kernel `conv` mean: sizes in units, costs in cycles. A tile holds 8-bit
// values, in half precision twice as many units where it is to be added or written out, and four
// times as many as partial sums. A level has a quarter of the units of the level above it.
class ConvShape {
 public:
    // Errors: kBadInput, "generate.range" (residual period 1) and "generate.cycles" (an operation
    // takes more than ir::kMaxNodeValue cycles).
    explicit ConvShape(const Values& values);

    std::uint32_t levels() const { return levels_; }  // below the first
    std::uint32_t encoder_layers() const { return encoder_layers_; }
    std::uint32_t decoder_layers() const { return decoder_layers_; }
    std::uint32_t encoder_tiles() const { return encoder_tiles_; }
    std::uint32_t decoder_tiles() const { return decoder_tiles_; }
    std::uint32_t bands() const { return bands_; }
    std::uint32_t weight_copy() const { return weight_copy_; }  // size in L1 / size in L0B
    bool has_residuals() const { return residual_period_ != 0; }
    // Whether layer `index` of a level ends a stretch that residuals bridge; layer 0 starts one.
    bool ends_residual(std::uint32_t index) const {
        return has_residuals() && index != 0 && index % residual_period_ == 0;
    }

    std::uint32_t input_units() const { return 2 * units(0); }  // one of a band's two parts
    ConvLayer stem() const;                                     // first layer: reads the input
    ConvLayer projection() const;  // the input as residual of the first encoder layer
    ConvLayer encoder(std::uint32_t level, std::uint32_t index) const;
    ConvLayer decoder(std::uint32_t level, std::uint32_t index) const;
    ConvUpsampling upsampling(std::uint32_t from_level) const;

    std::uint32_t copy_in_cycles(std::uint32_t units) const { return copy_in_(units); }
    std::uint32_t move_cycles(std::uint32_t units) const { return move_(units); }
    std::uint32_t copy_out_cycles() const { return copy_out_(std::uint64_t{2} * units(0)); }

 private:
    // Cycles of moving `units`.
    struct Cost {
        std::uint32_t fixed;
        std::uint32_t per_16;
        std::uint32_t operator()(std::uint64_t units) const;
    };

    std::uint32_t units(std::uint32_t level) const;
    std::uint32_t conv_cycles(std::uint64_t input_units, std::uint32_t weight_units) const;
    ConvLayer layer(std::uint32_t level, std::uint32_t outputs, std::uint32_t inputs) const;
    void add_residual(ConvLayer& layer, std::uint32_t residual_units) const;

    std::uint32_t levels_, encoder_layers_, decoder_layers_, encoder_tiles_, decoder_tiles_;
    std::uint32_t bands_, halo_, residual_period_;
    std::uint32_t band_units_, weight_units_, projection_units_, upsampling_units_, weight_copy_;
    std::uint32_t conv_fixed_, conv_rate_;
    Cost add_, copy_in_, move_, d2s_, copy_out_;
};

Span<Parameter> conv_parameters();

}  // namespace systole::generate
