#include "arch/cube/systolic_timing.h"

#include "arch/cube/fold_timing.h"
#include "arch/cube/row_stationary_timing.h"
#include "arch/cube/scalesim_timing.h"
#include "sim/core/error.h"

#include <algorithm>

namespace systole::arch {

namespace {

void set_utilization(const Gemm& gemm, const Array& array, ArrayCost& cost) {
    const double macs =
        static_cast<double>(gemm.m) * static_cast<double>(gemm.n) * static_cast<double>(gemm.k);
    cost.compute_utilization =
        macs / (static_cast<double>(array.rows) * static_cast<double>(array.cols) *
                static_cast<double>(array.depth) * static_cast<double>(cost.cycles));
}

ArrayCost grid_cost(const Gemm& gemm, const Array& array) {
    const Folding f = fold(gemm, ceil_div(gemm.k, array.depth), array);
    const std::uint64_t activations = times(gemm.m, gemm.k);
    const std::uint64_t weights = times(gemm.k, gemm.n);
    const std::uint64_t outputs = times(gemm.m, gemm.n);

    ArrayCost cost;
    cost.folds = f.folds;
    cost.cycles = fold_cycles(f.folds, f.streamed, array);
    cost.streaming = std::min(cost.cycles, times(f.folds, times(f.streamed, array.interval)));
    double on_array = 0;  // MACs that hold work, summed over the folds
    double per_pe = 1;
    if (array.dataflow == Dataflow::kOutputStationary) {
        cost.reads[Operand::kActivations] = times(f.col_folds, activations);
        cost.reads[Operand::kWeights] = times(f.row_folds, weights);
        cost.writes[Operand::kOutputs] = outputs;
        on_array = static_cast<double>(outputs);
    } else {
        const bool weights_stay = array.dataflow == Dataflow::kWeightStationary;
        cost.reads[Operand::kActivations] = times(weights_stay ? f.col_folds : 1, activations);
        cost.reads[Operand::kWeights] = times(weights_stay ? 1 : f.col_folds, weights);
        cost.reads[Operand::kOutputs] = times(f.row_folds - 1, outputs);
        cost.writes[Operand::kOutputs] = times(f.row_folds, outputs);
        on_array = static_cast<double>(weights_stay ? weights : activations);
        per_pe = static_cast<double>(array.depth);
    }
    cost.mapping_utilization =
        on_array / (static_cast<double>(f.folds) * static_cast<double>(array.rows) *
                    static_cast<double>(array.cols) * per_pe);
    set_utilization(gemm, array, cost);
    return cost;
}

ArrayCost block_cost(const Gemm& gemm, const Array& array) {
    const std::uint64_t m_blocks = ceil_div(gemm.m, array.rows);
    const std::uint64_t n_blocks = ceil_div(gemm.n, array.cols);
    const std::uint64_t k_blocks = ceil_div(gemm.k, array.depth);
    const std::uint64_t outputs = times(gemm.m, gemm.n);

    ArrayCost cost;
    cost.folds = times(times(m_blocks, k_blocks), n_blocks);
    cost.cycles = plus(times(cost.folds - 1, array.interval), array.mac_latency);
    cost.streaming = std::min(cost.cycles, times(cost.folds, array.interval));
    cost.reads[Operand::kActivations] = times(times(gemm.m, gemm.k), n_blocks);
    cost.reads[Operand::kWeights] = times(times(gemm.n, gemm.k), m_blocks);
    const std::uint64_t passes = array.register_sums ? 1 : k_blocks;
    cost.reads[Operand::kOutputs] = times(outputs, passes - 1);
    cost.writes[Operand::kOutputs] = times(outputs, passes);
    cost.mapping_utilization =
        (static_cast<double>(gemm.m) / static_cast<double>(m_blocks * array.rows)) *
        (static_cast<double>(gemm.n) / static_cast<double>(n_blocks * array.cols)) *
        (static_cast<double>(gemm.k) / static_cast<double>(k_blocks * array.depth));
    set_utilization(gemm, array, cost);
    return cost;
}

ArrayCost scalesim_array_cost(const Gemm& gemm, const Array& array) {
    const ScalesimCost from = scalesim_cost(gemm, array);
    ArrayCost cost;
    cost.cycles = from.compute_cycles;
    cost.folds = from.folds;
    cost.mapping_utilization = from.mapping_efficiency_pct / 100;
    cost.compute_utilization = from.overall_util_pct / 100;
    cost.reads[Operand::kActivations] = from.ifmap_sram_reads;
    cost.reads[Operand::kWeights] = from.filter_sram_reads;
    cost.writes[Operand::kOutputs] = from.ofmap_sram_writes;
    return cost;
}

}  // namespace

Cycles fold_cycles(std::uint64_t folds, std::uint64_t streamed, const Array& array) {
    const Cycles run = plus(times(streamed - 1, array.interval),
                            array.rows + array.cols - 1 + array.mac_latency - 1);
    // ws, is: the load of the stationary operand; os: the drain of the accumulators.
    const Cycles shift = array.rows;
    // From the start of a fold to that of the next; PEs stay busy for I cycles after their last
    // MAC.
    const Cycles next =
        std::max(times(streamed, array.interval), array.double_buffered ? shift : plus(shift, run));
    const Cycles cycles = plus(shift, plus(times(folds - 1, next), run));
    const bool loaded = array.preloaded && array.dataflow != Dataflow::kOutputStationary;
    return loaded ? cycles - shift : cycles;
}

Array array_of(const config::CubeConfig& cube) {
    return array_of(cube, cube.element);
}

Array array_of(const config::CubeConfig& cube, ElementType element) {
    const std::uint64_t native =
        cube.multiplier_bits != 0 ? cube.multiplier_bits : 8 * element_bytes(cube.element);
    const std::uint64_t activation = 8 * element_bytes(element);
    const std::uint64_t weight = cube.bits_of_weight(element);
    const std::uint64_t widest = std::max(activation, weight);
    Array array;
    array.rows = cube.rows;
    array.cols = cube.cols;
    array.depth = cube.split_multipliers
                      ? times(cube.depth, std::max<std::uint64_t>(1, native / widest))
                      : cube.depth;
    array.dataflow = cube.dataflow;
    array.mac_latency = cube.mac_latency;
    array.interval =
        times(cube.interval, times(ceil_div(activation, native), ceil_div(weight, native)));
    array.double_buffered = cube.double_buffered;
    array.register_sums = cube.register_sums;
    return array;
}

ArrayCost array_cost(const Gemm& gemm, const Array& array, Convention convention) {
    check_sizes(gemm, array);
    if (convention == Convention::kScalesim) {
        return scalesim_array_cost(gemm, array);
    }
    switch (array.dataflow) {
        case Dataflow::kBlock:
            return block_cost(gemm, array);
        case Dataflow::kRowStationary:
            return row_stationary_gemm_cost(gemm, array);
        default:
            return grid_cost(gemm, array);
    }
}

}  // namespace systole::arch
