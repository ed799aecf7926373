#pragma once

#include "sim/config/arch_config.h"
#include "sim/ir/exec_graph.h"
#include "sim/ir/program.h"
#include "sim/ir/timeline.h"

#include <cstdint>
#include <vector>

namespace systole::model {

struct Traffic {
    Bytes read = 0;
    Bytes write = 0;

    Bytes total() const { return read + write; }
};

// What one layer of a lowered trace took in a timed plan.
struct LayerStats {
    std::uint64_t nodes = 0;  // operations and spill transfers; not ALLOC and FREE
    Cycles start = 0;         // first start and last end of its nodes
    Cycles end = 0;
    // The cycles of the run that are charged to this layer: a cycle belongs to the first layer, in
    // execution order, that has not ended yet. So prefetching under the layer before costs nothing,
    // and the shares of all layers and of `rest` sum to the makespan.
    Cycles share = 0;
    PerPipe<Cycles> busy{};        // without contention, as in Metrics
    PerPipe<Cycles> contention{};  // by which shared DDR and ports stretched its nodes

    std::uint64_t macs = 0;        // useful ones, as the layer's arithmetic says
    std::uint64_t array_macs = 0;  // m * n * k over its MATMUL nodes
    // Of busy[CUBE]: operands stream in (arch::ArrayCost::streaming), and the array waits for
    // ports.
    Cycles streaming = 0;
    Cycles port_waits = 0;
    std::uint64_t vector_ops = 0;  // elements times operations each
    // By operand; the traffic of spills is part of it and also stands alone in `spill`.
    PerOperand<Traffic> ddr{};
    Traffic spill;
    PerTier<PerOperand<Traffic>> tiers{};  // what transfers and units read and write there
    PerOperand<Bytes> moved{};             // by all DMA engines and FIXP

    Cycles span() const { return end - start; }
    Bytes ddr_read() const;
    Bytes ddr_write() const;
    // Useful MACs per cycle of the layer's share; 0 when that is 0.
    double macs_per_cycle() const;
    // That over peak_macs(config), 0..1.
    double pe_utilization(const config::ArchConfig& config) const;
};

struct LayerTable {
    std::vector<LayerStats> layers;  // as Program::layers; empty when it has none
    // Operations that name no layer, and what of the makespan lies behind the last layer's end.
    LayerStats rest;

    std::uint64_t macs() const;  // useful ones, of all layers
};

// Sums a timed plan per layer. O(nodes). A trace without layers gives an empty list and all of the
// run in `rest`.
//
// Bytes are those of the nodes' work: a transfer reads its rows where they come from and writes
// them where they go; a MATMUL reads and writes at the array-side scratchpads of config.paths what
// matmul_cost counts, and sums it adds to (its output buffer has been written by an earlier
// MATMUL) are read once more; who drains it reads sums and writes elements; k vector operations on
// an element read k + 1 operands and write one result, in UB. A spill moves its whole buffer, for
// the layer that used it last (out) or uses it next (in); its operand is the one that the buffer's
// first transfer moves, else outputs.
LayerTable layer_stats(const ir::Program& program,
                       const ir::ExecGraph& graph,
                       const ir::Timeline& timeline,
                       const config::ArchConfig& config);

}  // namespace systole::model
