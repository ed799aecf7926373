#pragma once

#include "sim/core/ids.h"
#include "sim/ir/layer.h"
#include "sim/ir/work.h"
#include "sim/lower/layer_context.h"
#include "sim/lower/vector_tiling.h"

#include <cstdint>

namespace systole::lower {

// What one tile of a layer on the vector unit reads and writes.
struct VectorTile {
    std::uint64_t elements = 0;  // of its output
    ir::Work in, out;            // transfers over DDR; `in` of its first input
};

// Tile `i` of the layer; `element`: bytes of one.
VectorTile vector_tile(const ir::Layer& layer,
                       const VectorTiling& tiling,
                       const LayerContext& context,
                       Bytes element,
                       std::uint64_t i);

}  // namespace systole::lower
