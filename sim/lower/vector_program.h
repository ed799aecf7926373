#pragma once

#include "sim/config/arch_config.h"
#include "sim/ir/layer.h"
#include "sim/lower/layer_context.h"
#include "sim/lower/program_emitter.h"
#include "sim/lower/vector_tiling.h"

namespace systole::lower {

// Emits COPY_IN to UB, VECTOR, COPY_OUT from UB of every tile, loads and ALLOCs buffers - 1 tiles
// ahead.
void emit_vector_layer(const ir::Layer& layer,
                       const VectorTiling& tiling,
                       const config::ArchConfig& config,
                       const LayerContext& context,
                       ProgramEmitter& program);

}  // namespace systole::lower
