#pragma once

#include "sim/core/hardware.h"
#include "sim/core/ids.h"
#include "sim/ir/trace.h"

#include <optional>

namespace systole::model {

// What a kMove node moves, and between which places; no tier: DDR.
struct Transfer {
    std::optional<Tier> from;
    std::optional<Tier> to;
    Bytes bytes = 0;
};

// The transfer of node `v`, whose work is kMove. COPY_IN reads DDR and COPY_OUT writes it; for the
// rest the pipe says which of two tiers is the source: MTE1 moves out of L1, MTE3 out of UB, FIXP
// out of L0C (spec/execution_model "Data paths"). A node with one buffer moves inside its tier.
Transfer transfer_of(const ir::Trace& trace, NodeId v);

}  // namespace systole::model
