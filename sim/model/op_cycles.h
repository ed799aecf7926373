#pragma once

#include "arch/cube/systolic_timing.h"
#include "arch/mte/dma_timing.h"
#include "sim/config/arch_config.h"
#include "sim/config/hop.h"
#include "sim/core/hardware.h"
#include "sim/core/ids.h"
#include "sim/core/machine.h"
#include "sim/ir/program.h"
#include "sim/ir/work.h"

#include <cstdint>

namespace systole::model {

using config::Place;

// Cycles of a transfer on `pipe` (arch/mte/dma_timing.h). The path must exist.
Cycles move_cycles(const config::ArchConfig& config,
                   Pipe pipe,
                   Place from,
                   Place to,
                   const arch::DmaPattern& pattern);

// Cycles, folds and accesses at the array's edge of a MATMUL node, m x n x k of a layer, without
// its issue cost. Of a sum of several products the utilizations are 0.
arch::ArrayCost matmul_cost(const config::CubeConfig& cube,
                            ElementType element,
                            const ir::LayerWork& layer,
                            std::uint64_t m,
                            std::uint64_t n,
                            std::uint64_t k);

// Whether the next MATMUL on the array adds to the sums of this one.
enum class Sums : std::uint8_t { kComplete, kGoOn };

// Cycles of a MATMUL node, m x n x k of a layer, on the array.
//
// A node that completes its sums is an island: they are in the last place of their path when it
// ends, so its fill and its drain count. On a double-buffered systolic array (ws, is, os) a node
// whose sums go on takes its folds' issue intervals alone, max(stream, rows) each: the next node
// streams in behind it, and nobody reads the sums before that one has added to them. A chain of
// nodes on one output tile so takes what the grid takes for their folds (systolic_timing.h). The
// first stationary operand of ws and is loads under the node before. Between two output tiles fill
// and drain stay: whoever reads the sums waits for them.
//
// Depthwise: n channels with one column of k taps each. Channels share a fold block-diagonally, up
// to rows * depth / k and cols of them, the rest of the block idle; or they run one at a time,
// whichever is faster, and of equals the one that reads fewer zeros.
//
// Row-stationary: the layer's filter over m output positions in rows of out_w, k / (filter_h *
// filter_w) channels.
//
// Operands of other widths than the multipliers': arch::array_of.
Cycles matmul_cycles(const config::ArchConfig& config,
                     ElementType element,
                     const ir::LayerWork& layer,
                     std::uint64_t m,
                     std::uint64_t n,
                     std::uint64_t k,
                     Sums sums = Sums::kComplete);

// Cycles that node `v` takes by its work; its own cycles when it has none.
Cycles op_cycles(const ir::Program& program, NodeId v, const config::ArchConfig& config);

// Replaces the cycles of all nodes with work (`--cycles model`). Errors: "model.no-work"
// (kBadInput) when the trace has no shapes; "model.path" (kRefused) when a node moves data where
// the architecture has no path; "model.cycles" (kRefused) past ir::kMaxNodeValue.
void recompute_cycles(ir::Program& program, const config::ArchConfig& config);

}  // namespace systole::model
