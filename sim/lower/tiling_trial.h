#pragma once

#include "sim/config/arch_config.h"
#include "sim/core/ids.h"
#include "sim/ir/work.h"
#include "sim/lower/data_paths.h"
#include "sim/lower/matrix_view.h"
#include "sim/lower/tiling.h"

#include <optional>

namespace systole::lower {

// Cycles of a layer alone under a tiling, by its program in program order (model::program_time).
std::optional<Cycles> try_tiling(const MatrixView& view,
                                 const Tiling& tiling,
                                 const ir::LayerWork& work,
                                 const config::ArchConfig& config,
                                 const DataPaths& paths);

}  // namespace systole::lower
