#pragma once

#include "sim/config/arch_config.h"
#include "sim/core/error.h"
#include "sim/ir/work.h"
#include "sim/lower/data_paths.h"
#include "sim/lower/matrix_view.h"
#include "sim/lower/tiling_choice.h"

namespace systole::lower {

// The best legal tiling of a layer for config.tiling.goal (tiling_choice.h). Equal inputs give
// equal tilings. Candidate sizes are halves, thirds and quarters of a dimension and powers of two,
// rounded up to the array's sides and to half of them; some hundreds of pairs.
//
// Errors: "lower.does-not-fit" (kRefused) when not even single elements fit: names the layer, the
// scratchpad, the bytes it would need and those it has. `where` is the layer's place in its file.
ChosenTiling search_tiling(const MatrixView& view,
                           const ir::LayerWork& work,
                           const config::ArchConfig& config,
                           const DataPaths& paths,
                           const SourceRef& where);

}  // namespace systole::lower
