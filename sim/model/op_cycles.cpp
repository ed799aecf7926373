#include "sim/model/op_cycles.h"

#include "arch/cube/fold_timing.h"
#include "arch/cube/row_stationary_timing.h"
#include "arch/cube/systolic_timing.h"
#include "arch/vector/vector_timing.h"
#include "sim/core/error.h"
#include "sim/model/transfer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <string_view>
#include <tuple>

namespace systole::model {
namespace {

std::string_view text(Place place) {
    return place ? name(*place) : "DDR";
}

// In steady state: the first fold's stationary operand came in under the product before.
arch::Array running_array(const config::CubeConfig& cube, ElementType element) {
    arch::Array array = arch::array_of(cube, element);
    array.preloaded = cube.double_buffered && (cube.dataflow == Dataflow::kWeightStationary ||
                                               cube.dataflow == Dataflow::kInputStationary);
    return array;
}

using arch::ceil_div;

// Sides of an array worth using for `size` vectors on a side of `full`: the whole one, and for it
// and each of its halves, quarters and so on the least side of as many folds. A side of twice the
// length so has all that this one has.
class Sides {
 public:
    Sides(std::uint64_t size, std::uint64_t full) : size_(size), most_(full), side_(full) {}

    std::uint64_t side() const { return side_; }
    std::uint64_t folds() const { return ceil_div(size_, side_); }
    // False after the last.
    bool next() {
        const std::uint64_t before = side_;
        while (side_ == before && most_ > 0) {
            side_ = ceil_div(size_, ceil_div(size_, most_));
            most_ /= 2;
        }
        return side_ != before;
    }

