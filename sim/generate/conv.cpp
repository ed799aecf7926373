#include "sim/generate/conv.h"

#include "sim/core/error.h"
#include "sim/generate/dataflow_builder.h"

#include <algorithm>

namespace systole::generate {
namespace {

constexpr std::uint32_t kInputParts = 2;  // buffers the network input of one band consists of
constexpr std::uint32_t kQuarters = 4;    // of an upsampling

// The network, layer by layer, told to a sink that counts it or makes it. A Sink has a type Tensor
// (what a layer leaves behind) and the calls seen here.
template <class Sink>
void walk(const ConvShape& shape, Sink& sink) {
    using Tensor = typename Sink::Tensor;

    const Tensor input = sink.read_input();
    Tensor x = sink.convolve(shape.stem(), input, {});
    Tensor added{};  // what the next residual addition takes
    if (shape.has_residuals()) {
        added = sink.convolve(shape.projection(), input, {});
    }
    std::vector<Tensor> skips;  // what the encoder left at each level
    for (std::uint32_t level = 0; level <= shape.levels(); ++level) {
        for (std::uint32_t i = 0; i < shape.encoder_layers(); ++i) {
            x = sink.convolve(shape.encoder(level, i), x, added);
            if (i == 0 || shape.ends_residual(i)) {
                added = x;
            }
        }
        skips.push_back(x);
    }
    for (std::uint32_t level = shape.levels() + 1; level-- > 0;) {
        if (level != shape.levels()) {
            added = sink.upsample(shape.upsampling(level + 1), x);
        }
        x = skips[level];
        for (std::uint32_t i = 0; i < shape.decoder_layers(); ++i) {
            x = sink.convolve(shape.decoder(level, i), x, added);
            if (i == 0 || shape.ends_residual(i)) {
                added = x;
            }
        }
    }
    sink.write_output(x);
}

// Counts what TraceSink makes.
class SizeSink {
 public:
    struct Tensor {
        std::uint32_t parts = 1;
    };

    explicit SizeSink(const ConvShape& shape)
        : bands_(shape.bands()), tiles_(shape.decoder_tiles()) {}

    Tensor read_input() {
        add(kInputParts * bands_, kInputParts * bands_, kInputParts * bands_, 0);
        return {kInputParts};
    }

    Tensor convolve(const ConvLayer& layer, const Tensor& input, const Tensor&) {
        const Count outputs = layer.outputs * bands_;
        const Count weights = Count(layer.outputs) * layer.inputs;
        const Count convs = weights * bands_;
        // Every band reads itself and `reach` on each side, but at both ends of the image some of
        // these do not exist.
        const std::uint64_t reach = layer.reach;
        const Count band_reads(bands_.value() * (2 * reach + 1) - reach * (reach + 1));
        const Count reads = weights * band_reads * input.parts;
        add(weights, weights, weights, 0);    // COPY_IN
        add(convs, convs, 2 * convs, convs);  // MOVE
        add(outputs, convs, outputs + convs + reads, convs + reads);
        if (layer.inputs > 1) {
            add(outputs, 0, convs, outputs);  // partial sums
        }
        if (layer.adds) {
            add(0, 0, outputs, outputs);
        }
        if (layer.adds_what_previous_reads) {
            // The layer before is followed directly by a user of what it reads, so that the FREE
            // need not wait for it where the input is of the last tile, the one that is added.
            shared_ += band_reads;
        }
        return {};
    }

    Tensor upsample(const ConvUpsampling&, const Tensor&) {
        const Count weights = kQuarters * Count(tiles_);
        const Count convs = weights * bands_;
        const Count results = tiles_ * bands_;
        add(weights, weights, weights, 0);    // COPY_IN
        add(convs, convs, 2 * convs, convs);  // MOVE
        add(convs, convs, 3 * convs, 2 * convs);
        add(2 * results, results, (2 + kQuarters) * results, (1 + kQuarters) * results);  // D2S
        return {};
    }

    void write_output(const Tensor&) {
        const Count results = tiles_ * bands_;
        add(0, results, results, results);
    }

    TraceSize finish() {
        size_.closing = size_.closing.value() - shared_.value();
        return size_;
    }

 private:
    void add(Count buffers, Count operations, Count listed, Count closing) {
        size_.buffers += buffers;
        size_.operations += operations;
        size_.listed += listed;
        size_.closing += closing;
    }

    const Count bands_, tiles_;
    TraceSize size_;
    Count shared_;
};

class TraceSink {
 public:
    // Buffers by tile, band and part.
    struct Tensor {
        std::vector<BufId> bufs;
        std::uint32_t parts = 1;
    };

    TraceSink(const ConvShape& shape, const TraceSize& size)
        : shape_(shape),
          bands_(shape.bands()),
          tiles_(shape.decoder_tiles()),
          trace_(size),
          copy_in_(trace_.op("COPY_IN", Pipe::kMTE2, 0)),
          move_(trace_.op("MOVE", Pipe::kMTE1, 0)),
          conv_(trace_.op("CONV", Pipe::kCube, 0)),
          conv_add_(trace_.op("CONV_ADD", Pipe::kCube, 0)),
          d2s_(trace_.op("D2S", Pipe::kMTE1, 0)),
          copy_out_(trace_.op("COPY_OUT", Pipe::kMTE3, 0)) {}

    ir::Program finish() { return trace_.finish(); }

    Tensor read_input() {
        Tensor input;
        input.parts = kInputParts;
        for (std::uint32_t i = 0; i < kInputParts * bands_; ++i) {
            input.bufs.push_back(copied_in(shape_.input_units()));
        }
        return input;
    }

