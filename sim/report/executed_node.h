#pragma once

#include "sim/ir/exec_graph.h"
#include "sim/ir/program.h"

#include <string_view>

namespace systole::report {

inline constexpr std::string_view kSpillOut = "SPILL_OUT";
inline constexpr std::string_view kSpillIn = "SPILL_IN";

// The op of a node of a plan: the trace's own, or that of the spill node.
inline std::string_view op_name(const ir::Program& program, const ir::ExecGraph& graph, NodeId v) {
    if (index(v) < graph.trace_nodes) {
        return program.op_name(v);
    }
    return graph.is_spill_out(v) ? kSpillOut : kSpillIn;
}

// The residencies a node has to do with: those an operation works in, as its Bufs are listed; the
// one that an ALLOC or SPILL_IN opens, or a FREE or SPILL_OUT closes.
inline Span<ResId> residencies_of(const ir::ExecGraph& graph, NodeId v) {
    const std::size_t i = index(v);
    if (graph.opens[i] != ResId::kNone) {
        return {&graph.opens[i], 1};
    }
    if (graph.closes[i] != ResId::kNone) {
        return {&graph.closes[i], 1};
    }
    return i < graph.uses.rows() ? graph.uses[i] : Span<ResId>{};
}

}  // namespace systole::report
