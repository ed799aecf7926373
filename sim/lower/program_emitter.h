#pragma once

#include "sim/ir/program_builder.h"
#include "sim/ir/work.h"

#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <vector>

namespace systole::lower {

// Makes a lowered trace in program order, with the edges that the public traces have: an operation
// waits for the last writer of each buffer it lists (its ALLOC when nobody wrote it); a FREE waits
// for its ALLOC and for the users after which nobody else is sure to come: the readers of what was
// written last, or the writer when nobody read it.
class ProgramEmitter {
 public:
    ProgramEmitter();

    BufId alloc(Tier tier, std::uint32_t units);
    // An operation that writes the first of `bufs` and reads the others.
    NodeId produce(
        std::uint16_t op, Pipe pipe, Cycles cycles, Span<BufId> bufs, const ir::Work& work);
    NodeId produce(std::uint16_t op,
                   Pipe pipe,
                   Cycles cycles,
                   std::initializer_list<BufId> bufs,
                   const ir::Work& work) {
        return produce(op, pipe, cycles, Span<BufId>(bufs.begin(), bufs.size()), work);
    }
    // An operation that reads `buf` and writes no scratchpad.
    NodeId consume(std::uint16_t op, Pipe pipe, Cycles cycles, BufId buf, const ir::Work& work);
    // An operation of no cycles without buffers.
    NodeId barrier(Pipe pipe);
    void free(BufId buf);
    void edge(NodeId from, NodeId to) { program_.edge(from, to); }

    std::size_t nodes() const { return program_.nodes(); }

    // Names of operations.
    std::uint16_t copy_in = 0, move = 0, matmul = 0, vector = 0, copy_out = 0, sync = 0;

    ir::Program finish();

 private:
    struct Reader {
        NodeId node;
        std::uint32_t next;
    };

    NodeId add(std::uint16_t op, Pipe pipe, Cycles cycles, Span<BufId> bufs, const ir::Work& work);
    void read_by(BufId buf, NodeId node);

    ir::ProgramBuilder program_;
    std::vector<ir::Work> work_;
    std::vector<NodeId> last_writer_;     // per buffer; its ALLOC at first
    std::vector<std::uint32_t> readers_;  // per buffer: head of a list in pool_
    std::vector<Reader> pool_;
};

}  // namespace systole::lower
