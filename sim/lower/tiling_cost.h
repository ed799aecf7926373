#pragma once

#include "sim/config/arch_config.h"
#include "sim/ir/work.h"
#include "sim/lower/data_paths.h"
#include "sim/lower/matrix_view.h"
#include "sim/lower/tiling.h"

#include <cstdint>

namespace systole::lower {

// What a tiling is expected to cost. Estimates, in cycles and bytes: sums over all nodes are exact
// up to rounding, how pipes overlap is simplified.
struct TilingCost {
    double cycles = 0;
    double bound = 0;  // cycles that the busiest pipe takes; at most the true ones
    double ddr_bytes = 0;
    double steps = 0;  // MATMUL nodes
    double nodes = 0;  // all nodes, ALLOC and FREE included; at least as many as there will be
};

// Estimates tilings of one layer. What depends on the sizes of tiles alone is computed by `sizes`,
// once for all loop orders.
class CostModel {
 public:
    CostModel(const MatrixView& view,
              const ir::LayerWork& work,
              const config::ArchConfig& config,
              const DataPaths& paths);

    // Takes the tile sizes of `tiling`.
    void sizes(const Tiling& tiling);
    // The cost under the loop order of `tiling`, whose sizes are those given last.
    TilingCost order(const Tiling& tiling) const;

 private:
    // A stream of transfers on one engine: how many, their cycles and bytes together.
    struct Stream {
        double count = 0;
        double cycles = 0;
        double bytes = 0;
    };
    Stream stream(Pipe pipe,
                  std::optional<Tier> from,
                  std::optional<Tier> to,
                  double count,
                  double rows,
                  double bytes) const;
    double cube_cycles(const Tiling& tiling) const;
    double bus_cycles(double weights, double maps) const;
    // The parts of `sizes`: what comes from DDR, goes on through the scratchpads, and goes back.
    void size_loads(const Tiling& tiling, const TileCounts& counts);
    void size_moves(const TileCounts& counts);
    void size_stores(const Tiling& tiling, const TileCounts& counts);
    double reduction_cycles(const Tiling& tiling, std::uint64_t m, std::uint64_t n) const;

    const MatrixView& view_;
    const ir::LayerWork& work_;
    const config::ArchConfig& config_;
    DataPaths paths_;
    double bus_bytes_per_cycle_;

    double cube_ = 0;         // all MATMUL nodes
    double steps_ = 0;        // how many
    double reductions_ = 0;   // steps of one output tile
    Stream load_a_, load_b_;  // every chunk once
    Stream move_a_, move_b_;  // one for each step
    Stream drain_;            // out of the accumulators on FIXP; none when MTE3 does it
    Stream copy_out_;
};

}  // namespace systole::lower
