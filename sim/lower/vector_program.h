#pragma once

#include "sim/config/arch_config.h"
#include "sim/core/error.h"
#include "sim/ir/layer.h"
#include "sim/lower/layer_context.h"
#include "sim/lower/program_emitter.h"

#include <cstdint>

namespace systole::lower {

// Operations per element of the layers that run on the vector unit (ops() below):
//   pool         one per element of the window
//   elementwise  one per operand after the first, at least one
//   softmax      5: maximum, subtract, exponential, sum, divide
//   layer norm   7: sum, subtract, square, sum, scale by 1/sigma, multiply and add the parameters
std::uint64_t vector_operations(const ir::Layer& layer);

// How a layer is cut for the vector unit: `tiles` pieces; pooling by output rows of one channel
// block, softmax and layer norm by whole rows, elementwise anywhere.
struct VectorTiling {
    std::uint64_t rows = 1;  // pool: output rows; softmax, layer norm: rows; elementwise: elements
    std::uint64_t channels = 1;  // pool
    std::uint64_t tiles = 1;
};

// The largest tiles of which `tiling.buffers` fit UB together, but at least four where the layer
// has as many, so that transfers and work overlap. Errors: "lower.does-not-fit" (kRefused) when the
// smallest piece does not fit; "lower.path" when UB cannot be reached.
VectorTiling vector_tiling(const ir::Layer& layer,
                           const config::ArchConfig& config,
                           const SourceRef& where);

// Emits COPY_IN to UB, VECTOR, COPY_OUT from UB of every tile, loads and ALLOCs buffers - 1 tiles
// ahead.
void emit_vector_layer(const ir::Layer& layer,
                       const VectorTiling& tiling,
                       const config::ArchConfig& config,
                       const LayerContext& context,
                       ProgramEmitter& program);

}  // namespace systole::lower
