#pragma once

#include "sim/core/ids.h"
#include "sim/core/span.h"
#include "sim/ir/program.h"

#include <cstddef>
#include <vector>

namespace systole::load {

// A node that names a buffer.
struct BufferUse {
    NodeId node;
    BufId buf;
};

// The operations and FREEs that are not descendants of the ALLOC of a buffer they name, in id
// order. `order` is a topological order of all nodes, without which there is no proof. The search
// ends once it has found `enough` of them, so that a thoroughly broken trace takes no longer than a
// good one; an empty answer always is a proof.
std::vector<BufferUse> uses_before_alloc(const ir::Program& trace,
                                         Span<NodeId> order,
                                         std::size_t enough);

// The operations that are not ancestors of the FREE of a buffer they name, in the same way. Buffers
// without a FREE are passed over.
std::vector<BufferUse> uses_after_free(const ir::Program& trace,
                                       Span<NodeId> order,
                                       std::size_t enough);

}  // namespace systole::load
