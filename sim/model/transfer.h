#pragma once

#include "sim/core/hardware.h"
#include "sim/core/ids.h"
#include "sim/ir/program.h"

#include <optional>

namespace systole::model {

// What a kMove node moves, and between which places; no tier: DDR.
struct Transfer {
    std::optional<Tier> from;
    std::optional<Tier> to;
    Bytes bytes = 0;
};

// The transfer of node `v`, whose work is kMove. COPY_IN reads DDR and COPY_OUT writes it. Of two
// tiers L0C is always the source, L0A and L0B the destination; between L1 and UB MTE1 moves out of
// L1 and the others out of UB (spec/execution_model "Data paths"). How the buffers are listed does
// not matter. A node with one buffer moves inside its tier.
Transfer transfer_of(const ir::Program& program, NodeId v);

}  // namespace systole::model
