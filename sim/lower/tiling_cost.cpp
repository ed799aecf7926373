#include "sim/lower/tiling_cost.h"

#include "arch/ddr/ddr_timing.h"
#include "sim/config/hop.h"
#include "sim/model/op_cycles.h"

#include <algorithm>
#include <array>

namespace systole::lower {
namespace {

// A dimension cut into equal tiles: full ones and one that may be smaller.
struct Cut {
    std::uint64_t size, times;
};
std::array<Cut, 2> cut(std::uint64_t total, std::uint64_t tile) {
    return {{{tile, total / tile}, {total % tile, total % tile == 0 ? 0u : 1u}}};
}

double number(std::uint64_t value) {
    return static_cast<double>(value);
}

}  // namespace

CostModel::CostModel(const MatrixView& view,
                     const ir::LayerWork& work,
                     const config::ArchConfig& config,
                     const DataPaths& paths)
    : view_(view),
      work_(work),
      config_(config),
      paths_(paths),
      bus_bytes_per_cycle_(arch::bus_bytes_per_cycle(config.ddr, config.clock_mhz)) {}

CostModel::Stream CostModel::stream(Pipe pipe,
                                    std::optional<Tier> from,
                                    std::optional<Tier> to,
                                    double count,
                                    double rows,
                                    double bytes) const {
    const config::DmaConfig& engine = config_.dma[pipe];
    const double bandwidth = number(config::hop_bandwidth(config_.bandwidth, from, to));
    return {
        count,
        count * number(engine.setup_cycles) + rows * number(engine.row_cycles) + bytes / bandwidth,
        bytes};
}

double CostModel::cube_cycles(const Tiling& t) const {
    double cycles = 0;
    for (const Cut images : cut(view_.images, t.tile_images)) {
        for (const Cut h : cut(view_.out_h(), t.tile_h)) {
            for (const Cut w : cut(view_.out_w(), t.tile_w)) {
                for (const Cut n : cut(view_.n, t.tile_n)) {
                    const std::uint64_t times = images.times * h.times * w.times * n.times;
                    cycles += times == 0
                                  ? 0
                                  : number(times) *
                                        reduction_cycles(t, images.size * h.size * w.size, n.size);
                }
            }
        }
    }
    return cycles * number(view_.problems);
}

// All steps of one output tile: the sums go on after each but the last.
double CostModel::reduction_cycles(const Tiling& t, std::uint64_t m, std::uint64_t n) const {
    const auto step = [&](std::uint64_t k, model::Sums sums) {
        return number(model::matmul_cycles(config_, config_.cube.element, work_, m, n, k, sums));
    };
    double cycles = 0;
    std::uint64_t last = 0;
    for (const Cut channels : cut(view_.channels, t.channels)) {
        for (const Cut k : cut(channels.size * view_.taps(), t.tile_k)) {
            if (channels.times * k.times > 0) {
                cycles += number(channels.times * k.times) * step(k.size, model::Sums::kGoOn);
                last = k.size;
            }
        }
    }
    return cycles - step(last, model::Sums::kGoOn) + step(last, model::Sums::kComplete);
}

void CostModel::sizes(const Tiling& t) {
    const TileCounts counts = tile_counts(view_, t);
    double steps = 0;
    for (const Cut channels : cut(view_.channels, t.channels)) {
        steps += number(channels.times * ceil_div(channels.size * view_.taps(), t.tile_k));
    }
    reductions_ = steps;
    steps_ = number(view_.problems) * number(counts.m) * number(counts.n) * steps;
    cube_ = cube_cycles(t);
    size_loads(t, counts);
    size_moves(counts);
    size_stores(t, counts);
}

void CostModel::size_loads(const Tiling& t, const TileCounts& counts) {
    const double problems = number(view_.problems);
    const double size = number(element_bytes(config_.cube.element));
    const double n_tiles = number(counts.n);
    const double chunks = number(counts.chunks);
    const double filters = number(view_.n);

    std::uint64_t rows = 0;
    std::uint64_t columns = 0;
    for (std::uint64_t h = 0; h < view_.out_h(); h += t.chunk_h()) {
        rows += view_.rows.compact(h, std::min(t.chunk_h(), view_.out_h() - h)).size();
    }
    for (std::uint64_t w = 0; w < view_.out_w(); w += t.tile_w) {
        columns += view_.columns.compact(w, std::min(t.tile_w, view_.out_w() - w)).size();
    }
    const double region = problems * number(view_.images) * number(rows) * number(columns);
    const double lanes = view_.depthwise ? filters : number(view_.channels);
    const double lane_tiles = view_.depthwise ? n_tiles : chunks;
    const double loads_a = problems * number(counts.m_chunks) * lane_tiles;
    const bool whole_rows = view_.row_major ? counts.chunks == 1 : counts.w == 1;
    load_a_ = stream(Pipe::kMTE2,
                     {},
                     paths_.activations.first,
                     loads_a,
                     t.tile_images > 1 ? problems * number(view_.images) * lane_tiles
                     : whole_rows      ? loads_a
                                       : problems * number(view_.images) * number(rows) *
                                        number(counts.w) * lane_tiles,
                     region * lanes * size);
    const double loads_b = problems * n_tiles * chunks;
    load_b_ = stream(Pipe::kMTE2,
                     {},
                     paths_.weights.first,
                     loads_b,
                     loads_b,
                     problems * number(view_.b_bytes(view_.k() * view_.n, config_.cube)));
}

void CostModel::size_moves(const TileCounts& counts) {
    const double problems = number(view_.problems);
    const double size = number(element_bytes(config_.cube.element));
    const double n_tiles = number(counts.n);
    const double positions = number(view_.positions());
    const double filters = number(view_.n);
    const double k = number(view_.k());
    move_a_ = {};
    if (paths_.activations.second) {
        // A depthwise tile takes every channel's taps; a plain one is read by every filter tile.
        const double reads = view_.depthwise ? filters : n_tiles;
        move_a_ = stream(Pipe::kMTE1,
                         paths_.activations.first,
                         paths_.activations.second,
                         steps_,
                         positions * problems * n_tiles * reductions_,
                         positions * problems * k * reads * size);
    }
    move_b_ = {};
    if (paths_.weights.second) {
        move_b_ = stream(
            Pipe::kMTE1,
            paths_.weights.first,
            paths_.weights.second,
            steps_,
            steps_,
            problems * number(counts.m) * number(view_.b_bytes(view_.k() * view_.n, config_.cube)));
    }
}

void CostModel::size_stores(const Tiling& t, const TileCounts& counts) {
    const double problems = number(view_.problems);
    const double n_tiles = number(counts.n);
    const double positions = number(view_.positions());
    const double filters = number(view_.n);
    const double size = number(element_bytes(config_.cube.element));
    const double tiles = problems * number(counts.m) * n_tiles;
    const double outputs = problems * positions * filters * size;
    drain_ = {};
    if (paths_.staging) {
        drain_ = stream(
            Pipe::kFixp, paths_.accumulators, paths_.staging, tiles, positions * n_tiles, outputs);
    }
    const bool whole = view_.row_major ? counts.n == 1 : counts.w == 1;
    copy_out_ = stream(paths_.copy_out,
                       paths_.out_of(),
                       {},
                       tiles,
                       t.tile_images > 1 ? problems * number(view_.images) * n_tiles
                       : whole           ? tiles
                                         : positions * problems * n_tiles,
                       outputs);
}

// Of bytes of weights and of maps, where the bus carries them.
double CostModel::bus_cycles(double weights, double maps) const {
    const config::BusLoad load = config_.ddr.carries;
    return ((config::is_carried(load, Operand::kWeights) ? weights : 0) +
            (config::is_carried(load, Operand::kOutputs) ? maps : 0)) /
           bus_bytes_per_cycle_;
}

TilingCost CostModel::order(const Tiling& t) const {
    const TileCounts counts = tile_counts(view_, t);
    const bool a_outer = t.outer == Operand::kActivations;
    const double inner_tiles = number(counts.inner);
    const double outer_passes = t.held ? 1 : inner_tiles;
    const double inner_passes = view_.depthwise ? 1 : number(counts.blocks);
    const Stream& outer = a_outer ? load_a_ : load_b_;
    const Stream& inner = a_outer ? load_b_ : load_a_;
    const double outer_load = outer.cycles * outer_passes;
    const double inner_load = inner.cycles * inner_passes;

    // A tile that the next step needs too stays where the array reads it.
    double moves_outer = 1;
    double moves_inner = 1;
    if (reductions_ == 1) {
        (t.block == 1 ? moves_outer : moves_inner) =
            1.0 / (t.block == 1 ? inner_tiles : number(std::min(t.block, counts.outer)));
    }
    const double mte1 = move_a_.cycles * (a_outer ? moves_outer : moves_inner) +
                        move_b_.cycles * (a_outer ? moves_inner : moves_outer);

    TilingCost cost;
    cost.steps = steps_;
    // A transfer into a buffer is three nodes, with its ALLOC and FREE; sums are opened, closed and
    // copied out.
    cost.nodes = steps_ + 3 * (outer.count * outer_passes + inner.count * inner_passes +
                               move_a_.count + move_b_.count + drain_.count + copy_out_.count);
    cost.ddr_bytes = outer.bytes * outer_passes + inner.bytes * inner_passes + copy_out_.bytes;
    const double fixp = drain_.cycles + (paths_.copy_out == Pipe::kFixp ? copy_out_.cycles : 0);
    const double mte3 = paths_.copy_out == Pipe::kMTE3 ? copy_out_.cycles : 0;
    cost.bound = std::max({cube_, outer_load + inner_load, mte1, fixp, mte3});
    if (config_.contention) {
        const double weights =
            view_.b_written ? 0 : load_b_.bytes * (a_outer ? inner_passes : outer_passes);
        cost.bound = std::max(cost.bound, bus_cycles(weights, cost.ddr_bytes - weights));
    }
    if (t.buffers == 1) {
        cost.cycles = outer_load + inner_load + mte1 + cube_ + drain_.cycles + copy_out_.cycles;
        return cost;
    }
    // The first pass over a block loads it, unless the block before did.
    double array_and_loads = 0;
    if (t.held && !t.ahead) {
        const double blocks = number(counts.blocks * view_.problems);
        const double compute = cube_ / blocks / inner_tiles;
        const double stream_in = inner_load / blocks / inner_tiles;
        array_and_loads = blocks * (std::max(compute, stream_in + outer_load / blocks) +
                                    (inner_tiles - 1) * std::max(compute, stream_in));
    } else {
        array_and_loads = std::max(cube_, outer_load + inner_load);
    }
    cost.cycles = std::max(array_and_loads, cost.bound);
    const auto one = [](const Stream& s) { return s.count > 0 ? s.cycles / s.count : 0; };
    const double fill = one(load_a_) + one(load_b_) + one(move_a_) + one(move_b_);
    const double drain = one(drain_) + one(copy_out_);
    cost.cycles += fill + drain;
    return cost;
}

}  // namespace systole::lower
