#pragma once

#include "sim/core/error.h"
#include "sim/core/span.h"
#include "sim/ir/program.h"

#include <cstddef>
#include <string_view>
#include <vector>

namespace systole::load {

// A fact of well-formed traces: the rule id of the error that says it is broken, and the fact.
struct TraceFact {
    std::string_view rule;
    std::string_view statement;
};

// All of them, in the order they are checked. Those that an ir::Program cannot break are enforced
// while it is read (trace_collector.h); check_trace proves the rest.
Span<TraceFact> trace_facts();

// Proves the facts of a well-formed trace (spec/execution_model.md, "The trace"). Returns the first
// `limit` errors, each kBadInput with rule, line and node; empty when every fact holds. Where there
// is a cycle, the facts about ancestors are left open. Near linear in nodes and edges.
std::vector<Error> check_trace(const ir::Program& trace, std::size_t limit);

}  // namespace systole::load
