#pragma once

#include "sim/config/arch_config.h"
#include "sim/core/error.h"
#include "sim/core/ids.h"
#include "sim/ir/layer.h"

#include <cstdint>

namespace systole::lower {

// Operations per element of the layers that run on the vector unit:
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

// Nodes of the layer's program, ALLOC and FREE included.
double vector_nodes(const ir::Layer& layer, const VectorTiling& tiling);

// Rows of elements that may not be split.
struct VectorRows {
    std::uint64_t rows = 1;
    std::uint64_t length = 1;  // elements
};
VectorRows vector_rows(const ir::Layer& layer);

// Bytes of one full tile: of each of its inputs, and of its output.
struct VectorTileBytes {
    Bytes input = 0, output = 0;
};
VectorTileBytes vector_tile_bytes(const ir::Layer& layer,
                                  const VectorTiling& tiling,
                                  Bytes element);

}  // namespace systole::lower
