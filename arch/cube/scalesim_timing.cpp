#include "arch/cube/scalesim_timing.h"

#include "arch/cube/fold_timing.h"
#include "sim/core/error.h"

#include <algorithm>
#include <string>

namespace systole::arch {
namespace {

void refuse_what_scalesim_has_not(const Array& array) {
    if (array.dataflow == Dataflow::kBlock || array.dataflow == Dataflow::kRowStationary) {
        throw_bad_input("array.convention",
                        {},
                        "the scalesim convention knows the dataflows ws, os and is, found " +
                            std::string(name(array.dataflow)));
    }
    if (array.depth != 1 || array.mac_latency != 1 || array.interval != 1) {
        throw_bad_input("array.convention",
                        {},
                        "the scalesim convention has PEs of one MAC a cycle: set depth, "
                        "mac_latency and interval to 1 (found " +
                            std::to_string(array.depth) + ", " + std::to_string(array.mac_latency) +
                            ", " + std::to_string(array.interval) + ")");
    }
}

}  // namespace

ScalesimCost scalesim_cost(const Gemm& gemm, const Array& array) {
    check_sizes(gemm, array);
    refuse_what_scalesim_has_not(array);
    const Folding f = fold(gemm, gemm.k, array);
    const bool outputs_stay = array.dataflow == Dataflow::kOutputStationary;
    const bool weights_stay = array.dataflow == Dataflow::kWeightStationary;
    const std::uint64_t edges = array.rows + array.cols;
    const std::uint64_t activations = times(gemm.m, gemm.k);
    const std::uint64_t weights = times(gemm.k, gemm.n);
    const std::uint64_t outputs = times(gemm.m, gemm.n);

    ScalesimCost cost;
    cost.folds = f.folds;
    const std::uint64_t fold_cycles = edges + f.streamed - 2 + (outputs_stay ? 0 : array.rows);
    cost.compute_cycles = times(f.folds, fold_cycles) - 1;
    cost.ifmap_sram_reads = times(outputs_stay || weights_stay ? f.col_folds : 1, activations);
    cost.filter_sram_reads =
        times(outputs_stay ? f.row_folds : (weights_stay ? 1 : f.col_folds), weights);
    cost.ofmap_sram_writes =
        outputs_stay ? plus(outputs, times(f.folds, edges)) : times(f.row_folds, outputs);

    const Cycles last = times(f.folds - 1, fold_cycles);  // begin of the last fold
    const std::uint64_t rows = array.rows;
    const std::uint64_t idle_rows = rows - std::min(rows, f.on_rows);
    if (outputs_stay) {
        cost.ifmap_sram = {1, last + f.streamed + f.last_rows - 1};
        cost.filter_sram = {1, last + f.streamed + f.last_cols - 1};
        cost.ofmap_sram = {f.streamed - 1 + idle_rows, last + f.streamed + rows + f.last_cols - 3};
    } else {
        const Window stays{idle_rows + 1, last + rows};
        const Window streams{rows + 1, last + rows + f.streamed + f.last_rows - 1};
        cost.ifmap_sram = weights_stay ? streams : stays;
        cost.filter_sram = weights_stay ? stays : streams;
        cost.ofmap_sram = {2 * rows - 1, last + 2 * rows + f.streamed + f.last_cols - 3};
    }

    const double pes = static_cast<double>(array.rows) * static_cast<double>(array.cols);
    const double all = static_cast<double>(f.folds) * pes;
    const double held = static_cast<double>(f.on_rows) * static_cast<double>(f.on_cols);
    const double macs = held * static_cast<double>(f.streamed);
    const std::uint64_t counted_cycles = outputs_stay ? fold_cycles : fold_cycles + array.cols - 1;
    cost.mapping_efficiency_pct = 100 * held / all;
    if (cost.compute_cycles != 0) {
        cost.overall_util_pct = 100 * macs / (static_cast<double>(cost.compute_cycles) * pes);
    }
    cost.compute_util_pct = 100 * macs / (all * static_cast<double>(counted_cycles));
    return cost;
}

}  // namespace systole::arch