    Tensor convolve(const ConvLayer& layer, const Tensor& input, const Tensor& residual) {
        const auto conv = conv_.taking(layer.conv_cycles);
        const auto conv_add = conv_add_.taking(layer.conv_cycles + layer.add_cycles);
        Tensor output;
        std::vector<BufId> partials;
        for (std::size_t i = 0; i < std::size_t{layer.outputs} * bands_; ++i) {
            output.bufs.push_back(trace_.alloc(Tier::kL1, layer.output_units));
            if (layer.inputs > 1) {
                partials.push_back(trace_.alloc(Tier::kL1, layer.partial_units));
            }
        }
        std::vector<BufId> weights;
        for (std::size_t i = 0; i < std::size_t{layer.outputs} * layer.inputs; ++i) {
            weights.push_back(copied_in(layer.weight_units * shape_.weight_copy()));
        }
        for (std::uint32_t o = 0; o < layer.outputs; ++o) {
            for (std::uint32_t band = 0; band < bands_; ++band) {
                const std::size_t result = std::size_t{o} * bands_ + band;
                for (std::uint32_t i = 0; i < layer.inputs; ++i) {
                    const bool last = i + 1 == layer.inputs;
                    const BufId weight =
                        moved(weights[std::size_t{o} * layer.inputs + i], layer.weight_units);
                    bufs_.clear();
                    if (last) {
                        bufs_.push_back(output.bufs[result]);
                    }
                    if (layer.inputs > 1) {
                        bufs_.push_back(partials[result]);
                    }
                    if (last && layer.adds) {
                        bufs_.push_back(residual.bufs[result]);
                    }
                    bufs_.push_back(weight);
                    list_bands(input, i, band, layer.reach);
                    trace_.produce(last && layer.adds ? conv_add : conv, bufs_);
                }
            }
        }
        return output;
    }

    Tensor upsample(const ConvUpsampling& up, const Tensor& input) {
        const auto conv = conv_.taking(up.conv_cycles);
        const auto d2s = d2s_.taking(up.d2s_cycles);
        const std::size_t results = std::size_t{tiles_} * bands_;
        SYSTOLE_INVARIANT(results > 0, "a convolution without tiles");
        std::vector<BufId> quarters;  // by quarter, tile and band
        for (std::size_t i = 0; i < kQuarters * std::size_t{tiles_}; ++i) {
            const std::size_t first = quarters.size();
            for (std::uint32_t band = 0; band < bands_; ++band) {
                quarters.push_back(trace_.alloc(Tier::kL1, up.quarter_units));
            }
            const BufId copy = copied_in(up.weight_units * shape_.weight_copy());
            for (std::uint32_t band = 0; band < bands_; ++band) {
                const BufId weight = moved(copy, up.weight_units);
                const std::size_t at = first + band;
                trace_.produce(conv, {quarters[at], weight, input.bufs[at % results]});
            }
        }
        Tensor output;
        for (std::size_t i = 0; i < results; ++i) {
            output.bufs.push_back(trace_.alloc(Tier::kL1, up.result_units));
            const BufId scratch = trace_.alloc(Tier::kL1, up.result_units);
            bufs_ = {output.bufs.back(), scratch};
            for (std::uint32_t q = 0; q < kQuarters; ++q) {
                bufs_.push_back(quarters[q * results + i]);
            }
            trace_.produce(d2s, bufs_);
        }
        return output;
    }

    void write_output(const Tensor& output) {
        const auto copy_out = copy_out_.taking(shape_.copy_out_cycles());
        for (const BufId buf : output.bufs) {
            trace_.consume(copy_out, buf);
        }
    }

 private:
    BufId copied_in(std::uint32_t units) {
        const BufId buf = trace_.alloc(Tier::kL1, units);
        trace_.produce(copy_in_.taking(shape_.copy_in_cycles(units)), {buf});
        return buf;
    }

    BufId moved(BufId weights, std::uint32_t units) {
        const BufId buf = trace_.alloc(Tier::kL0B, units);
        trace_.produce(move_.taking(shape_.move_cycles(units)), {buf, weights});
        return buf;
    }

    void list_bands(const Tensor& input,
                    std::uint32_t tile,
                    std::uint32_t band,
                    std::uint32_t reach) {
        const std::size_t first = band - std::min(band, reach);
        const std::size_t end = std::min<std::size_t>(bands_, std::size_t{band} + reach + 1);
        const std::size_t base = std::size_t{tile} * bands_;
        bufs_.insert(bufs_.end(),
                     input.bufs.begin() + static_cast<std::ptrdiff_t>((base + first) * input.parts),
                     input.bufs.begin() + static_cast<std::ptrdiff_t>((base + end) * input.parts));
    }

    const ConvShape& shape_;
    const std::uint32_t bands_, tiles_;
    DataflowBuilder trace_;
    const DataflowBuilder::Op copy_in_, move_, conv_, conv_add_, d2s_,
        copy_out_;             // names and pipes
    std::vector<BufId> bufs_;  // of the operation being made
};

}  // namespace

TraceSize conv_size(const Values& values) {
    const ConvShape shape(values);
    SizeSink sink(shape);
    walk(shape, sink);
    return sink.finish();
}

ir::Program build_conv(const Values& values) {
    const ConvShape shape(values);
    TraceSink sink(shape, conv_size(values));
    walk(shape, sink);
    return sink.finish();
}

}  // namespace systole::generate
