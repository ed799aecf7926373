#pragma once

#include "sim/core/ids.h"
#include "sim/core/machine.h"
#include "sim/ir/work.h"

#include <cstdint>
#include <vector>

namespace systole::lower {

// What the program of a layer needs to know of the network around it.
struct LayerContext {
    std::uint32_t layer = 0;  // its index in the trace
    const ir::LayerWork* work = nullptr;
    // First bytes of its operands in DDR.
    std::uint64_t inputs = 0, weights = 0, outputs = 0;
    NodeId inputs_ready = NodeId::kNone;  // the barrier behind the layer before it, if any
    // What B is, and the barrier behind the layer that wrote it, if one of this program did.
    Operand b = Operand::kWeights;
    NodeId b_ready = NodeId::kNone;
    std::vector<NodeId>* copy_outs = nullptr;  // its own are added here
};

}  // namespace systole::lower
