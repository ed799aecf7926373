#pragma once

#include "sim/ir/program.h"

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace systole::ir {

// Makes a Program node by node for code that knows what it does (generators, lowering, tests);
// readers have a collector of their own that checks what files say. Node and buffer ids are handed
// out in call order.
class ProgramBuilder {
 public:
    ProgramBuilder();

    void reserve(std::size_t nodes, std::size_t edges, std::size_t buffers);

    // Opens a new buffer of `size` units in `tier` with an ALLOC node; returns the buffer.
    BufId alloc(Tier tier, std::uint32_t size);
    // An operation of `cycles` cycles on `pipe` that touches `bufs`, in the order they are to be
    // listed.
    NodeId operation(std::uint16_t op, Pipe pipe, std::uint32_t cycles, Span<BufId> bufs);
    // Closes `buf` with a FREE node and adds the edge ALLOC -> FREE.
    NodeId free(BufId buf);
    void edge(NodeId from, NodeId to) { edges_.push_back({from, to}); }

    // The id of an Op name, made at first use. An operation named COPY_IN backs the buffers it
    // lists.
    std::uint16_t op(std::string_view name);
    NodeId alloc_of(BufId buf) const { return program_.alloc[index(buf)]; }
    // The buffers listed by each node so far.
    const Csr<BufId>& bufs() const { return program_.bufs; }
    std::size_t nodes() const { return program_.kind.size(); }

    // Builds the edge tables and hands the trace over; the builder is empty afterwards.
    Program finish();

 private:
    NodeId add_node(NodeKind kind, std::uint16_t op, Pipe pipe, std::uint32_t cycles);

    Program program_;
    std::vector<Edge> edges_;
    std::unordered_map<std::string, std::uint16_t> op_ids_;
};

// Fills trace.succ and trace.pred from the list of edges, whose ends must be existing nodes.
void build_edge_tables(Program& program, Span<Edge> edges);

}  // namespace systole::ir
