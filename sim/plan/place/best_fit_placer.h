#pragma once

#include "sim/config/arch_config.h"
#include "sim/ir/plan.h"
#include "sim/ir/program.h"
#include "sim/plan/place/spill_log.h"
#include "sim/plan/place/victim_rule.h"

namespace systole::place {

// Gives every buffer of an order an address, best fit in order, and spills where a tier is full:
// `rule` picks victims among the tier's residents that the current operation does not use, until a
// gap is large enough; a spilled buffer comes back right before its next user, or its FREE, placed
// anew. When an operation's own buffers stand so that the missing one has no gap although it would
// fit, they are written out and laid side by side. `order` holds the trace's nodes topologically.
// With the rule `tier-aware` this is DLR, algorithm 2 of the DAN-Scheduler paper. `log`, where
// given, receives every choice of a victim. Gives the plan with SPILL_OUT and SPILL_IN in it; the
// trace's nodes keep their order. O(V log V) for a bounded number of gaps per tier. Error{kRefused,
// "place.does-not-fit"}: an operation's buffers cannot be resident together; names the node, the
// tier and the units that do not fit.
ir::Plan place_best_fit(const ir::Program& program,
                        const ir::Order& order,
                        const config::ArchConfig& config,
                        const VictimRule& rule,
                        SpillLog* log = nullptr);

}  // namespace systole::place
