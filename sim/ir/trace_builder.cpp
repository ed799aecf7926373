#include "sim/ir/trace_builder.h"

#include "sim/core/error.h"

#include <string>

namespace systole::ir {

TraceBuilder::TraceBuilder() {
    op("ALLOC");
    op("FREE");
    copy_in_ = op("COPY_IN");
}

void TraceBuilder::reserve(std::size_t nodes, std::size_t edges, std::size_t buffers) {
    trace_.kind.reserve(nodes);
    trace_.pipe.reserve(nodes);
    trace_.op.reserve(nodes);
    trace_.cycles.reserve(nodes);
    trace_.bufs.offsets.reserve(nodes + 1);
    trace_.size.reserve(buffers);
    trace_.tier.reserve(buffers);
    trace_.alloc.reserve(buffers);
    trace_.free.reserve(buffers);
    trace_.backed.reserve(buffers);
    edges_.reserve(edges);
}

BufId TraceBuilder::alloc(Tier tier, std::uint32_t size) {
    const BufId buf{static_cast<std::uint32_t>(trace_.size.size())};
    trace_.bufs.values.push_back(buf);
    const NodeId node = add_node(NodeKind::kAlloc, kOpAlloc, Pipe::kNone, 0);
    trace_.size.push_back(size);
    trace_.tier.push_back(tier);
    trace_.alloc.push_back(node);
    trace_.free.push_back(NodeId::kNone);
    trace_.backed.push_back(false);
    return buf;
}

NodeId TraceBuilder::operation(std::uint16_t op,
                               Pipe pipe,
                               std::uint32_t cycles,
                               Span<BufId> bufs) {
    trace_.bufs.values.insert(trace_.bufs.values.end(), bufs.begin(), bufs.end());
    if (op == copy_in_) {
        for (BufId b : bufs) {
            trace_.backed[index(b)] = true;
        }
    }
    return add_node(NodeKind::kOperation, op, pipe, cycles);
}

NodeId TraceBuilder::free(BufId buf) {
    SYSTOLE_INVARIANT(trace_.free[index(buf)] == NodeId::kNone, "a buffer is freed twice");
    trace_.bufs.values.push_back(buf);
    const NodeId node = add_node(NodeKind::kFree, kOpFree, Pipe::kNone, 0);
    trace_.free[index(buf)] = node;
    edge(trace_.alloc[index(buf)], node);
    return node;
}

std::uint16_t TraceBuilder::op(std::string_view name) {
    const auto next = static_cast<std::uint16_t>(trace_.op_names.size());
    const auto [it, added] = op_ids_.emplace(std::string(name), next);
    if (added) {
        trace_.op_names.emplace_back(name);
    }
    return it->second;
}

NodeId TraceBuilder::add_node(NodeKind kind, std::uint16_t op, Pipe pipe, std::uint32_t cycles) {
    const NodeId node{static_cast<std::uint32_t>(trace_.kind.size())};
    trace_.kind.push_back(kind);
    trace_.op.push_back(op);
    trace_.pipe.push_back(pipe);
    trace_.cycles.push_back(cycles);
    trace_.bufs.close_row();
    return node;
}

Trace TraceBuilder::finish() {
    trace_.buffer_label.resize(trace_.size.size());
    for (std::size_t b = 0; b < trace_.size.size(); ++b) {
        SYSTOLE_INVARIANT(trace_.free[b] != NodeId::kNone, "a buffer is never freed");
        trace_.buffer_label[b] = b;
    }
    build_edge_tables(trace_, edges_);
    Trace done = std::move(trace_);
    *this = TraceBuilder();
    return done;
}

void build_edge_tables(Trace& trace, Span<Edge> edges) {
    trace.succ = group_by_row<NodeId>(trace.nodes(), [&](auto add) {
        for (const Edge& e : edges) {
            add(index(e.from), e.to);
        }
    });
    trace.pred = group_by_row<NodeId>(trace.nodes(), [&](auto add) {
        for (const Edge& e : edges) {
            add(index(e.to), e.from);
        }
    });
}

}  // namespace systole::ir
