#pragma once

#include "sim/config/arch_config.h"
#include "sim/ir/work.h"
#include "sim/lower/data_paths.h"
#include "sim/lower/matrix_view.h"
#include "sim/lower/tiling.h"
#include "sim/lower/tiling_cost.h"

#include <cstddef>
#include <vector>

namespace systole::lower {

struct ChosenTiling {
    Tiling tiling;
    TilingCost cost;
    std::size_t candidates = 0;  // legal tilings compared
};

// The best of the candidates, at least one, for config.tiling.goal. The cost model ranks them:
// least goal first, of those within a hundredth the one with less of the other goal, then with
// fewer nodes. What it does not see differs most between tiles of different sizes, so the first of
// each size is timed as a program (tiling_trial.h), then all of the best size; goal makespan times
// those of least traffic too, so that goal traffic does not beat it. The fastest is kept or, of
// equals, the one that moves least. Sorts `found`.
ChosenTiling choose_tiling(std::vector<ChosenTiling>& found,
                           const MatrixView& view,
                           const ir::LayerWork& work,
                           const config::ArchConfig& config,
                           const DataPaths& paths);

}  // namespace systole::lower
