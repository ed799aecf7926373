#pragma once

#include "sim/config/arch_config.h"
#include "sim/ir/work.h"
#include "sim/lower/data_paths.h"
#include "sim/lower/layer_context.h"
#include "sim/lower/matrix_view.h"
#include "sim/lower/program_emitter.h"
#include "sim/lower/tiling.h"

namespace systole::lower {

// Emits the program of one layer of products under `tiling`. Program order is the order of issue
// with double buffering built in: a tile's ALLOC and loads stand `buffers - 1` tiles ahead of its
// MATMUL, its FREE right behind its last use. Linear in the nodes it makes.
void emit_matrix_layer(const MatrixView& view,
                       const Tiling& tiling,
                       const config::ArchConfig& config,
                       const DataPaths& paths,
                       const LayerContext& context,
                       ProgramEmitter& program);

}  // namespace systole::lower
