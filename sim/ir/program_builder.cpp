#include "sim/ir/program_builder.h"

#include "sim/core/error.h"

#include <string>

namespace systole::ir {

std::uint16_t Program::add_op(std::string_view name) {
    op_names.emplace_back(name);
    op_access.push_back(name == "COPY_IN"    ? DdrAccess::kRead
                        : name == "COPY_OUT" ? DdrAccess::kWrite
                                             : DdrAccess::kNone);
    return static_cast<std::uint16_t>(op_names.size() - 1);
}

ProgramBuilder::ProgramBuilder() {
    op("ALLOC");
    op("FREE");
    op("COPY_IN");
}

void ProgramBuilder::reserve(std::size_t nodes, std::size_t edges, std::size_t buffers) {
    program_.kind.reserve(nodes);
    program_.pipe.reserve(nodes);
    program_.op.reserve(nodes);
    program_.cycles.reserve(nodes);
    program_.bufs.offsets.reserve(nodes + 1);
    program_.size.reserve(buffers);
    program_.tier.reserve(buffers);
    program_.alloc.reserve(buffers);
    program_.free.reserve(buffers);
    program_.backed.reserve(buffers);
    edges_.reserve(edges);
}

BufId ProgramBuilder::alloc(Tier tier, std::uint32_t size) {
    const BufId buf{static_cast<std::uint32_t>(program_.size.size())};
    program_.bufs.values.push_back(buf);
    const NodeId node = add_node(NodeKind::kAlloc, kOpAlloc, Pipe::kNone, 0);
    program_.size.push_back(size);
    program_.tier.push_back(tier);
    program_.alloc.push_back(node);
    program_.free.push_back(NodeId::kNone);
    program_.backed.push_back(false);
    return buf;
}

NodeId ProgramBuilder::operation(std::uint16_t op,
                                 Pipe pipe,
                                 std::uint32_t cycles,
                                 Span<BufId> bufs) {
    program_.bufs.values.insert(program_.bufs.values.end(), bufs.begin(), bufs.end());
    if (program_.op_access[op] == DdrAccess::kRead) {
        for (BufId b : bufs) {
            program_.backed[index(b)] = true;
        }
    }
    return add_node(NodeKind::kOperation, op, pipe, cycles);
}

NodeId ProgramBuilder::free(BufId buf) {
    SYSTOLE_INVARIANT(program_.free[index(buf)] == NodeId::kNone, "a buffer is freed twice");
    program_.bufs.values.push_back(buf);
    const NodeId node = add_node(NodeKind::kFree, kOpFree, Pipe::kNone, 0);
    program_.free[index(buf)] = node;
    edge(program_.alloc[index(buf)], node);
    return node;
}

std::uint16_t ProgramBuilder::op(std::string_view name) {
    const auto next = static_cast<std::uint16_t>(program_.op_names.size());
    const auto [it, added] = op_ids_.emplace(std::string(name), next);
    if (added) {
        program_.add_op(name);
    }
    return it->second;
}

NodeId ProgramBuilder::add_node(NodeKind kind, std::uint16_t op, Pipe pipe, std::uint32_t cycles) {
    const NodeId node{static_cast<std::uint32_t>(program_.kind.size())};
    program_.kind.push_back(kind);
    program_.op.push_back(op);
    program_.pipe.push_back(pipe);
    program_.cycles.push_back(cycles);
    program_.bufs.close_row();
    return node;
}

Program ProgramBuilder::finish() {
    program_.buffer_label.resize(program_.size.size());
    for (std::size_t b = 0; b < program_.size.size(); ++b) {
        SYSTOLE_INVARIANT(program_.free[b] != NodeId::kNone, "a buffer is never freed");
        program_.buffer_label[b] = b;
    }
    build_edge_tables(program_, edges_);
    Program done = std::move(program_);
    *this = ProgramBuilder();
    return done;
}

void build_edge_tables(Program& program, Span<Edge> edges) {
    program.succ = group_by_row<NodeId>(program.nodes(), [&](auto add) {
        for (const Edge& e : edges) {
            add(index(e.from), e.to);
        }
    });
    program.pred = group_by_row<NodeId>(program.nodes(), [&](auto add) {
        for (const Edge& e : edges) {
            add(index(e.to), e.from);
        }
    });
}

}  // namespace systole::ir
