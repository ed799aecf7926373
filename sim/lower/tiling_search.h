#pragma once

#include "sim/config/arch_config.h"
#include "sim/core/error.h"
#include "sim/ir/work.h"
#include "sim/lower/data_paths.h"
#include "sim/lower/matrix_view.h"
#include "sim/lower/tiling.h"
#include "sim/lower/tiling_cost.h"

namespace systole::lower {

struct ChosenTiling {
    Tiling tiling;
    TilingCost cost;
    std::size_t candidates = 0;  // legal tilings compared
};

// The best legal tiling of a layer for config.tiling.goal. The cost model ranks all candidates; the
// first few, and the one with the least DDR traffic, are timed as programs, and the fastest of them
// is kept (goal traffic: of those with the least traffic). Equal inputs give equal tilings.
// Candidate sizes are halves and thirds of a dimension, powers of two of the array's sides, and
// below those powers of two; a few hundred pairs.
//
// Errors: "lower.does-not-fit" (kRefused) when not even single elements fit: names the layer, the
// scratchpad, the bytes it would need and those it has. `where` is the layer's place in its file.
ChosenTiling search_tiling(const MatrixView& view,
                           const ir::LayerWork& work,
                           const config::ArchConfig& config,
                           const DataPaths& paths,
                           const SourceRef& where);

}  // namespace systole::lower