 private:
    std::uint64_t size_;
    std::uint64_t most_;  // the next side is at most this
    std::uint64_t side_;
};

// Whether the next MATMUL streams in behind the last fold of this one.
bool goes_on(const arch::Array& array, Sums sums) {
    return sums == Sums::kGoOn && array.double_buffered && is_skewed(array.dataflow);
}

// Cycles of m x n x k on a skewed array; where sums go on, those until the next product may stream
// in behind it.
Cycles skewed_cycles(const arch::Array& array,
                     std::uint64_t folds,
                     std::uint64_t streamed,
                     Sums sums) {
    const Cycles whole = arch::fold_cycles(folds, streamed, array);
    return goes_on(array, sums)
               ? std::min(whole, folds * std::max(streamed * array.interval, array.rows))
               : whole;
}

struct PartCost {
    arch::Array part;
    Cycles cycles = 0;
};

// The array or, where `partial`, the part of it on which m x n x k is done soonest; the whole one
// where it does not matter.
PartCost part_for(const arch::Array& whole,
                  bool partial,
                  std::uint64_t m,
                  std::uint64_t n,
                  std::uint64_t k,
                  Sums sums) {
    const arch::Folding f = arch::fold({m, n, k}, ceil_div(k, whole.depth), whole);
    PartCost best;
    const auto try_part = [&](std::uint64_t rows, std::uint64_t cols, std::uint64_t folds) {
        arch::Array part = whole;
        part.rows = rows;
        part.cols = cols;
        const Cycles cycles = skewed_cycles(part, folds, f.streamed, sums);
        if (best.cycles == 0 || cycles < best.cycles) {
            best = {part, cycles};
        }
    };
    Sides rows(f.on_rows, whole.rows);
    do {
        Sides cols(f.on_cols, whole.cols);
        do {
            const std::uint64_t folds = rows.folds() * cols.folds();
            if (best.cycles != 0 && folds * f.streamed * whole.interval >= best.cycles) {
                break;  // fewer columns only take longer
            }
            try_part(rows.side(), cols.side(), folds);
        } while (partial && cols.next());
    } while (partial && rows.next());
    return best;
}

// `partial`: a part of the array may do it.
arch::ArrayCost gemm_cost(
    const arch::Array& array, bool partial, std::uint64_t m, std::uint64_t n, std::uint64_t k) {
    const arch::Array used =
        is_skewed(array.dataflow) ? part_for(array, partial, m, n, k, Sums::kComplete).part : array;
    return arch::array_cost({m, n, k}, used, arch::Convention::kHardware);
}

// `times` products one after the other. Of the cost, what accumulates: cycles, folds, accesses.
void add(arch::ArrayCost& sum, const arch::ArrayCost& cost, std::uint64_t times) {
    sum.cycles += cost.cycles * times;
    sum.streaming += cost.streaming * times;
    sum.folds += cost.folds * times;
    for (const Operand o : kOperands) {
        sum.reads[o] += cost.reads[o] * times;
        sum.writes[o] += cost.writes[o] * times;
    }
}

// Whether another MATMUL writes the buffer that `v` writes, right behind it.
Sums sums_of(const ir::Program& program, NodeId v) {
    const auto bufs = program.bufs[index(v)];
    for (const NodeId s : program.succ[index(v)]) {
        const auto next = program.bufs[index(s)];
        if (program.work[index(s)].kind == ir::WorkKind::kMatmul && !bufs.empty() &&
            !next.empty() && next[0] == bufs[0]) {
            return Sums::kGoOn;
        }
    }
    return Sums::kComplete;
}

// `channels` products of m x 1 x k.
arch::ArrayCost depthwise_cost(const arch::Array& array,
                               std::uint64_t m,
                               std::uint64_t channels,
                               std::uint64_t k,
                               bool partial) {
    const std::uint64_t most =
        std::min({channels, std::max<std::uint64_t>(1, array.rows * array.depth / k), array.cols});
    arch::ArrayCost best;
    for (std::uint64_t packed = most; packed > 0; packed /= 2) {
        const std::uint64_t left = channels % packed;
        arch::ArrayCost cost;
        add(cost, gemm_cost(array, partial, m, packed, packed * k), channels / packed);
        if (left != 0) {
            add(cost, gemm_cost(array, partial, m, left, left * k), 1);
        }
        // Of equals the one that reads fewer zeros.
        if (packed == most || cost.cycles < best.cycles ||
            (cost.cycles == best.cycles &&
             cost.reads[Operand::kWeights] < best.reads[Operand::kWeights])) {
            best = cost;
        }
    }
    return best;
}

// The search for a mapping takes a thousand times what a closed form does, and lowering asks for
// the same few shapes again and again.
const arch::ArrayCost& searched_cost(const arch::ConvShape& conv,
                                     const arch::Array& array,
                                     const arch::RowStationaryLimits& limits) {
    constexpr std::size_t kMost = 100'000;
    using Shape = decltype(conv.sizes());
    using Limits = decltype(limits.sizes());
    using Pes = std::array<std::uint64_t, 6>;
    thread_local std::map<std::tuple<Shape, Limits, Pes>, arch::ArrayCost> known;
    const Pes pes = {array.rows,
                     array.cols,
                     array.depth,
                     array.mac_latency,
                     array.interval,
                     array.double_buffered ? 1u : 0u};
    const auto key = std::make_tuple(conv.sizes(), limits.sizes(), pes);
    if (known.size() > kMost) {
        known.clear();
    }
    const auto found = known.find(key);
    return found != known.end()
               ? found->second
               : known.emplace(key, arch::row_stationary_cost(conv, array, limits).array)
                     .first->second;
}

arch::ArrayCost convolution_cost(const config::CubeConfig& cube,
                                 const arch::Array& array,
                                 const ir::LayerWork& layer,
                                 std::uint64_t m,
                                 std::uint64_t n,
                                 std::uint64_t k) {
    const bool depthwise = layer.kind == ir::LayerKind::kDepthwise;
    const std::uint64_t taps = std::uint64_t{layer.filter_h} * layer.filter_w;
    arch::ConvShape conv;
    conv.filters = depthwise ? 1 : n;
    conv.channels = std::max<std::uint64_t>(1, k / taps);
    conv.filter_h = layer.filter_h;
    conv.filter_w = layer.filter_w;
    conv.out_w = std::min<std::uint64_t>(m, layer.out_w);
    conv.out_h = (m + conv.out_w - 1) / conv.out_w;
    conv.stride = layer.stride_h;
    arch::RowStationaryLimits limits;
    limits.activations = cube.rf_activations;
    limits.weights = cube.rf_weights;
    limits.partial_sums = cube.rf_outputs;
    limits.buffer = cube.rs_buffer;
    limits.weight_words_per_cycle = cube.rs_weights_per_cycle;
    limits.buffer_words_per_cycle = cube.rs_words_per_cycle;
    arch::ArrayCost cost;
    add(cost, searched_cost(conv, array, limits), depthwise ? n : 1);
    return cost;
}

}  // namespace

Cycles move_cycles(const config::ArchConfig& config,
                   Pipe pipe,
                   Place from,
                   Place to,
                   const arch::DmaPattern& pattern) {
    const std::uint64_t bandwidth = config::hop_bandwidth(config.bandwidth, from, to);
    if (bandwidth == 0) {
        throw_refused("model.path",
                      {config.file, 0, {}},
                      fmt::format("{} has no data path from {} to {} (bandwidth.* is 0 or there is "
                                  "no such key)",
                                  config.name,
                                  text(from),
                                  text(to)));
    }
    return arch::dma_cycles(pattern, config.dma[pipe], bandwidth);
}

arch::ArrayCost matmul_cost(const config::CubeConfig& cube,
                            ElementType element,
                            const ir::LayerWork& layer,
                            std::uint64_t m,
                            std::uint64_t n,
                            std::uint64_t k) {
    const arch::Array array = running_array(cube, element);
    if (array.dataflow == Dataflow::kRowStationary) {
        return convolution_cost(cube, array, layer, m, n, k);
    }
    return layer.kind == ir::LayerKind::kDepthwise ? depthwise_cost(array, m, n, k, cube.partial)
                                                   : gemm_cost(array, cube.partial, m, n, k);
}

Cycles matmul_cycles(const config::ArchConfig& config,
                     ElementType element,
                     const ir::LayerWork& layer,
                     std::uint64_t m,
                     std::uint64_t n,
                     std::uint64_t k,
                     Sums sums) {
    const arch::Array array = running_array(config.cube, element);
    const bool depthwise = layer.kind == ir::LayerKind::kDepthwise;
    const Cycles cycles = is_skewed(array.dataflow) && !depthwise
                              ? part_for(array, config.cube.partial, m, n, k, sums).cycles
                              : matmul_cost(config.cube, element, layer, m, n, k).cycles;
    return config.cube.start_cycles + cycles;
}

Cycles op_cycles(const ir::Program& program, NodeId v, const config::ArchConfig& config) {
    const ir::Work& work = program.work[index(v)];
    switch (work.kind) {
        case ir::WorkKind::kMatmul:
            return matmul_cycles(config,
                                 program.element,
                                 program.layers[work.layer],
                                 work.m,
                                 work.n,
                                 work.k,
                                 sums_of(program, v));
        case ir::WorkKind::kVector:
            return arch::vector_cycles(work.m, work.k, program.element, config.vector);
        case ir::WorkKind::kMove: {
            const Transfer transfer = transfer_of(program, v);
            return move_cycles(
                config, program.pipe[index(v)], transfer.from, transfer.to, {work.m, work.n});
        }
        case ir::WorkKind::kNone:
            break;
    }
    return program.cycles[index(v)];
}

void recompute_cycles(ir::Program& program, const config::ArchConfig& config) {
    if (program.work.empty()) {
        throw_bad_input("model.no-work",
                        {program.file, 0, {}},
                        "the trace has no shapes, so its cycles cannot be computed; leave out "
                        "--cycles model, or lower the network again");
    }
    for (std::uint32_t i = 0; i < program.nodes(); ++i) {
        const NodeId v{i};
        const Cycles cycles = op_cycles(program, v, config);
        if (cycles > ir::kMaxNodeValue) {
            throw_refused("model.cycles",
                          {program.file, program.line_of(v), i},
                          fmt::format("{} takes {} cycles on {}; a node has at most {}",
                                      program.op_name(v),
                                      cycles,
                                      config.name,
                                      ir::kMaxNodeValue));
        }
        program.cycles[i] = static_cast<std::uint32_t>(cycles);
    }
}

}  // namespace systole::model
