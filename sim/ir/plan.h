#pragma once

#include "sim/core/ids.h"

#include <cstdint>
#include <vector>

namespace systole::ir {

// An execution order: node ids, all of them once. Before placement it holds the trace's N nodes; in
// a Plan also SPILL_OUT N+2k and SPILL_IN N+2k+1 for the k-th spill.
using Order = std::vector<NodeId>;

// The k-th spill writes `buf` out and reloads it to `new_offset` (units, in its home tier).
struct Spill {
    BufId buf;
    std::uint32_t new_offset;

    friend bool operator==(const Spill& a, const Spill& b) {
        return a.buf == b.buf && a.new_offset == b.new_offset;
    }
};

// What a scheduler and a planner decide about a trace: the three plan files.
struct Plan {
    Order order;
    std::vector<std::uint32_t> offset;  // per buffer: first address in its home tier, units
    std::vector<Spill> spills;

    friend bool operator==(const Plan& a, const Plan& b) {
        return a.order == b.order && a.offset == b.offset && a.spills == b.spills;
    }
    friend bool operator!=(const Plan& a, const Plan& b) { return !(a == b); }
};

constexpr NodeId spill_out_id(std::size_t trace_nodes, std::size_t k) {
    return NodeId{static_cast<std::uint32_t>(trace_nodes + 2 * k)};
}
constexpr NodeId spill_in_id(std::size_t trace_nodes, std::size_t k) {
    return NodeId{static_cast<std::uint32_t>(trace_nodes + 2 * k + 1)};
}

}  // namespace systole::ir
