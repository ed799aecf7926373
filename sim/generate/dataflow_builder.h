#pragma once

#include "sim/generate/trace_size.h"
#include "sim/ir/program_builder.h"

#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <vector>

namespace systole::generate {

// Makes a trace from buffers and the operations on them alone: edges follow from the data flow, by
// the rule that gives exactly the edges of the five public Davinci traces, in their order.
//
//   An operation waits for the last operation that wrote each buffer it lists, or for the buffer's
//   ALLOC when nobody has. FREEs come after everything else, one for each buffer in the order of
//   the ALLOCs. A FREE waits for its ALLOC, and for each user of the buffer that has no direct
//   successor which uses the buffer too.
//
// Nothing orders a writer after readers of what it overwrites: a buffer that is written again must
// not have been read by anyone but its next writer.
class DataflowBuilder {
 public:
    // A kind of operation, declared once and used many times.
    struct Op {
        std::uint16_t name;
        Pipe pipe;
        std::uint32_t cycles;

        Op taking(std::uint32_t other_cycles) const { return {name, pipe, other_cycles}; }
    };

    explicit DataflowBuilder(const TraceSize& size);

    Op op(std::string_view name, Pipe pipe, std::uint32_t cycles);
    BufId alloc(Tier tier, std::uint32_t size_units);
    // An operation that writes the first of `bufs` (distinct buffers) and reads the others.
    void produce(const Op& op, Span<BufId> bufs);
    void produce(const Op& op, std::initializer_list<BufId> bufs) {
        produce(op, Span<BufId>(bufs.begin(), bufs.size()));
    }
    // An operation that reads `buf` and writes no buffer of the core.
    void consume(const Op& op, BufId buf);

    // Adds the FREEs and hands the trace over.
    ir::Program finish();

 private:
    void add(const Op& op, Span<BufId> bufs);

    TraceSize size_;
    ir::ProgramBuilder trace_;
    std::vector<NodeId> last_writer_;  // per buffer; its ALLOC at first
    std::vector<bool>
        closes_;  // per buffer listed so far: whether its FREE is to wait for the node
    std::vector<NodeId> waits_for_;  // of the operation being added
};

}  // namespace systole::generate
